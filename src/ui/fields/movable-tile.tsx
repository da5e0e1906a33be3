import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Star from 'lucide-react/icons/star';
import { IconButton } from '../button.tsx';
import type { MovableTileHandlers } from './movable-tiles.ts';
import { AltTextField, PictureTile } from './picture-tile.tsx';
import type { FormPicture } from './picture-tile.tsx';

/** The callbacks for the commands of a picture in a list. */
export type TileActions = {
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  onDescribe: (id: string, alt: string) => void;
  /** Moves the picture to this index of the list. */
  onMove: (id: string, index: number) => void;
  /** Moves the picture to the field for a single picture, e.g. for the button 'Tornar principal a imagem 2'. */
  onChoose: (id: string) => void;
};

export type MovableTileProps = {
  picture: FormPicture;
  index: number;
  count: number;
  moving: Pick<MovableTileHandlers, 'dragged' | 'tile' | 'handle' | 'drop'>;
  /** Whether the dragged tile belongs to a different field. If so, it moves to this field only when it is dropped. */
  isForeign: boolean;
  actions: TileActions;
};

/**
 * A picture of a list, with its buttons. When the user drags another tile of the list over this tile, the dragged tile
 * moves to this position.
 */
export function MovableTile({ picture, index, count, ...props }: MovableTileProps) {
  const { moving, isForeign, actions } = props;
  const { dragged } = moving;
  return (
    // Drag handlers on a `<li>`: buttons and arrow keys are the accessible alternative.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      {...moving.tile(picture.id)}
      className={`space-y-1 ${dragged === picture.id ? 'opacity-50' : ''}`}
      onDragOver={(event) => {
        if (!dragged) return;
        event.preventDefault();
        if (dragged !== picture.id && !isForeign) actions.onMove(dragged, index);
      }}
      onDrop={(event) => {
        if (!dragged) return;
        event.preventDefault();
        if (isForeign) actions.onMove(dragged, index);
        moving.drop();
      }}
    >
      <div className="overflow-hidden rounded-control border border-line">
        <div {...moving.handle(picture.id)} className="flex aspect-[7/10] cursor-grab flex-col">
          <PictureTile
            picture={picture}
            removeLabel={`Remover imagem ${index + 1}`}
            onRemove={actions.onRemove}
            onRetry={actions.onRetry}
          />
        </div>
        <TileButtons id={picture.id} {...{ index, count, actions }} />
      </div>
      <AltTextField
        picture={picture}
        which={`da imagem ${index + 1}`}
        onChange={actions.onDescribe}
      />
    </li>
  );
}

type TileButtonsProps = Pick<MovableTileProps, 'index' | 'count' | 'actions'> & { id: string };

function TileButtons({ id, index, count, actions }: TileButtonsProps) {
  return (
    <div className="flex items-center justify-between border-t border-line bg-surface">
      <IconButton
        data-control="before"
        label={`Mover imagem ${index + 1} para antes`}
        icon={<ArrowLeft />}
        disabled={index === 0}
        onClick={() => actions.onMove(id, index - 1)}
      />
      <IconButton
        data-control="main"
        label={`Tornar principal a imagem ${index + 1}`}
        icon={<Star />}
        onClick={() => actions.onChoose(id)}
      />
      <IconButton
        data-control="after"
        label={`Mover imagem ${index + 1} para depois`}
        icon={<ArrowRight />}
        disabled={index === count - 1}
        onClick={() => actions.onMove(id, index + 1)}
      />
    </div>
  );
}
