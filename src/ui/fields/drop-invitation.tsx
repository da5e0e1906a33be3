import ImagePlus from 'lucide-react/icons/image-plus';

/** What an empty place for pictures says. */
export function DropInvitation({ children }: { children: string }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 p-3 text-center text-xs text-muted">
      <ImagePlus aria-hidden="true" className="size-5" />
      <span>
        <b className="font-medium text-ink">Escolha</b>, arraste ou cole {children}
      </span>
    </div>
  );
}
