import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { StoredPicture } from '#data/pictures.ts';
import { isUnanswered, PlatformError } from '#data/unwrap.ts';
import { errorText } from '#lib/error-text.ts';
import type { Whose } from '#ui/conflict-dialog.tsx';
import { laterPart } from '#ui/later-part.tsx';
import type { SaveEnd } from '#ui/one-save.ts';
import { toast, withdraw } from '#ui/toast.ts';
import { newCreation } from '../creation.ts';
import type { Creation } from '../creation.ts';
import { markRow } from '../list/marked-row.ts';
import type { SaveResult, Saving, StoredRow } from '../rows.ts';
import { deletionAfter, whoSavedAfter } from './authors.ts';
import type { DraftBase } from './draft.ts';
import type { Deletion } from '../history/record-authors.ts';
import { merge } from '#lib/merge.ts';
import type { Held, Merge, Unit } from '#lib/merge.ts';
import type { AllPictures, PicturePlace } from './pictures.tsx';

export type SaveSettings<V extends FieldValues, Out, Row extends StoredRow> = {
  form: UseFormReturn<V, unknown, Out>;
  /** The record as last read; absent for a new one. */
  row: Row | undefined;
  mutation: Pick<UseMutationOptions<SaveResult<Row>, Error, Saving<Out>>, 'mutationFn' | 'meta'>;
  /** Parses the form's values for the mutation; undefined when a rule is broken. */
  check: (values: V) => Out | undefined;
  /** The form values of a stored record, and the pictures of one of its lists. */
  valuesOf: (row: Row) => V;
  picturesOf: (row: Row, list: string) => readonly StoredPicture[];
  pictures: AllPictures;
  places: Readonly<Record<string, PicturePlace>>;
  /** The units that two users may have changed, and the format of their values. */
  units: readonly Unit[];
  describe: (unit: Unit, held: Held) => ReactNode;
  /** Returns the field of an error; undefined for errors without a field. */
  errorOf?: (error: Error, values: Out) => { name: Path<V>; message: string } | undefined;
};

/**
 * The only way to save a form: first its pictures, then the record under the version that was read. Concurrent changes
 * of another user are merged; the user chooses only where both changed the same unit. Pass `page` to the `<FormPage>`
 * and render `conflict` in it.
 */
export function useSave<V extends FieldValues, Out, Row extends StoredRow>(
  settings: SaveSettings<V, Out, Row>,
) {
  const { form, row, pictures, valuesOf, picturesOf } = settings;
  const { lists } = pictures;
  /** The record that the form was made from. Differences from it are local changes. */
  const base = useRef(row);
  /** Of a new record: the idempotency key of its attempts, and the values of the last one. */
  const creation = useRef<SentCreation>(undefined);
  const [question, setQuestion] = useState<Question<Row>>();
  const [deletion, setDeletion] = useState<Deletion>();
  const router = useRouter();
  const { mutateAsync } = useMutation(settings.mutation);
  const { pathname } = useLocation();

  async function onSave(values: Out): Promise<SaveEnd> {
    // Saving again accepts the choices of the open question.
    let now = question ? settle(question) : values;
    for (let attempt = 0; now && attempt < patience; attempt += 1) {
      const result = await send(now);
      if (result?.status !== 'conflict') return result?.status ?? 'failed';
      const { row: theirs } = result;
      const telling = whoSavedAfter(base.current, settings.mutation.meta);
      // Merge at once: a later refetch would take over these changes without a message.
      const { asked, taken } = absorb(theirs);
      const whose = await telling;
      if (asked.length > 0) {
        setQuestion({ row: theirs, whose, asked, takeSaved: new Set() });
        return 'asked';
      }
      sayMerged(taken, whose);
      now = settings.check(form.getValues());
    }
    return 'failed';
  }

  /** Saves the values as a new record: the deleted one stays in the trash with its pictures. */
  function becomeNew() {
    base.current = undefined;
    for (const name of lists.names) lists.adopt(name, []);
    setDeletion(undefined);
  }

  async function send(values: Out): Promise<SaveResult<Row> | undefined> {
    const sent = await sendPictures(pictures, settings.places, pathname);
    if (!sent) return undefined;
    withdraw(['pictures', pathname], 'error');
    const stored = base.current;
    const made: SentCreation | undefined = stored
      ? undefined
      : (creation.current ??= newCreation());
    try {
      const result = await mutateAsync({
        stored,
        values,
        pictures: sent.pictures,
        ...(made && { creation: made }),
      });
      if (result.status === 'conflict') return (sent.takeBack(), result);
      creation.current = undefined;
      const { id } = result.listed;
      markRow(id, 'saved');
      sent.warn(id, (to) => void router.navigate({ to }));
      return result;
    } catch (error) {
      // After a lost response the record may already refer to the uploaded files: do not delete them.
      if (!isLost(error)) {
        sent.takeBack();
        if (stored) setDeletion(await deletionAfter(stored, settings.mutation.meta));
      } else if (made) made.held = heldNow();
      const beside = error instanceof Error ? settings.errorOf?.(error, values) : undefined;
      if (beside) form.setError(beside.name, { message: beside.message }, { shouldFocus: true });
      return undefined;
    }
  }

  /** Merges the other user's changes into the form, and rebases it on their version unless a question is open. */
  function absorb(theirs: Row): Merge {
    // After a lost response of a creation, the values that it sent are the base of the merge.
    const from = base.current ? held(base.current) : creation.current?.held;
    if (!from) return { asked: [], taken: [] };
    const found = merge(settings.units, from, heldNow(), held(theirs));
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

  /** Shows the other user's values of some units. With `goOn`, their version becomes the base of the form. */
  function take(theirs: Row, units: readonly Unit[], goOn: boolean) {
    const names = new Set(units.flatMap((unit) => unit.names));
    if (goOn) base.current = theirs;
    const stored: FieldValues = valuesOf(theirs);
    const mine: [string, unknown][] = Object.entries(form.getValues());
    const values = mine.map(([name, value]): [string, unknown] => [
      name,
      names.has(name) ? stored[name] : value,
    ]);
    // The same keys as before, each with a value of its own type.
    show(valuesOf(base.current ?? theirs), Object.fromEntries(values) as V);
    for (const name of lists.names)
      if (names.has(name)) lists.reset(name, picturesOf(theirs, name));
      else if (goOn) lists.adopt(name, picturesOf(theirs, name));
  }

  function show(defaults: V, values: V) {
    // keepFieldsRef, because a group of fields that does not render again does not register its inputs again.
    const kept = { keepFieldsRef: true, keepErrors: true, keepIsSubmitted: true };
    form.reset(defaults, kept);
    form.reset(values, { ...kept, keepDefaultValues: true });
  }

  function held(stored: Row): Held {
    return { ...valuesOf(stored), ...fromLists((name) => picturesOf(stored, name)) };
  }

  function heldNow(): Held {
    return { ...form.getValues(), ...fromLists((name) => lists.held(name)) };
  }

  function fromLists(read: (name: string) => readonly StoredPicture[]) {
    return Object.fromEntries(lists.names.map((name) => [name, read(name)]));
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
      // The type is that of this form's own row, which `current` returned.
      base.current = stored as Row;
      show(valuesOf(base.current), { ...form.getValues(), ...values });
      if (now) absorb(now);
    },
  };
  const conflict = question && (
    <ConflictDialog
      whose={question.whose}
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
  const gone = deletion &&
    row && { id: String(row.id), deletion, end: () => setDeletion(undefined), becomeNew };
  return { page: { pictures, onSave, asking: !!question, record, gone }, conflict };
}

type SentCreation = Creation & { held?: Held };

/** Attempts under conflict: more than a few concurrent saves of one record are unlikely. */
const patience = 5;

type Question<Row> = {
  /** The version that was saved meanwhile, and its authors. */
  row: Row;
  whose: Whose;
  asked: Unit[];
  takeSaved: ReadonlySet<string>;
};

// Lazy: needed only when two users save at the same time.
const ConflictDialog = laterPart(
  async () => (await import('#ui/conflict-dialog.tsx')).ConflictDialog,
);

function sayMerged(taken: readonly Unit[], { inside, own }: Whose) {
  const labels = taken.map(({ label }) => label).join(', ');
  const changes = own ? 'suas outras alterações' : `alterações de ${inside ?? 'outra pessoa'}`;
  if (labels) toast.success(`Incluídas as ${changes}: ${labels}`);
}

/** Uploads the new pictures of every list; undefined when an upload fails that the record needs. */
async function sendPictures(
  { uploads, keep }: AllPictures,
  places: Readonly<Record<string, PicturePlace>>,
  pathname: string,
) {
  // The promise rejects if the form was left meanwhile.
  const sent = await uploads.send().catch(() => undefined);
  if (!sent) return undefined;
  const lists = Object.entries(sent);
  const needed = lists.filter(([name]) => !places[name]?.skipped);
  const failed = needed.flatMap(([, { failures }]) => failures)[0];
  if (failed) {
    const about = ['pictures', pathname];
    toast.error(`Erro ao fazer upload da imagem: ${messageOf(failed.error)}`, { about });
    return undefined;
  }
  const loose = uploads.release();
  return {
    pictures: Object.fromEntries(lists.map(([name, { pictures }]) => [name, pictures])),
    /** Deletes the uploaded files: the save has definitely failed. */
    takeBack: () => uploads.reclaim(loose),
    /** After the save: shows which pictures failed to upload, with a link to the page that uploads them. */
    warn(id: StoredRow['id'], goTo: (address: string) => void) {
      for (const [list, { failures }] of lists) {
        for (const { name, error } of failures) console.warn(`Picture ${name} was skipped`, error);
        const skipped = places[list]?.skipped;
        if (!skipped || failures.length === 0) continue;
        const address = skipped.address(id);
        const kept = keep(address);
        const action = kept && {
          label: 'Tentar novamente',
          run: () => (kept.bringBack(), goTo(address)),
          missed: kept.letGo,
        };
        toast.warning(skipped.text(failures.map(({ name }) => name).join(', ')), { action });
      }
    },
  };
}

function isLost(error: unknown): boolean {
  const cause = error instanceof PlatformError ? error : error instanceof Error && error.cause;
  return cause instanceof PlatformError && isUnanswered(cause);
}

function messageOf(error: unknown): string {
  return errorText(error);
}
