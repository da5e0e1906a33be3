import { tellInstant } from '#lib/date.ts';
import { countOf } from '#lib/text.ts';
import type { Words } from '../words.ts';
import type { HistoryEntry } from './history.queries.ts';

/** The time of a batch, shown after the sentence that describes it. */
export function BatchTime({ entry: { at } }: { entry: HistoryEntry }) {
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
  /** The number of confirmed values of one record; the default is that of the whole batch. */
  confirmed?: number;
};

/** The notes below the changes of a batch: how many values were confirmed, and whether it was undone later. */
export function BatchNotes({ entry: { undoes, undone, note }, words, ...given }: NotesProps) {
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
