import ImageIcon from 'lucide-react/icons/image';
import { useState } from 'react';
import { pictureUrl, smallPictureUrl } from '#data/pictures.ts';

export type ThumbnailProps = { url: string | undefined; className?: string };

/** The small copy of a stored picture, the picture itself where there is none, else a sign for 'no picture'. */
export function Thumbnail({ url, className = 'size-10 max-w-none' }: ThumbnailProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const src = url && [smallPictureUrl(url), pictureUrl(url)].find((each) => !broken.includes(each));
  const shape = `${className} shrink-0 rounded-control border border-line bg-sunken`;
  if (!src) {
    return (
      <span
        aria-hidden="true"
        className={`${shape} inline-flex items-center justify-center text-muted`}
      >
        <ImageIcon className="size-4" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={`${shape} block object-cover`}
      onError={() => setBroken([...broken, src])}
    />
  );
}
