import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ActionBar } from '#ui/action-bar.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { onSaveKey } from '#ui/save-key.ts';
import { useDraft } from './draft.ts';
import { DraftOffer } from '#ui/draft-offer.tsx';
import { useLeaveForm } from './leave-form.ts';
import { useUnsavedGuard } from './unsaved-guard.ts';

export type FormPageProps<V extends FieldValues, Out> = {
  title: string;
  form: UseFormReturn<V, unknown, Out>;
  /** The list, where a save and 'Cancelar' lead. */
  list: string;
  /** Changes that are not in the fields, such as pictures. */
  changed?: boolean;
  /** True when the record is saved; false when the form has to stay. Throws nothing. */
  onSave: (values: Out) => Promise<boolean>;
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
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  const leave = useLeaveForm(list);
  // Each form has an address of its own, which names its draft.
  const draft = useDraft(form, useLocation().pathname);
  const element = useRef<HTMLFormElement>(null);
  const endGuard = useUnsavedGuard(isDirty || !!props.changed, draft.forget);
  function leaveForGood() {
    draft.forget();
    endGuard();
    // Who cancelled while the save went on is somewhere else by now.
    if (element.current) leave();
  }
  useEffect(function saveByKey() {
    return onSaveKey(() => element.current?.requestSubmit());
  }, []);
  async function save(values: Out) {
    if (await props.onSave(values)) leaveForGood();
  }
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
        if (!isSubmitting) void form.handleSubmit(save)(event);
      }}
    >
      <PageTitle title={title} />
      {draft.offered && (
        <DraftOffer at={draft.offered.at} onRestore={draft.restore} onForget={draft.forget} />
      )}
      <div className="mb-4 flex max-w-6xl flex-col gap-4 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <FormProvider {...form}>{props.children}</FormProvider>
        </div>
        {props.aside}
      </div>
      <ActionBar busy={isSubmitting} onCancel={leaveForGood} />
    </form>
  );
}
