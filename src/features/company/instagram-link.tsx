import { instagramHandle } from '#lib/instagram.ts';
import { Breakable } from '#ui/breakable.tsx';

/** A stored profile as '@nome', a link to it; '—' for none. */
export function InstagramLink({ handle }: { handle: string | null }) {
  const name = instagramHandle(handle ?? '');
  if (!name) return '—';
  return (
    <a
      href={`https://www.instagram.com/${encodeURIComponent(name)}/`}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent hover:underline"
    >
      <Breakable>{`@${name}`}</Breakable>
      <span className="sr-only"> no Instagram (abre em outra aba)</span>
    </a>
  );
}
