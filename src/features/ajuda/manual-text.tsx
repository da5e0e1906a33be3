import { Link } from '@tanstack/react-router';
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { pictures } from 'virtual:manual';
import type { ManualElement, ManualNode, ManualPicture } from './manual.ts';

/** Renders the nodes of a manual page. */
export function ManualText({ nodes }: { nodes: readonly ManualNode[] }) {
  // The index can be the key: the nodes of a page never change their order.
  return nodes.map((node, place) => <Fragment key={place}>{renderNode(node)}</Fragment>);
}

function renderNode(node: ManualNode): ReactNode {
  if (typeof node === 'string') return node;
  if (node.picture) return <Picture {...node.picture} />;
  const children = <ManualText nodes={node.children} />;
  if (node.tag === 'a') return <InnerLink path={node.href ?? ''}>{children}</InnerLink>;
  return createElement(
    node.tag,
    { id: node.id, tabIndex: node.id ? -1 : undefined, className: classes[node.tag] },
    children,
  );
}

const classes: Partial<Record<ManualElement['tag'], string>> = {
  p: 'my-3 first:mt-0 last:mb-0',
  h2: 'mt-8 mb-2 scroll-mt-20 text-base font-semibold first:mt-0 outline-none',
  h3: 'mt-5 mb-1 scroll-mt-20 font-semibold outline-none',
  // The padding makes the links of a list high enough for touch.
  ul: 'my-3 list-disc space-y-1 pl-5 marker:text-muted [&_a]:inline-block [&_a]:py-0.5',
  ol: 'my-3 list-decimal space-y-1.5 pl-5 marker:text-muted',
  strong: 'font-semibold',
  code: 'rounded-sm bg-sunken px-1 text-[0.9em] wrap-anywhere',
  blockquote: 'my-3 rounded-control bg-accent-soft px-3 py-2',
  table: 'my-3 w-full text-start',
  th: 'border-b border-line py-1.5 pe-3 text-start align-top text-xs font-medium text-muted',
  td: 'border-b border-line py-1.5 pe-3 align-top wrap-break-word',
};

function InnerLink({ path, children }: { path: string; children: ReactNode }) {
  const [to = '', hash] = path.split('#');
  return (
    <Link to={to || '.'} hash={hash} className="text-accent underline">
      {children}
    </Link>
  );
}

/** Renders a picture in the panel's theme. Only the visible version is loaded (`loading="lazy"`). */
function Picture({ name, alt }: NonNullable<ManualElement['picture']>) {
  const shown: ManualPicture | undefined = pictures[name];
  if (!shown) throw new Error(`The manual has no picture ${name}`);
  const { light, dark, ...size } = shown;
  const className = 'my-4 h-auto max-w-full rounded-control border border-line';
  return light === dark ? (
    <img src={light} alt={alt} {...size} loading="lazy" className={className} />
  ) : (
    <>
      <img src={light} alt={alt} {...size} loading="lazy" className={`${className} dark:hidden`} />
      <img
        src={dark}
        alt={alt}
        {...size}
        loading="lazy"
        className={`${className} hidden dark:block`}
      />
    </>
  );
}
