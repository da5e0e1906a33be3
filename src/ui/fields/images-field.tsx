import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useId, useState } from 'react';
import { IconButton } from '../button.tsx';
import { DropZone } from './drop-zone.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { TilePicture } from './picture-tile.tsx';

export type ImagesFieldProps = {
  label: string;
  hint?: string;
  error?: string;
  pictures: TilePicture[];
  onFiles: (files: File[]) => void;
  onRemove: (id: string) => void;
  /** Puts a picture at another place, counted from 0. */
  onMove: (id: string, to: number) => void;
};

/** Several pictures in order: drop, paste or choose; order by drag or by buttons. */
export function ImagesField({ label, hint, error, pictures, onFiles, onRemove, onMove }: ImagesFieldProps) {
  const id = useId();
  const [dragged, setDragged] = useState<string>();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mb-1 font-medium">
        {label}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
        {pictures.map((picture, index) => (
          <li
            key={picture.id}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              if (dragged !== picture.id) onMove(dragged, index);
            }}
            onDrop={(event) => dragged && event.preventDefault()}
          >
            <PictureTile
              picture={picture}
              noun={`imagem ${index + 1}`}
              onRemove={() => onRemove(picture.id)}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                // Firefox drags nothing that carries no data.
                event.dataTransfer.setData('text/plain', picture.name);
                setDragged(picture.id);
              }}
              onDragEnd={() => setDragged(undefined)}
              className={`aspect-[7/10] cursor-grab ${dragged === picture.id ? 'opacity-50' : ''}`}
              actions={<MoveButtons index={index} count={pictures.length} onMove={(to) => onMove(picture.id, to)} />}
            />
          </li>
        ))}
        <li>
          <DropZone {...{ label, describedBy, onFiles }} multiple invalid={!!error} className="aspect-[7/10] h-full w-full">
            <span>
              <b className="font-medium text-ink">Escolha</b>, arraste ou cole imagens
            </span>
          </DropZone>
        </li>
      </ul>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type MoveButtonsProps = { index: number; count: number; onMove: (to: number) => void };

function MoveButtons({ index, count, onMove }: MoveButtonsProps) {
  return (
    <div className="flex items-center justify-between border-t border-line bg-surface">
      <IconButton
        label={`Mover imagem ${index + 1} para antes`}
        icon={<ArrowLeft />}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <span className="text-xs text-muted">{index + 1}</span>
      <IconButton
        label={`Mover imagem ${index + 1} para depois`}
        icon={<ArrowRight />}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
    </div>
  );
}
