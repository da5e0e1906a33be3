/** The pages and pictures of docs/manual; scripts/manual/plugin.ts generates this module. */
declare module 'virtual:manual' {
  import type { ManualPage, ManualPicture } from '#features/ajuda/manual.ts';

  /** All pages: first the table of contents, then the other pages in the order of its links. */
  export const pages: readonly ManualPage[];
  export const pictures: Readonly<Record<string, ManualPicture>>;
}
