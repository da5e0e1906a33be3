import { pictureUrl, smallPictureUrl } from '#data/pictures.ts';
import { Avatar } from '#ui/avatar.tsx';
import type { AvatarProps } from '#ui/avatar.tsx';

export type StoredAvatarProps = Omit<AvatarProps, 'src' | 'fallbackSrc'> & {
  url: string | null | undefined;
};

/** The small copy of a stored picture, the picture itself where there is none, else the first letters of the name. */
export function StoredAvatar({ url, ...looks }: StoredAvatarProps) {
  return (
    <Avatar {...looks} src={url && smallPictureUrl(url)} fallbackSrc={url && pictureUrl(url)} />
  );
}
