import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { draftKey, draftsIn, onOthersDrafts, readDraft, writeDrafts } from '#data/drafts.ts';
import type { Draft, SentDraft } from '#data/drafts.ts';
import type { Held } from '#lib/merge.ts';
import { randomName } from '#lib/random-name.ts';

export type DraftKeeper<V> = {
  /** The draft of an earlier session of this form that was neither saved nor discarded. */
  offered: Draft<V> | undefined;
  restore: () => void;
  /** Stores the typed values with the key of their creation. Call it when the new record is sent. */
  keepSent: () => void;
  /** Deletes the offered draft, but not the values that were typed since then. */
  discard: () => void;
  /** Deletes all drafts of the form, after a save or when the user discards the changes. */
  forget: () => void;
  /**
   * Deletes all drafts of the form. Returns a function that restores the values when the form opens again; undefined
   * when there was no draft.
   */
  forgetWithUndo: () => (() => void) | undefined;
};

/**
 * The record from which a form was made. The draft stores it: otherwise restoring would overwrite a colleague's later
 * changes.
 */
export type DraftBase<V> = {
  current: () => unknown;
  /** The values of later versions that the form has taken over. */
  agreed: () => Held;
  /** Whether the values typed over this record must not be restored: it was anonymised since then. */
  isOutdated: (base: unknown) => boolean;
  /** Merges typed values into the current record; `base` and `agreed` are what they were typed over. */
  restore: (values: Partial<V>, base: unknown, agreed: Held | undefined) => Promise<void>;
  /** The creation of a new record that was sent. */
  sent: () => SentDraft | undefined;
  /** Makes the next save another attempt of this creation, so that the record is stored once. */
  resume: (sent: SentDraft) => void;
};

/**
 * Stores typed values in this browser until they are saved, so that they survive a crash, a closed tab or an expired
 * session.
 * - There is one draft for each user, `name` and tab. The offered draft and those of other tabs are stored after it.
 * - A form deletes its own drafts and those that it has offered.
 * - Fields whose name contains 'password' are never stored. Only the names of chosen `pictures` are stored.
 */
export function useDraft<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  name: string,
  base: DraftBase<V> | undefined,
  pictures: readonly string[],
): DraftKeeper<V> {
  const [key] = useState(() => draftKey(name));
  const chosen = pictures.join();
  const [chosenFirst] = useState(chosen);
  const chosenLast = useRef(chosen);
  const [by] = useState(randomName);
  const [offered, setOffered] = useState(() => readUsableDraft(key, base));
  const [offeredFirst] = useState(() => draftsIn(offered).map(({ at }) => at));
  const isTyped = useRef(false);
  const isForgotten = useRef(false);
  const stored = () => draftsIn(readDraft<V>(key));
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
      // A form in another tab may have offered this draft and deleted it.
      return onOthersDrafts(key, keepAgain);
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
  /** Removes the offered draft after it was restored or discarded, and offers the draft before it. */
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
    // Later, the user may take the typed values for another record.
    if (offered.sent && Date.now() - Date.parse(offered.at) < RETRY_MS) base?.resume(offered.sent);
    const values = { ...form.getValues(), ...offered.values };
    if (base && offered.base) void base.restore(values, offered.base, offered.agreed);
    // Keep the form's default values: fields that differ from them are still unsaved. keepFieldsRef, because a group of
    // fields that does not render again does not register its inputs again either.
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
    keepSent: () => store(form.getValues()),
    discard: removeOffered,
    forget,
    forgetWithUndo,
  };
}

/** Reads the drafts, newest first, after it has deleted the outdated ones. */
function readUsableDraft<V>(key: string, form: DraftBase<V> | undefined): Draft<V> | undefined {
  const all = draftsIn(readDraft<V>(key));
  const usable = all.filter(({ base }) => base === undefined || !form?.isOutdated(base));
  if (usable.length < all.length) writeDrafts(key, usable);
  return readDraft<V>(key);
}

function withoutPasswords<V extends FieldValues>(values: V): Partial<V> {
  // The type of Object.entries loses the keys of V.
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => isStorable(name)),
  ) as Partial<V>;
}

function isStorable(name: string): boolean {
  return !/password/i.test(name);
}

/** A draft that is restored within an hour continues the save that was sent. */
const RETRY_MS = 60 * 60_000;
