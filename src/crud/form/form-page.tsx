import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ActionBar } from '#ui/action-bar.tsx';
import { onSaveKey } from '#ui/save-key.ts';
import { toast } from '#ui/toast.ts';
import { DraftOffer } from './draft-offer.tsx';
import { useDraft } from './draft.ts';
import type { DraftBase } from './draft.ts';
import { FormHeader } from './form-head.tsx';
import type { FormHead } from './form-head.tsx';
import { useLeaveForm, useReopenForm, useUnsavedGuard } from './leave.ts';

export type FormPageProps<V extends FieldValues, Out> = {
  head: FormHead;
  form: UseFormReturn<V, unknown, Out>;
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

/** Head, groups of fields and a bar with 'Cancelar' and 'Salvar'; loses nothing that was typed. */
export function FormPage<V extends FieldValues, Out>({
  head,
  form,
  ...props
}: FormPageProps<V, Out>) {
  const { isDirty } = useFormState({ control: form.control });
  const leave = useLeaveForm(head.list.path);
  const reopen = useReopenForm(head.list.path);
  // Each form has an address of its own, which names its draft.
  const draft = useDraft(form, useLocation().pathname, props.record);
  const element = useRef<HTMLFormElement>(null);
  const isUnsaved = isDirty || !!props.changed;
  const endGuard = useUnsavedGuard(isUnsaved, draft.forget);
  function leaveForGood(goOn = leave) {
    draft.forget();
    endGuard();
    // Who cancelled while the save went on is somewhere else by now.
    if (element.current) goOn();
  }
  /** Leaves at once, without a question: what was typed can be had back. */
  function cancel() {
    const bringBack = isUnsaved ? draft.giveUp() : undefined;
    endGuard();
    leave();
    const action = bringBack && { label: 'Desfazer', run: () => (bringBack(), reopen()) };
    if (isUnsaved) toast.success('Alterações descartadas', { action });
  }
  const { busy, failed, submit } = useSubmission(form, props.onSave);
  async function saveThen(goOn?: () => void) {
    if (await submit()) leaveForGood(goOn);
  }
  useFirstField(element, !props.record?.current());
  useEffect(function saveByKey() {
    return onSaveKey(() => element.current?.requestSubmit());
  }, []);
  return (
    <form
      ref={element}
      noValidate
      autoComplete="off"
      aria-label={head.title}
      // As high as the window, so that the bar stands at its end also under a short form: messages
      // appear above the bar.
      className="flex min-h-[calc(100dvh-var(--header-height,3.5rem)-2.5rem-1px)] flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void saveThen();
      }}
    >
      <FormHeader
        head={head}
        menu={{ onSaveThen: (goOn) => void saveThen(goOn), onDeleted: () => leaveForGood() }}
      />
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
      <ActionBar
        busy={busy}
        state={failed ? 'failed' : isUnsaved ? 'changed' : 'unchanged'}
        onCancel={cancel}
      />
    </form>
  );
}

/** An empty form is there to be filled in. Not where a keyboard would come up over it. */
function useFirstField(form: RefObject<HTMLFormElement | null>, isNew: boolean) {
  useEffect(
    function beginAtTheFirstField() {
      if (!isNew || !matchMedia('(pointer: fine)').matches) return;
      const fields = 'input:not([type=file], [readonly]), select, textarea';
      form.current?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
    },
    [form, isNew],
  );
}

/** One save at a time, and none after the one that succeeded: the form is still there while the next page comes. */
function useSubmission<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  save: (values: Out) => Promise<boolean>,
) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
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
  /** True when the record is saved. */
  async function submit(): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    focused.current = document.activeElement;
    let saved = false;
    await form.handleSubmit(async (values) => {
      setBusy(true);
      saved = await save(values);
      setFailed(!saved);
    })();
    running.current = saved;
    if (!saved) setBusy(false);
    return saved;
  }
  return { busy, failed, submit };
}
