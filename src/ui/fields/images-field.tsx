import { useId, useState } from 'react';
import { DropInvitation } from './drop-invitation.tsx';
import { DropZone } from './drop-zone.tsx';
import { MovableTile } from './movable-tile.tsx';
import { PictureLabel } from './picture-label.tsx';
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
  /** Offers 'Tornar principal': this one goes where there is room for one only. */
  onChoose: (id: string) => void;
};

/** Several pictures in order: drop, paste or choose; order by drag or by buttons. */
export function ImagesField({
  label,
  hint,
  error,
  pictures,
  onFiles,
  onRemove,
  onMove,
  onChoose,
}: ImagesFieldProps) {
  const [dragged, setDragged] = useState<string>();
  return (
    <PictureLabel id={useId()} {...{ label, hint, error }}>
      {(described) => (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
          {pictures.map((picture, index) => (
            <MovableTile
              key={picture.id}
              picture={picture}
              index={index}
              count={pictures.length}
              dragged={dragged}
              onDrag={setDragged}
              onRemove={() => onRemove(picture.id)}
              onMove={onMove}
              onChoose={() => onChoose(picture.id)}
            />
          ))}
          <li>
            <DropZone {...described} multiple onFiles={onFiles} className="aspect-[7/10] w-full">
              <DropInvitation>imagens</DropInvitation>
            </DropZone>
          </li>
        </ul>
      )}
    </PictureLabel>
  );
}
