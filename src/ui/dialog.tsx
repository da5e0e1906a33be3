import X from 'lucide-react/icons/x';
import { useId } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { openModal } from './modal-dialogs.ts';

export type DialogProps = {
  title: ReactNode;
  /**
   * Called when the user presses Escape, clicks the close button, or clicks outside the dialog. Without `onClose`, the
   * user cannot dismiss the dialog.
   */
  onClose?: () => void;
  role?: 'alertdialog';
  /** The maximum width. `sheet` also places the dialog at the bottom of the window on a phone. */
  size?: 'sm' | 'md' | 'lg' | 'sheet';
  footer?: ReactNode;
  /**
   * The content. When the dialog opens, it focuses the element with `data-autofocus`, else the first control of the
   * content, else the first control of the footer.
   */
  children: ReactNode;
};

/**
 * A modal dialog, open as long as it is rendered. While it is open, the browser keeps the focus inside. When it closes,
 * the browser restores the earlier focus.
 */
export function Dialog({ title, onClose, role, size = 'md', footer, children }: DialogProps) {
  const titleId = useId();
  return (
    <dialog
      ref={showModal}
      role={role}
      aria-labelledby={titleId}
      className={`appear m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] rounded-card border border-line bg-surface text-ink shadow-floating ${sizes[size]}`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      // A browser can close the dialog at the second Escape, even if `onCancel` prevents it. Then call `onClose`; if
      // there is no `onClose`, open the dialog again, because the user must not dismiss it.
      onClose={(event) => {
        const { target, currentTarget } = event;
        // The event is asynchronous: ignore it if the dialog has been unmounted or opened again meanwhile.
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
        if (onClose) onClose();
        else currentTarget.showModal();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      {/* Put the padding on the inner elements: then only a pointerdown on the backdrop has the dialog as target. */}
      <div className="flex items-start justify-between gap-4 px-5 pt-5">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {onClose && (
          <IconButton label="Fechar" icon={<X />} onClick={onClose} className="-mt-1 -mr-2" />
        )}
      </div>
      <div data-choices className="px-5 pt-2 pb-5">
        {children}
      </div>
      {footer && (
        <footer
          data-choices
          className="flex flex-wrap justify-end gap-2 max-sm:*:flex-auto border-t border-line bg-canvas px-5 py-3"
        >
          {footer}
        </footer>
      )}
    </dialog>
  );
}

export type FormDialogProps = Omit<DialogProps, 'onClose' | 'footer'> & {
  onClose: () => void;
  /** The text of the submit button, e.g. 'Aplicar'. */
  action: string;
  /** The text of the button that closes the dialog; 'Cancelar' by default. */
  back?: string;
  tone?: 'primary' | 'danger';
  busy?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** A dialog with fields, a submit button and a button that closes it. */
export function FormDialog(props: FormDialogProps) {
  const { action, back = 'Cancelar', tone = 'primary', busy = false, ...rest } = props;
  const { onSubmit, children, ...dialog } = rest;
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>{back}</Button>
          <Button type="submit" form={formId} variant={tone} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

function showModal(dialog: HTMLDialogElement) {
  const close = openModal(dialog);
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]');
  (first ?? dialog.querySelector<HTMLElement>(choices))?.focus();
  return close;
}

const choices = '[data-choices] :is(a[href], button, input, select, textarea)';

const sizes = {
  sm: 'max-w-sm',
  md: 'max-w-lg',
  lg: 'max-w-3xl',
  sheet: 'max-w-lg max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none',
};
