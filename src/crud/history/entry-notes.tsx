import { tellInstant } from '#lib/date.ts';
import { countOf } from '#lib/text.ts';
import type { Words } from '../words.ts';
import type { HistoryEntry } from './history.queries.ts';

/** The time of a batch, after its sentence. */
export function When({ entry: { at } }: { entry: HistoryEntry }) {
  return (
    <span className="whitespace-nowrap text-muted">
      {' · '}
      <time dateTime={at}>{tellInstant(at)}</time>
    </span>
  );
}

type NotesProps = {
  entry: HistoryEntry;
  words: Words;
  /** The number of confirmed values, in the place of those of the whole batch. */
  confirmed?: number;
};

/** The notes below the changes: confirmed values, and a later undo. */
export function Notes({ entry: { undoes, undone, note }, words, ...given }: NotesProps) {
  const {
    confirmed: nouns = ['valor fora do padrão confirmado', 'valores fora do padrão confirmados'],
  } = words;
  const { confirmed = note?.confirmed } = given;
  return (
    <>
      {!!confirmed && !undoes && (
        <p className="text-xs text-muted">{countOf(confirmed, ...nouns)}.</p>
      )}
      {undone && <p className="text-xs text-muted">Desfeito depois.</p>}
    </>
  );
}
