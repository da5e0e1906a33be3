import X from 'lucide-react/icons/x';
import type { HTMLAttributes, ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { Spinner } from '../spinner.tsx';

/** A picture in a form. `working` while it is being prepared, a share from 0 to 1 while it travels. */
export type TilePicture = {
  id: string;
  name: string;
  src?: string;
  progress?: 'working' | number;
  error?: string;
};

export type PictureTileProps = HTMLAttributes<HTMLDivElement> & {
  picture: TilePicture;
  /** Stands in the names of the buttons: 'Remover imagem 2'. */
  noun: string;
  onRemove: () => void;
  /** More buttons, under the picture. */
  actions?: ReactNode;
};

export function PictureTile({ picture, noun, onRemove, actions, className, ...rest }: PictureTileProps) {
  const { src, name, progress, error } = picture;
  return (
    <div {...rest} className={`relative flex flex-col overflow-hidden rounded-control border border-line bg-sunken ${className ?? ''}`}>
      <div className="relative min-h-0 flex-1">
        {src && <img src={src} alt={name} draggable={false} className="absolute inset-0 size-full object-contain" />}
        {progress !== undefined && <Progress value={progress} name={name} />}
      </div>
      <IconButton
        label={`Remover ${noun}`}
        icon={<X />}
        tone="danger"
        className="absolute top-1 right-1 size-7 border border-line bg-surface shadow-raised"
        onClick={onRemove}
      />
      {error && <p className="bg-danger-soft px-2 py-1 text-xs text-danger">{error}</p>}
      {actions}
    </div>
  );
}

function Progress({ value, name }: { value: 'working' | number; name: string }) {
  if (value === 'working') {
    return (
      <div className="absolute inset-0 flex items-center justify-center bg-surface/70">
        <Spinner label={`Preparando ${name}`} />
      </div>
    );
  }
  return (
    <div className="absolute inset-x-0 bottom-0 bg-surface/90 p-1.5">
      <progress aria-label={`Enviando ${name}`} value={value} max={1} className="block h-1.5 w-full accent-accent" />
    </div>
  );
}
