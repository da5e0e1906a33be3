import { useState } from 'react';
import { toCurrentPictureUrl, thumbnailUrl } from '#data/pictures.ts';
import { Avatar } from '#ui/avatar.tsx';
import type { AvatarProps } from '#ui/avatar.tsx';

export type ThumbnailProps = {
  url: string | null | undefined;
  className?: string;
  /** Whether the picture is shown completely, in its aspect ratio, instead of cropped to the frame. */
  whole?: true;
};

/**
 * Renders the thumbnail of a stored picture. If the thumbnail does not load, renders the picture itself. Renders an
 * icon if `url` is empty, or if the picture does not load either.
 */
export function Thumbnail({ url, className = 'size-10 max-w-none', whole }: ThumbnailProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const src =
    url && [thumbnailUrl(url), toCurrentPictureUrl(url)].find((each) => !broken.includes(each));
  const shape = `${className} shrink-0 rounded-control border border-line bg-sunken`;
  if (!src) {
    const sign = 'row-sign sign-picture flex items-center justify-center text-muted';
    return <span aria-hidden="true" className={`${shape} ${sign}`} />;
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={`${shape} block ${whole ? 'object-contain' : 'object-cover'}`}
      onError={() => setBroken([...broken, src])}
    />
  );
}

export type StoredAvatarProps = Omit<AvatarProps, 'src' | 'fallbackSrc'> & {
  url: string | null | undefined;
};

/** Renders the thumbnail of a stored picture as an avatar. If there is no picture, renders the initials of the name. */
export function StoredAvatar({ url, ...looks }: StoredAvatarProps) {
  return (
    <Avatar
      {...looks}
      src={url && thumbnailUrl(url)}
      fallbackSrc={url && toCurrentPictureUrl(url)}
    />
  );
}
