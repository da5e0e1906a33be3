import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { StoredPicture } from '#data/pictures.ts';
import { moveUnusedPicturesToTrash } from '#data/unused-pictures.ts';
import { mayHaveExecuted } from '#data/unwrap.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { closeConflictQuestions } from '#ui/conflict.tsx';
import { toast, removeToasts } from '#ui/toast.ts';
import { startCreation } from '../creation.queries.ts';
import type { Creation } from '../creation.queries.ts';
import { highlightRow } from '../list/highlighted-row.ts';
import type { SaveResult, SaveVariables } from '../row-mutations.queries.ts';
import type { StoredRow } from '../rows.queries.ts';
import { mergeVersion, fetchLaterAuthors, saveRecord } from '../save-record.ts';
import type { EditedRecord } from '../save-record.ts';
import type { DraftRecordAccess } from './draft.ts';
import type { SaveOutcome } from './form-page.tsx';
import { isNewlyAnonymised, findStoredArea } from '../anonymised.ts';
import type { Anonymisation, Deletion } from '../history/record-authors.queries.ts';
import { haveSameValues } from '#lib/merge.ts';
import type { RecordValues, MergeUnit } from '#lib/merge.ts';
import { findBlockingUploadFailure } from './pictures.tsx';
import type { RecordPictures, PictureUploadTarget } from './pictures.tsx';

type SaveOptions<Row, Out> = UseMutationOptions<SaveResult<Row>, Error, SaveVariables<Out>>;

export type SaveSettings<V extends FieldValues, Out, Row extends StoredRow> = Pick<
  EditedRecord<Row>,
  'units' | 'describe'
> & {
  form: UseFormReturn<V, unknown, Out>;
  /** The record as last read; undefined for a new record. */
  row: Row | undefined;
  mutation: Pick<SaveOptions<Row, Out>, 'mutationFn' | 'meta'>;
  /** Parses the form's values for the mutation; undefined if a value is invalid. */
  check: (values: V) => Out | undefined;
  /** Returns the form values of a stored record. */
  valuesOf: (row: Row) => V;
  /** Returns the stored pictures of a record in one list of the form. */
  picturesOf: (row: Row, list: string) => readonly StoredPicture[];
  pictures: RecordPictures;
  places: Readonly<Record<string, PictureUploadTarget>>;
  /** Returns the field that caused an error, and the message for that field; undefined if no field caused the error. */
  errorOf?: (error: Error, values: Out) => { name: Path<V>; message: string } | undefined;
};

/** Returns the props with which `<FormPage>` saves a record: `onSave` uploads the pictures, then calls `saveRecord`. */
export function useSave<V extends FieldValues, Out, Row extends StoredRow>(
  settings: SaveSettings<V, Out, Row>,
) {
  const { form, row, pictures, valuesOf, picturesOf } = settings;
  const { meta } = settings.mutation;
  const { lists } = pictures;
  /** The stored version with which a merge compares the form values; undefined for a new record. */
  const base = useRef(row);
  /**
   * The values that the form took over from later versions, keyed by field. A merge uses them instead of the values of
   * these fields in `base`.
   */
  const agreed = useRef<RecordValues>({});
  /** For a new record: the idempotency key of its attempts, and the values that are perhaps stored. */
  const creation = useRef<Creation & { held: RecordValues }>(undefined);
  /**
   * Present after attempts without a response. `held`: the values that are perhaps stored, from the last of these
   * attempts or, for a new record, from the first one. `urls`: the pictures that these attempts have perhaps replaced.
   */
  const unanswered = useRef<{ held: RecordValues; urls: readonly string[] }>(undefined);
  const [deletion, setDeletion] = useState<Deletion>();
  const [anonymised, setAnonymised] = useState<{ by?: Anonymisation }>();
  const router = useRouter();
  const { mutateAsync } = useMutation(settings.mutation);
  const { pathname } = useLocation();

  async function onSave(checked: Out, onSend?: () => void): Promise<SaveOutcome> {
    const sent = await sendPictures(pictures, settings.places, pathname);
    if (!sent) return 'failed';
    removeToasts(['pictures', pathname], 'error');
    if (!base.current) {
      const made = creation.current ?? startCreation();
      // Keep the values of the first attempt without a response, because they are perhaps stored.
      const first = unanswered.current?.held ?? heldAsStored(checked);
      creation.current = { ...made, held: first };
      onSend?.();
    }
    let values: Out | undefined;
    /**
     * Returns the variables of the next attempt. The first attempt sends `checked`. Each attempt after a conflict sends
     * the merged form values. Returns undefined if a merged value is invalid.
     */
    function next() {
      values = values ? settings.check(form.getValues()) : checked;
      return values && savingOf(values);
    }
    try {
      const result = await saveRecord({ ...record, next }, mutateAsync);
      if (result?.status !== 'saved') {
        sent.reclaimUploads();
        return result ? 'undecided' : 'failed';
      }
      creation.current = undefined;
      moveUnusedPicturesToTrash(unanswered.current?.urls ?? []);
      unanswered.current = undefined;
      const { id } = result.listed;
      highlightRow(id, 'saved');
      sent.warn(id, (to) => void router.navigate({ to }));
      return 'saved';
    } catch (error) {
      // After a lost response, do not call `reclaimUploads`: the stored record perhaps uses the uploaded files.
      if (mayHaveExecuted(error)) noteUnanswered(values ?? checked);
      else {
        sent.reclaimUploads();
        if (base.current) setDeletion((await fetchLaterAuthors(record))?.deletion);
      }
      const beside =
        values && error instanceof Error ? settings.errorOf?.(error, values) : undefined;
      if (beside) form.setError(beside.name, { message: beside.message }, { shouldFocus: true });
      return 'failed';
    }
  }

  function noteUnanswered(values: Out) {
    const stored = base.current;
    const replaced = stored ? lists.names.flatMap((name) => picturesOf(stored, name)) : [];
    const urls = [...(unanswered.current?.urls ?? []), ...replaced.map(({ url }) => url)];
    // For a new record, keep the values of the first attempt: if they were stored, later attempts change nothing.
    const first = stored ? undefined : unanswered.current?.held;
    unanswered.current = { held: first ?? heldAsStored(values), urls };
  }

  function savingOf(values: Out): SaveVariables<Out> {
    const stored = base.current;
    const made = stored ? undefined : creation.current;
    const isUnchanged = stored && !pictures.changed;
    const sent = fromLists((name) => [
      ...(isUnchanged ? picturesOf(stored, name) : lists.stored(name)),
    ]);
    return {
      stored,
      values,
      pictures: sent,
      ...(made && { creation: made }),
      // Cast: `saved` is a version of this form's record.
      ...(unanswered.current && {
        isStored: (saved) =>
          haveSameValues(settings.units, heldAsStored(values), held(saved as Row)),
      }),
    };
  }

  /**
   * Makes the next save create a new record, without the stored pictures, because these are in the trash with the
   * deleted record.
   */
  function becomeNew() {
    base.current = undefined;
    lists.adopt(() => []);
    setDeletion(undefined);
  }

  /** Shows the values of another user's version `theirs` for `units`. With `rebase`, that version becomes `base`. */
  function take(theirs: Row, units: readonly MergeUnit[], rebase: boolean) {
    const names = new Set(units.flatMap((unit) => unit.names));
    const taken = (all: RecordValues) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
    agreed.current = rebase ? {} : { ...agreed.current, ...taken(held(theirs)) };
    if (rebase) base.current = theirs;
    show(valuesOf(base.current ?? theirs), { ...form.getValues(), ...taken(valuesOf(theirs)) });
    const ofUnits = lists.names.filter((name) => names.has(name));
    for (const name of ofUnits) lists.reset(name, picturesOf(theirs, name));
    // All picture lists are one `MergeUnit`. If `units` lacks that unit, merge the saved pictures into the lists.
    if (rebase && ofUnits.length === 0) lists.adopt((name) => picturesOf(theirs, name));
  }

  /** Replaces all form values with those of an anonymised record: the entered data must not be saved. */
  function startAgain(theirs: Row, by?: Anonymisation) {
    take(theirs, [{ label: '', names: Object.keys(heldNow()) }], true);
    setAnonymised({ by });
  }

  function show(defaults: V, values: V) {
    // keepFieldsRef: keep the inputs registered. A group that does not render again does not register its inputs again.
    const options = { keepFieldsRef: true, keepErrors: true, keepIsSubmitted: true };
    form.reset(defaults, options);
    form.reset(values, { ...options, keepDefaultValues: true });
  }

  function held(stored: Row): RecordValues {
    return { ...valuesOf(stored), ...fromLists((name) => picturesOf(stored, name)) };
  }

  function heldNow(): RecordValues {
    return { ...form.getValues(), ...fromLists((name) => lists.held(name)) };
  }

  /** Returns the form values of the record after `values` are stored: for example, '@nome' is stored as 'nome'. */
  function heldAsStored(values: Out): RecordValues {
    // Cast: the values to store are columns of the row.
    return { ...heldNow(), ...valuesOf({ ...base.current, ...values } as unknown as Row) };
  }

  function fromLists<Read>(read: (name: string) => Read): Record<string, Read> {
    return Object.fromEntries(lists.names.map((name) => [name, read(name)]));
  }

  const record: EditedRecord<Row> = {
    row: () => base.current,
    base(theirs) {
      const sent = unanswered.current?.held;
      const read = base.current;
      // Use the sent values as base for a new record, or if an attempt without a response has stored these values.
      const isSent = !read || (sent && haveSameValues(settings.units, sent, held(theirs)));
      return isSent ? sent : { ...held(read), ...agreed.current };
    },
    typed: heldNow,
    stored: held,
    units: settings.units,
    describe: settings.describe,
    take,
    startAgain,
    meta,
  };
  const absorbLater = useEffectEvent((read: Row) => {
    const before = base.current;
    if (!before || read.version <= before.version) return;
    if (!isNewlyAnonymised(meta, read, before)) return void mergeVersion(record, read);
    startAgain(read);
    void fetchLaterAuthors({ meta, row: () => before }).then((later) =>
      setAnonymised({ by: later?.anonymisation }),
    );
  });
  useEffect(
    function mergeRefetchedRow() {
      if (row) absorbLater(row);
    },
    [row],
  );

  useEffect(() => closeConflictQuestions, []);

  const draft: DraftRecordAccess<V> = {
    current: () => base.current,
    agreed: () => agreed.current,
    // Cast: `stored` is a row of this form, which `current` returned.
    isOutdated: (stored) => !!base.current && isNewlyAnonymised(meta, base.current, stored as Row),
    async restore(values, stored, shown = {}) {
      const now = base.current;
      const before = stored as Row; // cast: see `isOutdated`
      const isOlder = now && before.version < now.version && findStoredArea(meta)?.isPersonal;
      const by = isOlder && (await fetchLaterAuthors({ meta, row: () => before }))?.anonymisation;
      if (by) return setAnonymised({ by });
      base.current = before;
      agreed.current = shown;
      show(valuesOf(base.current), { ...form.getValues(), ...values });
      if (now) mergeVersion(record, now);
    },
    sent: () => creation.current && { id: creation.current.id, held: creation.current.held },
    resume(sent) {
      if (base.current) return;
      // `sent: null` means that the attempts sent different values. It is set here because the user can change the
      // restored values. If the earlier attempt has stored the record, the next save compares the new values with the
      // stored values.
      creation.current = { ...sent, sent: null };
      unanswered.current = { held: sent.held, urls: [] };
    },
  };
  const end = () => setDeletion(undefined);
  const gone = deletion && row ? { id: String(row.id), deletion, end, becomeNew } : undefined;
  return { pictures, onSave, record: draft, gone, anonymised };
}

/** Uploads the new pictures. Returns the functions to call when the save ends; undefined if the save must not begin. */
async function sendPictures(
  { changed, uploads, keep }: RecordPictures,
  places: Readonly<Record<string, PictureUploadTarget>>,
  pathname: string,
) {
  // The promise rejects if the user leaves the form during the upload. Then the save must not begin.
  const sent = changed ? await uploads.send().catch(() => undefined) : {};
  if (!sent) return undefined;
  const lists = Object.entries(sent);
  const failed = findBlockingUploadFailure(sent, places);
  if (failed) {
    const about = ['pictures', pathname];
    toast.error(`Erro ao fazer upload da imagem: ${getErrorMessage(failed.error)}`, { about });
    return undefined;
  }
  const loose = uploads.release();
  return {
    /** Call if the record was definitely not written. The next save reuses the files; a closing form discards them. */
    reclaimUploads: () => uploads.reclaim(loose),
    /** Call after the save: shows which pictures failed to upload, and offers to open the page that uploads them. */
    warn(id: StoredRow['id'], goTo: (address: string) => void) {
      for (const [list, { failures }] of lists) {
        for (const { name, error } of failures) console.warn(`Picture ${name} was skipped`, error);
        const skipped = places[list]?.skipped;
        if (!skipped || failures.length === 0) continue;
        const address = skipped.address(id);
        const draft = keep(address);
        const action = draft && {
          label: 'Tentar novamente',
          run: () => (draft.reopen(), goTo(address)),
          missed: draft.release,
        };
        toast.warning(skipped.text(failures.map(({ name }) => name).join(', ')), { action });
      }
    },
  };
}
