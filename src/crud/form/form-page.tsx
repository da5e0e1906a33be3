import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ActionBar } from '#ui/action-bar.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { onSaveKey } from '#ui/save-key.ts';
import { toast } from '#ui/toast.ts';
import { DraftOffer } from './draft-offer.tsx';
import { useDraft } from './draft.ts';
import type { DraftBase } from './draft.ts';
import { useLeaveForm, useReopenForm, useUnsavedGuard } from './leave.ts';

export type FormPageProps<V extends FieldValues, Out> = {
  title: string;
  form: UseFormReturn<V, unknown, Out>;
  /** The list, where a save and 'Cancelar' lead. */
  list: string;
  /** Changes that are not in the fields, such as pictures. */
  changed?: boolean;
  /** True when the record is saved; false when the form has to stay. Throws nothing. */
  onSave: (values: Out) => Promise<boolean>;
  /** The record that the form was made from. */
  record?: DraftBase<V>;
  /** What stands beside the groups on a wide screen. */
  aside?: ReactNode;
  /** `<FormGroup>`s. */
  children: ReactNode;
};

/** Title, groups of fields and a bar with 'Cancelar' and 'Salvar'; loses nothing that was typed. */
export function FormPage<V extends FieldValues, Out>({
  title,
  form,
  list,
  ...props
}: FormPageProps<V, Out>) {
  const { isDirty } = useFormState({ control: form.control });
  const leave = useLeaveForm(list);
  const reopen = useReopenForm(list);
  // Each form has an address of its own, which names its draft.
  const draft = useDraft(form, useLocation().pathname, props.record);
  const element = useRef<HTMLFormElement>(null);
  const isUnsaved = isDirty || !!props.changed;
  const endGuard = useUnsavedGuard(isUnsaved, draft.forget);
  function leaveForGood() {
    draft.forget();
    endGuard();
    // Who cancelled while the save went on is somewhere else by now.
    if (element.current) leave();
  }
  /** Leaves at once, without a question: what was typed can be had back. */
  function cancel() {
    const bringBack = isUnsaved ? draft.giveUp() : undefined;
    endGuard();
    leave();
    const action = bringBack && { label: 'Desfazer', run: () => (bringBack(), reopen()) };
    if (isUnsaved) toast.success('Alterações descartadas', { action });
  }
  const { busy, submit } = useSubmission(form, async (values) => {
    const saved = await props.onSave(values);
    if (saved) leaveForGood();
    return saved;
  });
  useEffect(function saveByKey() {
    return onSaveKey(() => element.current?.requestSubmit());
  }, []);
  return (
    <form
      ref={element}
      noValidate
      autoComplete="off"
      aria-label={title}
      // As high as the window, so that the bar stands at its end also under a short form: messages
      // appear above the bar.
      className="flex min-h-[calc(100dvh-var(--header-height,3.5rem)-2.5rem-1px)] flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PageTitle title={title} />
      {draft.offered && (
        <DraftOffer
          key={draft.offered.at}
          at={draft.offered.at}
          onRestore={draft.restore}
          onForget={draft.discard}
        />
      )}
      <div
        // What is typed while a save is under way would be neither saved nor kept.
        inert={busy}
        className="mb-4 flex max-w-6xl flex-col gap-4 xl:flex-row xl:items-start"
      >
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <FormProvider {...form}>{props.children}</FormProvider>
        </div>
        {props.aside}
      </div>
      <ActionBar busy={busy} onCancel={cancel} />
    </form>
  );
}

/** One save at a time, and none after the one that succeeded: the form is still there while the next page comes. */
function useSubmission<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  save: (values: Out) => Promise<boolean>,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const focused = useRef<Element>(null);
  useEffect(
    function giveTheFocusBack() {
      const { current } = focused;
      if (busy || !(current instanceof HTMLElement)) return;
      // A field that the platform refused comes first; else an inert form has let go of the focus.
      const wrong = current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else if (document.activeElement === document.body) current.focus();
    },
    [busy],
  );
  async function submit() {
    if (running.current) return;
    running.current = true;
    focused.current = document.activeElement;
    let saved = false;
    await form.handleSubmit(async (values) => {
      setBusy(true);
      saved = await save(values);
    })();
    running.current = saved;
    if (!saved) setBusy(false);
  }
  return { busy, submit };
}
