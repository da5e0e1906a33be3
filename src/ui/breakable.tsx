import { Fragment } from 'react';

/**
 * An e-mail or a '@profile' in a narrow column: it breaks behind the @ of an e-mail first, then before
 * dots and underscores, and inside a word only where the word itself is wider than the column.
 */
export function Breakable({ children }: { children: string }) {
  const domain = children.indexOf('@', 1) + 1;
  const parts = children.slice(domain).split(/(?=[._])/);
  return (
    <span className="wrap-anywhere">
      {children.slice(0, domain)}
      <wbr />
      <span className="inline-block max-w-full">
        {parts.map((part, index) => (
          // The parts never change places.
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    </span>
  );
}
