import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Star from 'lucide-react/icons/star';
import { IconButton } from '../button.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { TilePicture } from './picture-tile.tsx';

export type MovableTileProps = {
  picture: TilePicture;
  index: number;
  count: number;
  /** Id of the picture that is being dragged over the list. */
  dragged: string | undefined;
  onDrag: (id: string | undefined) => void;
  onRemove: () => void;
  onMove: (id: string, to: number) => void;
  onChoose: () => void;
};

/** A picture of a list, which makes way while another is dragged over it. */
export function MovableTile({
  picture,
  index,
  count,
  dragged,
  onDrag,
  onRemove,
  onMove,
  onChoose,
}: MovableTileProps) {
  return (
    // Dragging has its alternative in the buttons below.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      draggable
      className={`flex aspect-[7/10] cursor-grab flex-col overflow-hidden rounded-control border border-line ${dragged === picture.id ? 'opacity-50' : ''}`}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing that carries no data.
        event.dataTransfer.setData('text/plain', picture.name);
        onDrag(picture.id);
      }}
      onDragOver={(event) => {
        if (!dragged) return;
        event.preventDefault();
        if (dragged !== picture.id) onMove(dragged, index);
      }}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={() => onDrag(undefined)}
    >
      <PictureTile
        picture={picture}
        removeLabel={`Remover imagem ${index + 1}`}
        onRemove={onRemove}
      />
      <div className="flex items-center justify-between border-t border-line bg-surface">
        <IconButton
          label={`Mover imagem ${index + 1} para antes`}
          icon={<ArrowLeft />}
          disabled={index === 0}
          onClick={() => onMove(picture.id, index - 1)}
        />
        <IconButton
          label={`Tornar principal a imagem ${index + 1}`}
          icon={<Star />}
          onClick={onChoose}
        />
        <IconButton
          label={`Mover imagem ${index + 1} para depois`}
          icon={<ArrowRight />}
          disabled={index === count - 1}
          onClick={() => onMove(picture.id, index + 1)}
        />
      </div>
    </li>
  );
}
