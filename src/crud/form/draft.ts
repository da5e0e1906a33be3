import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { draftKey, readDraft, removeDraft, writeDraft } from '#data/drafts.ts';
import type { Draft } from '#data/drafts.ts';

export type DraftKeeper<V> = {
  /** What was typed earlier into this very form and neither saved nor given up. */
  offered: Draft<V> | undefined;
  restore: () => void;
  /** Forgets what is offered; what was typed since then stays. */
  discard: () => void;
  /** Forgets everything: after a save, or when the person gives up. */
  forget: () => void;
  /** Forgets everything, and answers how to have it shown in the form when that opens again; undefined when nothing was kept. */
  giveUp: () => (() => void) | undefined;
};

/** The record that a form was made from: a draft carries it, or it would be saved over what a colleague did since. */
export type DraftBase<V> = {
  current: () => unknown;
  /** Shows typed values over the record that they were typed over, which may have changed meanwhile. */
  restore: (values: Partial<V>, base: unknown) => void;
};

/**
 * Keeps what is typed in this browser until it is saved, so that a crash, a closed tab or an ended
 * session costs nothing. One draft a person and `name`; while an earlier one is offered, the new one is
 * kept before it. A field whose name says password is never kept, nor are the files of chosen `pictures`:
 * the draft knows their names.
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
  const [offered, setOffered] = useState(() => readDraft<V>(key));
  const isTyped = useRef(false);
  const keep = useEffectEvent((values: V) => {
    const isKept = isTyped.current || chosen !== chosenFirst;
    const at = new Date().toISOString();
    const draft = {
      at,
      values: withoutPasswords(values),
      pictures,
      base: base?.current(),
      earlier: offered,
    };
    if (isKept) writeDraft(key, draft);
    else if (offered) writeDraft(key, offered);
    else removeDraft(key);
  });
  useEffect(
    function keepWhatIsTyped() {
      return form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback({ values, dirtyFields = {} }) {
          isTyped.current = Object.keys(dirtyFields).some(mayBeKept);
          keep(values);
        },
      });
    },
    [form],
  );
  useEffect(
    function keepWhatIsChosen() {
      if (chosen !== chosenLast.current) keep(form.getValues());
      chosenLast.current = chosen;
    },
    [form, chosen],
  );
  const showWhatIsWanted = useEffectEvent(() => {
    if (offered?.wanted) restore();
  });
  useEffect(function restoreWhatWasGivenUp() {
    showWhatIsWanted();
  }, []);
  function offer(next: Draft<V> | undefined) {
    setOffered(next);
    const stored = readDraft<V>(key);
    // What is stored now was typed after what is offered, or is what is offered.
    const typed = stored && offered && stored.at !== offered.at ? stored : undefined;
    if (typed) writeDraft(key, { ...typed, earlier: next });
    else if (next) writeDraft(key, next);
    else removeDraft(key);
  }
  function restore() {
    if (!offered) return;
    offer(offered.earlier);
    const values = { ...form.getValues(), ...offered.values };
    if (base && offered.base) base.restore(values, offered.base);
    // The defaults stay those of the form: what differs from them is still unsaved. keepFieldsRef,
    // because a group of fields that does not render again does not register its inputs again either.
    else form.reset(values, { keepDefaultValues: true, keepFieldsRef: true });
  }
  function forget() {
    setOffered(undefined);
    removeDraft(key);
  }
  function giveUp() {
    const given = readDraft<V>(key);
    forget();
    return given && (() => writeDraft(key, { ...given, wanted: true }));
  }
  return {
    offered: offered?.wanted ? undefined : offered,
    restore,
    discard: () => offer(offered?.earlier),
    forget,
    giveUp,
  };
}

function withoutPasswords<V extends FieldValues>(values: V): Partial<V> {
  // Object.entries forgets that the keys are those of V.
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => mayBeKept(name)),
  ) as Partial<V>;
}

function mayBeKept(name: string): boolean {
  return !/password/i.test(name);
}
