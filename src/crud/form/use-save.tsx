import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PlatformError } from '#data/unwrap.ts';
import { laterPart } from '#ui/later-part.tsx';
import { toast } from '#ui/toast.ts';
import type { SaveResult, Saving, StoredRow } from '../rows.ts';
import type { DraftBase } from './draft.ts';
import { merge } from './merge.ts';
import type { Held, Merge, Unit } from './merge.ts';
import type { FormPictures } from './pictures.tsx';

export type SaveSettings<V extends FieldValues, Out, Row extends StoredRow> = {
  form: UseFormReturn<V, unknown, Out>;
  /** The record as it was read last; absent for a new one. */
  row: Row | undefined;
  mutation: UseMutationOptions<SaveResult<Row>, Error, Saving<Out>>;
  /** The form's values as the mutation takes them; undefined when a rule is broken. */
  check: (values: V) => Out | undefined;
  /** A stored record as form values, and the URLs of one of its lists of pictures. */
  valuesOf: (row: Row) => V;
  urlsOf: (row: Row, list: string) => readonly string[];
  pictures: Readonly<Record<string, FormPictures>>;
  /** What two people may have changed, and how a version of it reads. */
  units: readonly Unit[];
  describe: (unit: Unit, held: Held) => ReactNode;
  /** An error that belongs beside a field. */
  errorOf?: (error: Error, values: Out) => { name: Path<V>; message: string } | undefined;
};

/**
 * The one way to save a form: its pictures first, then the record under the version that was read. What
 * somebody else saved meanwhile is merged; only what both changed is asked. `page` goes to the
 * `<FormPage>`, `conflict` into it.
 */
export function useSave<V extends FieldValues, Out, Row extends StoredRow>(
  settings: SaveSettings<V, Out, Row>,
) {
  const { form, row, pictures, valuesOf, urlsOf } = settings;
  const lists = Object.entries(pictures);
  /** The record that the form was made from. What differs from it was changed here. */
  const base = useRef(row);
  const [question, setQuestion] = useState<Question<Row>>();
  const { mutateAsync } = useMutation(settings.mutation);

  async function onSave(values: Out): Promise<boolean> {
    // Saving again answers the question that stands before the form.
    let now = question ? settle(question) : values;
    for (let attempt = 0; now && attempt < patience; attempt += 1) {
      const result = await send(now);
      if (result?.status !== 'conflict') return result?.status === 'saved';
      const { asked, taken } = absorb(result.row);
      if (asked.length > 0) setQuestion({ row: result.row, asked, takeSaved: new Set() });
      else sayMerged(taken);
      now = asked.length > 0 ? undefined : settings.check(form.getValues());
    }
    return false;
  }

  async function send(values: Out): Promise<SaveResult<Row> | undefined> {
    const sent = await sendPictures(pictures);
    if (!sent) return undefined;
    const stored = base.current;
    try {
      const result = await mutateAsync({ stored, values, pictures: sent.urls });
      if (result.status === 'conflict') return (sent.takeBack(), result);
      sent.warn();
      return result;
    } catch (error) {
      // Without an answer nobody knows whether the record points to the sent files already.
      if (!isUnanswered(error)) sent.takeBack();
      const beside = error instanceof Error ? settings.errorOf?.(error, values) : undefined;
      if (beside) form.setError(beside.name, { message: beside.message }, { shouldFocus: true });
      return undefined;
    }
  }

  /** Takes over what only the other person changed, and goes on from their version unless something is to be asked. */
  function absorb(theirs: Row): Merge {
    if (!base.current) return { asked: [], taken: [] };
    const found = merge(settings.units, held(base.current), heldNow(), held(theirs));
    take(theirs, found.taken, found.asked.length === 0);
    return found;
  }

  function settle({ row: theirs, asked, takeSaved }: Question<Row>): Out | undefined {
    take(
      theirs,
      asked.filter(({ label }) => takeSaved.has(label)),
      true,
    );
    setQuestion(undefined);
    return settings.check(form.getValues());
  }

  /** Shows their version of some things. With `goOn`, what then differs from theirs was changed here. */
  function take(theirs: Row, units: readonly Unit[], goOn: boolean) {
    const names = new Set(units.flatMap((unit) => unit.names));
    if (goOn) base.current = theirs;
    const stored: FieldValues = valuesOf(theirs);
    const mine: [string, unknown][] = Object.entries(form.getValues());
    const values = mine.map(([name, value]): [string, unknown] => [
      name,
      names.has(name) ? stored[name] : value,
    ]);
    // The same names as before, each with a value of its own type.
    show(valuesOf(base.current ?? theirs), Object.fromEntries(values) as V);
    for (const [name, { list }] of lists)
      if (names.has(name)) list.reset(urlsOf(theirs, name));
      else if (goOn) list.adopt(urlsOf(theirs, name));
  }

  function show(defaults: V, values: V) {
    // keepFieldsRef: a group of fields that does not render again does not register its inputs again.
    const kept = { keepFieldsRef: true, keepErrors: true, keepIsSubmitted: true };
    form.reset(defaults, kept);
    form.reset(values, { ...kept, keepDefaultValues: true });
  }

  function held(stored: Row): Held {
    return { ...valuesOf(stored), ...fromLists((name) => urlsOf(stored, name)) };
  }

  function heldNow(): Held {
    return { ...form.getValues(), ...fromLists((_name, { list }) => list.urls()) };
  }

  function fromLists(read: (name: string, pictures: FormPictures) => readonly string[]) {
    return Object.fromEntries(lists.map(([name, each]) => [name, read(name, each)]));
  }

  const absorbLater = useEffectEvent((read: Row) => {
    if (base.current && read.version > base.current.version) absorb(read);
  });
  useEffect(
    function refreshWhatNobodyChangedHere() {
      if (row) absorbLater(row);
    },
    [row],
  );

  const record: DraftBase<V> = {
    current: () => base.current,
    restore(values, stored) {
      const now = base.current;
      // Kept by this very form, as `current` answered it.
      base.current = stored as Row;
      show(valuesOf(base.current), { ...form.getValues(), ...values });
      if (now) absorb(now);
    },
  };
  const conflict = question && (
    <ConflictDialog
      disputes={question.asked.map((unit) => ({
        label: unit.label,
        saved: settings.describe(unit, held(question.row)),
        typed: settings.describe(unit, heldNow()),
      }))}
      takeSaved={question.takeSaved}
      onChoose={(takeSaved) => setQuestion({ ...question, takeSaved })}
      onClose={() => setQuestion(undefined)}
    />
  );
  const changed = lists.some(([, list]) => list.changed);
  return { page: { changed, onSave, record }, conflict };
}

/** Two people seldom save one record at once; three or four hardly ever. */
const patience = 5;

type Question<Row> = { row: Row; asked: Unit[]; takeSaved: ReadonlySet<string> };

// By the time two people have saved at once, the code is there.
const ConflictDialog = laterPart(
  async () => (await import('./conflict-dialog.tsx')).ConflictDialog,
);

function sayMerged(taken: readonly Unit[]) {
  const labels = taken.map(({ label }) => label).join(', ');
  if (labels) toast.success(`Incluídas as mudanças de outra pessoa: ${labels}`);
}

/** Sends the new pictures of every list; undefined when one that the record needs can't be sent. */
async function sendPictures(pictures: Readonly<Record<string, FormPictures>>) {
  const lists = Object.entries(pictures);
  const sending = lists.map(async ([name, { list, place }]) => {
    return { name, list, place, ...(await list.send(place)) };
  });
  // Rejected when the form was left meanwhile.
  const sent = await Promise.all(sending).catch(() => undefined);
  if (!sent) return undefined;
  const failed = sent.find(({ place, failures }) => !place.skipped && failures.length > 0);
  if (failed) {
    toast.error(`Erro ao fazer upload da imagem: ${messageOf(failed.failures[0]?.error)}`);
    return undefined;
  }
  const loose = sent.map(({ list }) => [list, list.release()] as const);
  return {
    urls: Object.fromEntries(sent.map(({ name, urls }) => [name, urls])),
    /** The save has failed for certain: what was sent for it is used by nobody. */
    takeBack: () => loose.forEach(([list, urls]) => list.reclaim(urls)),
    /** After the save: which pictures it had to do without. */
    warn() {
      for (const { place, failures } of sent) {
        for (const { name, error } of failures) console.warn(`Picture ${name} was skipped`, error);
        const names = failures.map(({ name }) => name).join(', ');
        if (names) toast.warning(place.skipped?.(names) ?? '');
      }
    },
  };
}

function isUnanswered(error: unknown): boolean {
  const cause = error instanceof PlatformError ? error : error instanceof Error && error.cause;
  return cause instanceof PlatformError && cause.status === 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
