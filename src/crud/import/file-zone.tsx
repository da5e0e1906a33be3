import Upload from 'lucide-react/icons/upload';
import { useId, useState } from 'react';

export type FileDropZoneProps = {
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** Called instead of `onFiles` for dropped data, which can contain folders. */
  onDropped?: (dropped: DataTransfer) => void;
  /** The text after 'Escolha ou arraste': for example, 'a planilha'. */
  children: string;
};

/** Renders a drop zone for files with the text 'Escolha ou arraste …'. A click opens the file dialog. */
export function FileDropZone({
  accept,
  multiple,
  onFiles,
  onDropped,
  children,
}: FileDropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  function take(files: FileList | null) {
    if (files && files.length > 0) onFiles([...files]);
  }
  return (
    <div
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (onDropped) onDropped(event.dataTransfer);
        else take(event.dataTransfer.files);
      }}
      className={`relative rounded-control border border-dashed px-4 py-8 text-center has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus hover:bg-hover ${over ? 'border-accent bg-accent-soft' : 'border-control'}`}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      <Upload className="mx-auto mb-2 size-5 text-muted" />
      <label htmlFor={id} className="pointer-events-none">
        <b className="font-medium">Escolha</b>
        <span className="pointer-coarse:hidden"> ou arraste</span> {children}
      </label>
    </div>
  );
}
