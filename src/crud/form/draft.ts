import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { draftKey, draftsIn, onOthersDrafts, readDraft, writeDrafts } from '#data/drafts.ts';
import type { Draft } from '#data/drafts.ts';
import { randomName } from '#lib/random-name.ts';

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
 * session costs nothing. One draft a user, `name` and tab; while an earlier one is offered, or another tab has
 * one, the new one is stored before it. A form forgets its own and those that it has offered. A field whose name says password is never kept, nor are the files of chosen `pictures`:
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
  const [by] = useState(randomName);
  const [offered, setOffered] = useState(() => readDraft<V>(key));
  const [offeredFirst] = useState(() => draftsIn(offered).map(({ at }) => at));
  const isTyped = useRef(false);
  const isForgotten = useRef(false);
  const stored = () => draftsIn(readDraft<V>(key));
  const isMine = (draft: Draft<V>) => draft.by === by || offeredFirst.includes(draft.at);
  const keep = useEffectEvent((values: V) => {
    const isKept = isTyped.current || chosen !== chosenFirst;
    const at = new Date().toISOString();
    const draft = { at, by, values: withoutPasswords(values), pictures, base: base?.current() };
    const others = stored().filter((each) => each.by !== by);
    writeDrafts(key, isKept ? [draft, ...others] : others);
    isForgotten.current = false;
  });
  const keepAgain = useEffectEvent(() => {
    if (!isForgotten.current && !stored().some((each) => each.by === by)) keep(form.getValues());
  });
  useEffect(
    function keepInSpiteOfOthers() {
      // A form in another tab may have offered what is typed here, and forgotten it.
      return onOthersDrafts(key, keepAgain);
    },
    [key],
  );
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
  /** What is offered has been answered: the one before it is next. */
  function answer() {
    setOffered(offered?.earlier);
    const isAnswered = (each: Draft<V>) => each.at === offered?.at && each.by === offered.by;
    writeDrafts(
      key,
      stored().filter((each) => !isAnswered(each)),
    );
  }
  function restore() {
    if (!offered) return;
    answer();
    const values = { ...form.getValues(), ...offered.values };
    if (base && offered.base) base.restore(values, offered.base);
    // The defaults stay those of the form: what differs from them is still unsaved. keepFieldsRef,
    // because a group of fields that does not render again does not register its inputs again either.
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
  function giveUp() {
    const [given, ...before] = stored().filter(isMine);
    forget();
    return given && (() => writeDrafts(key, [{ ...given, wanted: true }, ...before, ...stored()]));
  }
  return {
    offered: offered?.wanted ? undefined : offered,
    restore,
    discard: answer,
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
