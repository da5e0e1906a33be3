/** A node of a page: text, or an element with child nodes. */
export type ManualNode = string | ManualElement;

export type ManualElement = {
  tag: ManualTag;
  children: ManualNode[];
  /** For a heading: its id, which is the fragment of the links to it. */
  id?: string;
  /** For a link: its path, such as '/ajuda/produtos#precos'. */
  href?: string;
  /** For a picture: its key in `pictures`, and its alternative text. */
  picture?: { name: string; alt: string };
};

export type ManualTag =
  | 'p'
  | 'h2'
  | 'h3'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'code'
  | 'a'
  | 'img'
  | 'blockquote'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td';

/** A page of docs/manual. */
export type ManualPage = {
  /** The last segment of the page's path: 'produtos' of /ajuda/produtos; empty for the contents. */
  slug: string;
  title: string;
  headings: { id: string; text: string }[];
  body: ManualNode[];
};

/** URLs of a picture in both themes, and its size in CSS pixels. */
export type ManualPicture = { light: string; dark: string; width: number; height: number };
