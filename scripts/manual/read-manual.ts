import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ManualNode, ManualPage, ManualTag } from '../../src/features/ajuda/manual.ts';
import { PROJECT_FOLDER } from '../run.ts';

/** Folder of the panel's manual: Markdown in Portuguese. */
export const MANUAL_FOLDER = join(PROJECT_FOLDER, 'docs/manual');
/** The table of contents. Its links define the order of the pages. */
const CONTENTS = 'README.md';
/** The changes of each version, for staff and for operators; the panel shows the part for staff. */
const CHANGELOG = '../CHANGELOG.md';
const NEWS = '/ajuda/novidades';

/**
 * Returns all pages, the table of contents first.
 * @throws Error for Markdown that the panel cannot render, for a file that does not begin with a title, and for a
 * file to which the table of contents does not link
 */
export async function readManual(folder = MANUAL_FOLDER): Promise<ManualPage[]> {
  const contents = await readPage(folder, CONTENTS);
  const linked = [...linksOf(contents.body)].map((path) =>
    path === NEWS ? CHANGELOG : `${path.slice('/ajuda/'.length)}.md`,
  );
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== CONTENTS);
  const [unlisted] = files.filter((file) => !linked.includes(file));
  if (unlisted) throw new Error(`docs/manual/${CONTENTS} does not link to ${unlisted}`);
  return [contents, ...(await Promise.all(linked.map((file) => readPage(folder, file))))];
}

async function readPage(folder: string, file: string): Promise<ManualPage> {
  const text = await readFile(join(folder, file), 'utf8');
  const [title, ...tokens] = marked.lexer(text).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title['depth'] !== 1)
    throw new Error(`docs/manual/${file} does not begin with a title`);
  const body = nodesOf(file === CHANGELOG ? partForStaff(tokens) : tokens);
  const slug = pathOf(file).slice('/ajuda/'.length);
  const headings = body.flatMap((node) =>
    typeof node === 'object' && node.id ? [{ id: node.id, text: textOf(node) }] : [],
  );
  return { slug, title: String(title['text']), headings, body };
}

/** Returns the part for staff: removes the introduction, and the part under '**No servidor**' of each version. */
function partForStaff(tokens: readonly Token[]): Token[] {
  let isShown = false;
  return tokens.filter(({ type, raw }) => {
    const label = raw.trim();
    if (type === 'heading' || label === '**No painel**') isShown = true;
    if (label === '**No servidor**') isShown = false;
    return isShown && label !== '**No painel**';
  });
}

function nodesOf(tokens: readonly Token[] = []): ManualNode[] {
  // Without extensions, the lexer creates only tokens of the type `MarkedToken`.
  return tokens.flatMap((token) => nodeOf(token as MarkedToken));
}

function nodeOf(token: MarkedToken): ManualNode | ManualNode[] {
  const inside = (tag: ManualTag, tokens = 'tokens' in token ? token.tokens : []) => ({
    tag,
    children: nodesOf(tokens),
  });
  switch (token.type) {
    case 'space':
      return [];
    case 'text':
      return token.tokens ? nodesOf(token.tokens) : plain(token.text);
    case 'escape':
      return token.text;
    case 'paragraph':
      // Leave out a paragraph around a single picture.
      return token.tokens.length === 1 && token.tokens[0]?.type === 'image'
        ? nodesOf(token.tokens)
        : inside('p');
    case 'heading':
      return {
        ...inside(token.depth === 2 ? 'h2' : 'h3'),
        id: idOf(token.text),
      };
    case 'list':
      return {
        tag: token.ordered ? 'ol' : 'ul',
        children: token.items.map(({ tokens }) => inside('li', tokens)),
      };
    case 'table':
      return {
        tag: 'table',
        children: [
          { tag: 'thead', children: [row('th', token.header)] },
          { tag: 'tbody', children: token.rows.map((cells) => row('td', cells)) },
        ],
      };
    case 'blockquote':
    case 'strong':
    case 'em':
      return inside(token.type);
    case 'codespan':
      return { tag: 'code', children: [token.text] };
    case 'link':
      return { ...inside('a'), href: pathOf(token.href) };
    case 'image':
      return { tag: 'img', picture: pictureOf(token), children: [] };
    default:
      throw new Error(`The manual shows no ${token.type}: ${token.raw}`);
  }
}

function row(tag: 'th' | 'td', cells: readonly { tokens: Token[] }[]): ManualNode {
  return { tag: 'tr', children: cells.map(({ tokens }) => ({ tag, children: nodesOf(tokens) })) };
}

/** Returns the path in the panel for a link in the files: /ajuda/produtos#precos for 'produtos.md#precos'. */
function pathOf(href: string): string {
  if (href === CHANGELOG) return NEWS;
  const [, file, hash = ''] = /^([\w-]+\.md)?(#.+)?$/.exec(href) ?? [];
  if (!file && !hash) throw new Error(`The manual links only to its own pages: ${href}`);
  if (!file) return hash;
  return `${file === CONTENTS ? '/ajuda' : `/ajuda/${file.replace(/\.md$/, '')}`}${hash}`;
}

function pictureOf({ href, text }: Tokens.Image) {
  const [, name] = /^imagens\/([\w-]+)\.webp$/.exec(href) ?? [];
  if (!name) throw new Error(`Pictures of the manual are in docs/manual/imagens: ${href}`);
  return { name, alt: plain(text) };
}

/** Returns the id of a heading: 'preco-e-promocao' for 'Preço e promoção'. */
function idOf(heading: string): string {
  const folded = heading.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  return folded
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Undoes the lexer's escapes for HTML, because React escapes the text, too. */
function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Returns the text of a node without its tags. */
export function textOf(node: ManualNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

function* linksOf(nodes: readonly ManualNode[]): Generator<string> {
  for (const { href } of elementsOf(nodes)) if (href) yield href;
}

/** Yields every element of these nodes, at any depth. */
export function* elementsOf(nodes: readonly ManualNode[]): Generator<Exclude<ManualNode, string>> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* elementsOf(node.children);
  }
}
