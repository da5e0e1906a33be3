/** The looks of every text box, select and textarea. 16 px on phones: smaller text makes iOS zoom in. */
export const controlClass =
  'block min-h-9 max-sm:min-h-10 w-full min-w-0 rounded-control border border-control bg-surface px-3 py-1.5 text-base leading-6 text-ink ' +
  'transition-colors hover:border-ink/60 sm:text-sm sm:leading-5.5 ' +
  'focus-visible:border-focus focus-visible:outline-offset-0 ' +
  '[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';
