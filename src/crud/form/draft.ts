import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import {
  draftKey,
  flattenDrafts,
  onDraftsChangedInOtherTab,
  readDraft,
  writeDrafts,
} from '#data/drafts.ts';
import type { Draft, CreationAttempt } from '#data/drafts.ts';
import type { RecordValues } from '#lib/merge.ts';
import { createRandomHex } from '#lib/random-name.ts';

export type FormDraft<V> = {
  /**
   * The draft that the form offers to restore: it was stored before the form opened. Undefined if there is no such
   * draft, and for a draft that the form restores without an offer (`wanted`).
   */
  offered: Draft<V> | undefined;
  restore: () => void;
  /** Stores the form values with the idempotency key of the new record. Call it just before the record is sent. */
  storeSentDraft: () => void;
  /**
   * Deletes the offered draft, and offers the next older draft. Does not delete the draft of the values that the user
   * has entered in this form.
   */
  discard: () => void;
  /**
   * Deletes the draft of this form and the drafts that were stored before this form opened. Call it after a save, and
   * when the user discards the changes.
   */
  forget: () => void;
  /**
   * Deletes the same drafts as `forget`. Returns a function that stores these drafts again, so that the reopened form
   * shows the values of the newest draft; undefined if there was no draft.
   */
  forgetWithUndo: () => (() => void) | undefined;
};

/**
 * The functions with which `useDraft` reads the stored record of a form, and restores a draft in the form. A draft
 * contains the version of the record that the form has read: a restore compares it with the current version. Otherwise
 * the restore would overwrite a colleague's later changes.
 */
export type DraftRecordAccess<V> = {
  /** Returns the stored record that the form values are compared with; undefined for a new record. */
  current: () => unknown;
  /** Returns the values that the form took over from later stored versions, keyed by field. */
  agreed: () => RecordValues;
  /** Whether the record was anonymised after the version `base`. A draft with this version must not be restored. */
  isOutdated: (base: unknown) => boolean;
  /**
   * Shows the values of a draft in the form, merged with the current version of the record. `base` and `agreed` are
   * stored in the draft. Restores nothing if the record was anonymised after `base`.
   */
  restore: (values: Partial<V>, base: unknown, agreed: RecordValues | undefined) => Promise<void>;
  /**
   * Returns the idempotency key of a new record, and the values that an earlier attempt has perhaps stored. Returns
   * undefined before the first attempt to save the record, and for a stored record.
   */
  sent: () => CreationAttempt | undefined;
  /** Makes the next save repeat the creation `sent` with its idempotency key: the record must be stored only once. */
  resume: (sent: CreationAttempt) => void;
};

/**
 * Stores the form values in this browser until they are saved, so that they survive a crash, a closed tab or an expired
 * session. Returns the draft to offer, and the functions that restore and delete drafts.
 * - The drafts of one user for the form `name` are stored together, newest first. Each open form writes one draft.
 * - A form deletes its own draft and the drafts that were stored before it opened, but not later drafts of other tabs.
 * - Fields whose name contains 'password' are never stored. Only the names of chosen `pictures` are stored.
 */
export function useDraft<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  name: string,
  base: DraftRecordAccess<V> | undefined,
  pictures: readonly string[],
): FormDraft<V> {
  const [key] = useState(() => draftKey(name));
  const chosen = pictures.join();
  const [chosenFirst] = useState(chosen);
  const chosenLast = useRef(chosen);
  const [by] = useState(createRandomHex);
  const [offered, setOffered] = useState(() => readUsableDraft(key, base));
  const [offeredFirst] = useState(() => flattenDrafts(offered).map(({ at }) => at));
  const isTyped = useRef(false);
  const isForgotten = useRef(false);
  const stored = () => flattenDrafts(readDraft<V>(key));
  const isMine = (draft: Draft<V>) => draft.by === by || offeredFirst.includes(draft.at);
  function store(values: V) {
    const isKept = isTyped.current || chosen !== chosenFirst;
    const at = new Date().toISOString();
    const creation = base?.sent();
    const sent = creation && { ...creation, held: withoutPasswords(creation.held) };
    const typed = withoutPasswords(values);
    const [read, agreed] = [base?.current(), base?.agreed()];
    const draft = { at, by, values: typed, pictures, base: read, agreed, sent };
    const others = stored().filter((each) => each.by !== by);
    writeDrafts(key, isKept ? [draft, ...others] : others);
    isForgotten.current = false;
  }
  const keep = useEffectEvent(store);
  const keepAgain = useEffectEvent(() => {
    if (!isForgotten.current && !stored().some((each) => each.by === by)) keep(form.getValues());
  });
  useEffect(
    function storeAgainAfterDeletion() {
      // Store the draft again if a form in another tab has offered and deleted it.
      return onDraftsChangedInOtherTab(key, keepAgain);
    },
    [key],
  );
  useEffect(
    function storeTypedValues() {
      return form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback({ values, dirtyFields = {} }) {
          isTyped.current = Object.keys(dirtyFields).some(isStorable);
          keep(values);
        },
      });
    },
    [form],
  );
  useEffect(
    function storeChosenPictures() {
      if (chosen !== chosenLast.current) keep(form.getValues());
      chosenLast.current = chosen;
    },
    [form, chosen],
  );
  const restoreIfWanted = useEffectEvent(() => {
    if (offered?.wanted) restore();
  });
  useEffect(function restoreOnReopen() {
    restoreIfWanted();
  }, []);
  /** Deletes the offered draft, which is being restored or discarded, and offers the next older draft. */
  function removeOffered() {
    setOffered(offered?.earlier);
    const isAnswered = (each: Draft<V>) => each.at === offered?.at && each.by === offered.by;
    writeDrafts(
      key,
      stored().filter((each) => !isAnswered(each)),
    );
  }
  function restore() {
    if (!offered) return;
    removeOffered();
    // Resume the earlier attempt to create the record only within an hour: later, the user perhaps wants a second
    // record with these values.
    if (offered.sent && Date.now() - Date.parse(offered.at) < RETRY_MS) base?.resume(offered.sent);
    const values = { ...form.getValues(), ...offered.values };
    if (base && offered.base) void base.restore(values, offered.base, offered.agreed);
    // keepDefaultValues: the restored values must count as unsaved changes. keepFieldsRef: the form must keep its
    // registered inputs, because a group of fields that does not render again does not register its inputs again.
    else form.reset(values, { keepDefaultValues: true, keepFieldsRef: true });
  }
  function forget() {
    setOffered(undefined);
    isForgotten.current = true;
    writeDrafts(
      key,
      stored().filter((each) => !isMine(each)),
    );
  }
  function forgetWithUndo() {
    const [given, ...before] = stored().filter(isMine);
    forget();
    return given && (() => writeDrafts(key, [{ ...given, wanted: true }, ...before, ...stored()]));
  }
  return {
    offered: offered?.wanted ? undefined : offered,
    restore,
    storeSentDraft: () => store(form.getValues()),
    discard: removeOffered,
    forget,
    forgetWithUndo,
  };
}

/**
 * Deletes the drafts that must not be restored (`isOutdated`). Returns the newest remaining draft, which contains the
 * older drafts; undefined if no draft remains.
 */
function readUsableDraft<V>(
  key: string,
  form: DraftRecordAccess<V> | undefined,
): Draft<V> | undefined {
  const all = flattenDrafts(readDraft<V>(key));
  const usable = all.filter(({ base }) => base === undefined || !form?.isOutdated(base));
  if (usable.length < all.length) writeDrafts(key, usable);
  return readDraft<V>(key);
}

function withoutPasswords<V extends FieldValues>(values: V): Partial<V> {
  // Cast: the types of Object.entries and Object.fromEntries lose the keys of V.
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => isStorable(name)),
  ) as Partial<V>;
}

function isStorable(name: string): boolean {
  return !/password/i.test(name);
}

/**
 * The maximum age of a draft, in milliseconds, for which a restore resumes the earlier attempt to create the record,
 * with the same idempotency key. The restore of an older draft begins a new record.
 */
const RETRY_MS = 60 * 60_000;
