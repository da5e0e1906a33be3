import { useState } from 'react';

export type AvatarProps = {
  name: string | null | undefined;
  src?: string | null;
  /** The picture that is shown if there is no `src`, or if `src` cannot be loaded. */
  fallbackSrc?: string | null;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  square?: boolean;
  letters?: 1 | 2;
};

/** A picture, or the first `letters` letters of the name if there is no picture that can be loaded. */
export function Avatar({ name, size = 'md', square, letters = 1, ...pictures }: AvatarProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const src = [pictures.src, pictures.fallbackSrc].find((each) => each && !broken.includes(each));
  const shape = `${sizes[size]} shrink-0 ${square ? 'rounded-control' : 'rounded-full'}`;
  if (src) {
    return (
      <img
        src={src}
        alt=""
        decoding="async"
        className={`${shape} bg-sunken object-cover`}
        onError={() => setBroken([...broken, src])}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`${shape} inline-flex items-center justify-center bg-accent-soft font-semibold text-accent uppercase select-none`}
    >
      {initials(name ?? '', letters)}
    </span>
  );
}

const sizes = {
  sm: 'size-7 text-xs',
  md: 'size-9 text-sm',
  lg: 'size-12 text-base',
  xl: 'size-16 text-2xl',
};

// Returns the first letters, or '?' without a name. Counts code points, not UTF-16 units: an emoji must not be split.
function initials(name: string, letters: 1 | 2): string {
  const characters = [...name.trim()];
  return characters.slice(0, letters).join('') || '?';
}
