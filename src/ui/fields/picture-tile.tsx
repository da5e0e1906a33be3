import X from 'lucide-react/icons/x';
import { IconButton } from '../button.tsx';
import { Spinner } from '../spinner.tsx';

/** A picture in a form. `working` while it is being prepared, a share from 0 to 1 while it travels. */
export type TilePicture = {
  id: string;
  name: string;
  src?: string;
  progress?: 'working' | number;
};

export type PictureTileProps = {
  picture: TilePicture;
  /** What the button that removes it is called: 'Remover imagem 2'. */
  removeLabel: string;
  onRemove: () => void;
};

/** Fills its frame with the whole picture, its progress and a button that removes it. */
export function PictureTile({ picture, removeLabel, onRemove }: PictureTileProps) {
  const { src, name, progress } = picture;
  return (
    <div className="relative min-h-0 flex-1 bg-sunken">
      {src && (
        <img
          src={src}
          alt={name}
          draggable={false}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {progress !== undefined && <Progress value={progress} name={name} />}
      <IconButton
        label={removeLabel}
        icon={<X />}
        tone="danger"
        className="pointer-events-auto absolute top-1 right-1 size-7 border border-line bg-surface shadow-raised"
        onClick={onRemove}
      />
    </div>
  );
}

function Progress({ value, name }: { value: 'working' | number; name: string }) {
  if (value === 'working') {
    return (
      <div className="absolute inset-0 flex items-center justify-center">
        <Spinner label={`Preparando ${name}`} />
      </div>
    );
  }
  return (
    <div className="absolute inset-x-0 bottom-0 bg-surface/90 p-1.5">
      <progress aria-label={`Enviando ${name}`} value={value} max={1} className={bar} />
    </div>
  );
}

// `accent-color` reaches no progress bar in Chromium.
const bar =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line ' +
  '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent';
