import ImagePlus from 'lucide-react/icons/image-plus';
import { useId, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';

export type DropZoneProps = {
  /** Names the file input. */
  label: string;
  multiple?: boolean;
  /** Ids of the hint and error that describe the input. */
  describedBy?: string;
  invalid?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

/** A place to drop pictures on, or to press in order to choose them. */
export function DropZone({ label, multiple, describedBy, invalid, className, onFiles, children }: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => files && files.length > 0 && onFiles([...files]);
  return (
    <div
      onDragOver={(event) => carriesFiles(event) && (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (carriesFiles(event)) (event.preventDefault(), take(event.dataTransfer.files));
      }}
      className={`relative flex items-center justify-center rounded-control border border-dashed text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-hover ${
        over ? 'border-accent bg-accent-soft' : invalid ? 'border-danger' : 'border-control'
      } ${className ?? ''}`}
    >
      {/* The invisible input covers the zone: a press anywhere opens the file chooser. */}
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple={multiple}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen again after it was removed.
          event.target.value = '';
        }}
      />
      <div className="pointer-events-none flex flex-col items-center gap-1 p-3 text-xs text-muted">
        <ImagePlus aria-hidden="true" className="size-5" />
        {children}
      </div>
    </div>
  );
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}
