import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';

export type DropZoneProps = {
  /** Id of the file input, for its label. */
  id: string;
  multiple?: boolean;
  /** Ids of the hint and error that describe the input. */
  describedBy?: string;
  invalid?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  /** Called instead of `onFiles` on every drop. Pass `onTile` only while a tile is dragged. */
  onTile?: () => void;
  /** The visible content. Clicks on it reach the file input, except on elements with `pointer-events-auto`. */
  children: ReactNode;
};

/** A zone on which the user drops pictures. A click on the zone opens the file dialog. */
export function DropZone({ id, multiple, describedBy, invalid, ...props }: DropZoneProps) {
  const { className = '', onFiles, onTile, children } = props;
  const [over, setOver] = useState(false);
  function take(files: FileList | null) {
    if (files && files.length > 0) onFiles([...files]);
  }
  const canDrop = (event: DragEvent) => !!onTile || event.dataTransfer.types.includes('Files');
  return (
    <div
      data-zone
      onDragOver={(event) => {
        if (!canDrop(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!canDrop(event)) return;
        event.preventDefault();
        if (onTile) onTile();
        else take(event.dataTransfer.files);
      }}
      className={`relative overflow-hidden rounded-control border border-dashed has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus hover:bg-hover ${
        over ? 'border-accent bg-accent-soft' : invalid ? 'border-danger' : 'border-control'
      } ${className}`}
    >
      {/* The invisible input covers the zone: a click anywhere opens the file dialog. */}
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple={multiple}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={(event) => {
          take(event.target.files);
          // Reset the input: otherwise, the browser sends no change event if the user chooses a removed file again.
          event.target.value = '';
        }}
      />
      <div className="pointer-events-none absolute inset-0 flex flex-col">{children}</div>
    </div>
  );
}
