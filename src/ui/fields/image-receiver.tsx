import ImagePlus from 'lucide-react/icons/image-plus';
import { useEffect, useEffectEvent, useState } from 'react';

export type ImageReceiverProps = {
  /** The text shown while files are dragged over the page: 'Solte a imagem em qualquer lugar.' */
  invitation: string;
  onFiles: (files: File[]) => void;
};

/**
 * The invitation to drop files, visible during a drag. While this component is mounted, it passes pasted pictures to
 * `onFiles`, and also files that are dropped anywhere outside of a picture field.
 */
export function ImageReceiver({ invitation, onFiles }: ImageReceiverProps) {
  const [dragging, setDragging] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(function receiveFiles() {
    function onDrag(event: DragEvent) {
      const welcome = carriesFiles(event.dataTransfer) && isListening();
      // Prevent the default action: otherwise, the browser would leave the panel and open the file.
      if (carriesFiles(event.dataTransfer)) event.preventDefault();
      // After a dragleave without a relatedTarget the pointer is outside of the window: hide the invitation.
      setDragging(welcome && !(event.type === 'dragleave' && event.relatedTarget === null));
    }
    function onDrop(event: DragEvent) {
      setDragging(false);
      // Ignore files that a picture field has already received.
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (isListening()) take([...(event.dataTransfer?.files ?? [])]);
    }
    function onPaste({ clipboardData }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])].filter(isImage);
      // Spreadsheet programs copy cells also as a picture: if the clipboard has text, let the browser paste the text.
      const isText = clipboardData?.types.includes('text/plain');
      if (files.length > 0 && !isText && isListening()) take(files);
    }
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ['dragenter', 'dragover', 'dragleave'] as const)
      document.addEventListener(type, onDrag, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => listening.abort();
  }, []);
  if (!dragging) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-20 flex items-start justify-center rounded-card border-2 border-dashed border-accent p-4">
      <p className="flex items-center gap-2 rounded-card bg-accent px-4 py-2 font-semibold text-on-accent shadow-floating">
        <ImagePlus className="size-5 shrink-0" />
        {invitation}
      </p>
    </div>
  );
}

function isImage({ type }: File): boolean {
  return type.startsWith('image/');
}

function carriesFiles(transfer: DataTransfer | null): boolean {
  return !!transfer?.types.includes('Files');
}

/** Returns whether the page can receive files: not while a form is being saved, and not behind a modal dialog. */
function isListening(): boolean {
  return !document.querySelector('form > [inert], dialog:modal');
}
