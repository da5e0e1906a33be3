import ImagePlus from 'lucide-react/icons/image-plus';
import { useEffect, useEffectEvent, useState } from 'react';

export type IncomingImagesProps = {
  /** What is said while files are dragged over the page: 'Solte a imagem em qualquer lugar.' */
  invitation: string;
  onFiles: (files: File[]) => void;
};

/** Hands over what is pasted, or dropped anywhere on the page that is no field of pictures; shows where while something is dragged. */
export function IncomingImages({ invitation, onFiles }: IncomingImagesProps) {
  const [dragging, setDragging] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(function takeFilesFromThePage() {
    function onDrag(event: DragEvent) {
      const welcome = carriesFiles(event.dataTransfer) && isListening();
      // Else the browser would leave the panel and show the file.
      if (carriesFiles(event.dataTransfer)) event.preventDefault();
      // Without a next element the pointer has left the window.
      setDragging(welcome && !(event.type === 'dragleave' && event.relatedTarget === null));
    }
    function onDrop(event: DragEvent) {
      setDragging(false);
      // A field that the files were dropped on has taken them.
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (isListening()) take([...(event.dataTransfer?.files ?? [])]);
    }
    function onPaste({ clipboardData }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])].filter(isImage);
      // A copied table brings a picture of itself along: where there is text, the text is meant.
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
        <ImagePlus aria-hidden="true" className="size-5 shrink-0" />
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

/** A form that is being saved takes nothing, nor does one behind a dialog. */
function isListening(): boolean {
  return !document.querySelector('form > [inert], dialog:modal');
}
