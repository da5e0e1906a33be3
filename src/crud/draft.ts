import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { draftKey, readDraft, removeDraft, writeDraft } from '#data/drafts.ts';
import type { Draft } from '#data/drafts.ts';

export type DraftKeeper<V> = {
  /** What was typed earlier into this very form and neither saved nor given up. */
  offered: Draft<V> | undefined;
  restore: () => void;
  /** Forgets the offered or the present draft: after a save, or when the person gives up. */
  forget: () => void;
};

/**
 * Keeps what is typed in this browser until it is saved, so that a crash, a closed tab or an ended
 * session costs nothing. One draft a person and `name`. A field whose name says password is never kept.
 */
export function useDraft<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  name: string,
): DraftKeeper<V> {
  const [key] = useState(() => draftKey(name));
  const [offered, setOffered] = useState(() => readDraft<V>(key));
  useEffect(
    function keepWhatIsTyped() {
      return form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback({ values, dirtyFields = {} }) {
          const kept = Object.keys(dirtyFields).some(mayBeKept);
          if (kept)
            writeDraft(key, { at: new Date().toISOString(), values: withoutPasswords(values) });
          else removeDraft(key);
        },
      });
    },
    [form, key],
  );
  return {
    offered,
    restore() {
      // The defaults stay those of the record: what differs from them is still unsaved. keepFieldsRef,
      // because a group of fields that does not render again does not register its inputs again either.
      const values = { ...form.getValues(), ...offered?.values };
      if (offered) form.reset(values, { keepDefaultValues: true, keepFieldsRef: true });
      setOffered(undefined);
    },
    forget() {
      setOffered(undefined);
      removeDraft(key);
    },
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
