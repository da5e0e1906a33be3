import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { SaveBar } from '#ui/save-bar.tsx';
import { useOpenConflictQuestion } from '#ui/conflict.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { toast } from '#ui/toast.ts';
import { RestoreDraftNotice } from '#ui/restore-draft-notice.tsx';
import { useDraft } from './draft.ts';
import type { DraftRecordAccess } from './draft.ts';
import { useRenderedGroups } from './rendered-groups.ts';
import { FormMenu } from './form-head.tsx';
import type { FormHeaderContent } from './form-head.tsx';
import type { Anonymisation, Deletion } from '../history/record-authors.queries.ts';
import type { RecordPictures } from './pictures.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import { getListHistoryState } from '../list-search.ts';

type GoneRecord = {
  id: string;
  deletion: Deletion;
  /** Removes the notice about the deletion. Called after the record was restored. */
  end: () => void;
  /** Makes the next save create a new record. Absent if this form cannot create records. */
  becomeNew?: () => void;
};

/**
 * The result of a save. 'undecided': not written, because the user left the question about a conflict without a choice,
 * or because the record was anonymised.
 */
export type SaveOutcome = 'saved' | 'undecided' | 'failed';

export type FormPageProps<V extends FieldValues, Out> = {
  head: FormHeaderContent;
  form: UseFormReturn<V, unknown, Out>;
  pictures?: RecordPictures;
  /**
   * Saves the values; the form closes only after 'saved'. After a failure, shows the error and returns 'failed' instead
   * of throwing. Calls `onSend` before it sends a new record.
   */
  onSave: (values: Out, onSend: () => void) => Promise<SaveOutcome>;
  /** The functions with which `useDraft` reads the stored record and restores the entered values. */
  record?: DraftRecordAccess<V>;
  /** Present if the record was deleted while the user edited it. */
  gone?: GoneRecord;
  /** Present if the record was anonymised while the user edited it. */
  anonymised?: { by?: Anonymisation };
  /** Content beside the groups of fields; below the groups on a narrow screen. */
  aside?: ReactNode;
  /** The groups of fields: `<FormGroup>`s. */
  children: ReactNode;
};

/**
 * Renders the groups of fields, a bar with 'Cancelar' and 'Salvar', and the menu in the header. Stores the entered
 * values as a draft until they are saved, and asks before the user leaves unsaved changes. Render it inside a
 * `<FormWithHeader>`.
 */
export function FormPage<V extends FieldValues, Out>({
  head,
  form,
  ...props
}: FormPageProps<V, Out>) {
  const { isDirty } = useFormState({ control: form.control });
  const { leave, reopen } = useLeaveForm(head.list.path);
  // Store the drafts of the form under its path.
  const draft = useDraft(
    form,
    useLocation().pathname,
    props.record,
    props.pictures?.lists.chosen() ?? [],
  );
  const { anonymised } = props;
  const forgetDrafts = useEffectEvent(draft.forget);
  useEffect(
    function deleteDraftsOfPerson() {
      if (anonymised) forgetDrafts();
    },
    [anonymised],
  );
  const groups = useRenderedGroups(props.children);
  const element = useRef<HTMLFormElement>(null);
  const isUnsaved = isDirty || !!props.pictures?.changed;
  const { busy, failed, submit, saving } = useSaveOnce(element, async (begin) => {
    let end: SaveOutcome = 'failed';
    await form.handleSubmit(async (values) => {
      begin();
      end = await props.onSave(values, draft.storeSentDraft);
    })();
    return end;
  });
  const asks = !!useOpenConflictQuestion();
  const endGuard = useUnsavedGuard(isUnsaved, draft.forget, () => (asks ? undefined : saving()));
  function leaveWithoutDraft(next = leave) {
    draft.forget();
    const isLeaving = endGuard();
    // Do not navigate if the user cancelled or followed a link while the save was running.
    if (element.current && !isLeaving) next();
  }
  /** Leaves the form without a question. A message offers to restore the discarded values and pictures, if any. */
  function cancel() {
    const pictures = props.pictures?.keep();
    const restoreDraft = isUnsaved ? draft.forgetWithUndo() : undefined;
    if (!endGuard()) leave();
    function undo() {
      restoreDraft?.();
      pictures?.reopen();
      reopen();
    }
    const action = { label: 'Desfazer', run: undo, missed: pictures?.release };
    if (isUnsaved)
      toast.success('Alterações descartadas', restoreDraft || pictures ? { action } : undefined);
  }
  async function saveThen(next?: () => void) {
    if (await submit()) leaveWithoutDraft(next);
  }
  const becomeNew = props.gone?.becomeNew;
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
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void saveThen();
      }}
    >
      <FormMenu
        head={head}
        onSaveThen={(next) => void saveThen(next)}
        onGone={() => leaveWithoutDraft()}
      />
      {props.gone && head.area && (
        <DeletedNotice
          area={head.area}
          id={props.gone.id}
          deletion={props.gone.deletion}
          onBack={() => (props.gone?.end(), void saveThen())}
          onAnother={becomeNew && (() => (becomeNew(), void saveThen()))}
        />
      )}
      {anonymised && head.area && <AnonymisedNotice area={head.area} by={anonymised.by} />}
      {draft.offered && (
        <RestoreDraftNotice
          key={draft.offered.at}
          at={draft.offered.at}
          pictures={draft.offered.pictures}
          onRestore={draft.restore}
          onForget={draft.discard}
        />
      )}
      <div
        // Block input during a save: values entered then would be neither saved nor stored as a draft.
        inert={busy}
        className="mb-4 flex max-w-6xl flex-col gap-4 xl:flex-row xl:items-start"
      >
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <FormProvider {...form}>{groups}</FormProvider>
        </div>
        {props.aside}
      </div>
      <SaveBar
        busy={busy && !asks}
        state={asks ? 'undecided' : failed ? 'failed' : isUnsaved ? 'changed' : 'unchanged'}
        onCancel={cancel}
      />
    </form>
  );
}

function useLeaveForm(list: string) {
  const router = useRouter();
  const [form] = useState(router.state.location.pathname);
  return {
    /**
     * Opens the list without a question about unsaved changes. If the form was opened from the list, goes back in the
     * history, which restores the filters, the page and the scroll position of the list.
     */
    leave() {
      if (router.history.location.state.fromList !== undefined)
        router.history.back({ ignoreBlocker: true });
      else void router.navigate({ to: list, ignoreBlocker: true });
    },
    /** Opens the form that 'Cancelar' has closed. If the user has already opened it again, mounts it again. */
    reopen() {
      const { pathname, state } = router.state.location;
      const isOpen = pathname === form;
      const atForm = { fromList: state.fromList, turn: state.turn, reopened: Date.now() };
      const from = isOpen ? atForm : pathname === list ? getListHistoryState() : {};
      void router.navigate({ to: form, replace: isOpen, state: from });
    },
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The time (`Date.now()`) of the last 'Desfazer' that restored values in a form that was already open. */
    reopened?: number;
  }
}

/** Returns the latest `reopened`, for the React key of a form: a new key mounts the form again with restored values. */
export function useReopenKey(): number | undefined {
  const reopened = useLocation({ select: ({ state }) => state.reopened });
  const [latest, setLatest] = useState(reopened);
  // Ignore undefined: the location of the next page has no `reopened`, and the form is rendered until that page loads.
  if (reopened !== undefined && reopened !== latest) setLatest(reopened);
  return latest;
}

// Lazy: needed only if the record was deleted or anonymised while it was edited.
const notices = () => import('./notices.tsx');
const DeletedNotice = lazyComponent(async () => (await notices()).DeletedNotice, 'used');
const AnonymisedNotice = lazyComponent(async () => (await notices()).AnonymisedNotice, 'used');

/**
 * Returns the state of the save of `form`, and `submit`, which runs `save`.
 * - Only one save runs at a time. After a success, no other save runs, although the form stays rendered until the next
 *   page has loaded.
 * - `save` calls `begin` when the form values are valid. Then `busy` is true until the save ends without success.
 * - A form that becomes inert loses the focus. The focus is restored when the save ends without success.
 * - `saving` returns the promise of the running or successful save, which resolves with true after a success; undefined
 *   if there is no such save.
 */
export function useSaveOnce(
  form: RefObject<HTMLFormElement | null>,
  save: (begin: () => void) => Promise<SaveOutcome>,
) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const running = useRef<Promise<boolean>>(undefined);
  const focused = useRef<Element>(null);
  useEffect(
    function restoreFocus() {
      const { current } = focused;
      if (busy || !(current instanceof HTMLElement)) return;
      // Focus a field with an error, else the element that had the focus before the form became inert.
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else if (document.activeElement === document.body) current.focus();
    },
    [busy, form],
  );
  /** Runs `save`, unless a save is running or has succeeded. Resolves with whether this call saved the record. */
  function submit(): Promise<boolean> {
    if (running.current) return Promise.resolve(false);
    running.current = saveOnce();
    return running.current;
  }
  async function saveOnce(): Promise<boolean> {
    focused.current = document.activeElement;
    let begun = false;
    const end = await save(() => {
      begun = true;
      setBusy(true);
    }).catch((error: unknown): SaveOutcome => {
      // Treat an exception (for example, a chunk failed to load) as a failed save, so that the user can try again.
      console.error(error);
      return 'failed';
    });
    const saved = end === 'saved';
    if (begun) setFailed(end === 'failed');
    if (!saved) {
      running.current = undefined;
      setBusy(false);
    }
    return saved;
  }
  return { busy, failed, submit, saving: () => running.current };
}

/**
 * Focuses the first field of the form of a new record, except on a touch device: there, the focus would open the
 * on-screen keyboard over the form.
 */
function useFirstField(form: RefObject<HTMLFormElement | null>, isNew: boolean) {
  useEffect(
    function focusFirstField() {
      if (!isNew || !matchMedia('(pointer: fine)').matches) return;
      const fields = 'input:not([type=file], [readonly]), select, textarea';
      form.current?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
    },
    [form, isNew],
  );
}

/** Calls `save` on Ctrl+S or Command+S, except while a dialog is open. Returns the unsubscribe function. */
function onSaveKey(save: () => void): () => void {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) save();
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
