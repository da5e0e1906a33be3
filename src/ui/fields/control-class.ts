/**
 * The classes of every text input, select and textarea. On phones, the font is 16 px, because a smaller font makes iOS
 * zoom in; the line height of 26 px makes an input 40 px high on phones.
 */
export const controlClass =
  'block min-h-9 w-full min-w-0 rounded-control border border-control bg-surface px-3 py-1.5 text-base leading-6.5 text-ink ' +
  'hover:border-ink/60 sm:text-sm sm:leading-5.5 ' +
  'focus-visible:border-focus focus-visible:outline-offset-0 ' +
  '[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';
