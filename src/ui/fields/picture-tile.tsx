import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { Button, IconButton } from '../button.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { Spinner } from '../spinner.tsx';
import { controlClass } from './control-class.ts';

/** A picture in a form. */
export type FormPicture = {
  id: string;
  name: string;
  /** The alternative text; '' without one. */
  alt: string;
  src?: string;
  /** 'working' while the picture is prepared; a fraction from 0 to 1 during the upload. */
  progress?: 'working' | number;
  /** The reason why the upload failed. */
  failure?: string;
};

export type PictureTileProps = {
  picture: FormPicture;
  /** The accessible name of the remove button, e.g. 'Remover imagem 2'. */
  removeLabel: string;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
};

/**
 * Renders a picture, scaled to fit without cropping, with a remove button and the progress or failure of its upload.
 */
export function PictureTile({ picture, removeLabel, onRemove, onRetry }: PictureTileProps) {
  const { id, src, name, alt, progress, failure } = picture;
  return (
    <div className="relative min-h-0 flex-1 bg-sunken">
      {src && (
        <img
          src={src}
          alt={alt || name}
          draggable={false}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {progress !== undefined && <Progress value={progress} name={name} />}
      {failure && (
        <div className="pointer-events-auto absolute inset-x-0 bottom-0 bg-danger-soft p-1.5 text-xs text-danger">
          <p className="mb-1 line-clamp-3">Não enviada: {failure}</p>
          <Button size="sm" className="w-full" onClick={() => onRetry(id)}>
            Tentar novamente
          </Button>
        </div>
      )}
      <IconButton
        label={removeLabel}
        icon={<X />}
        tone="danger"
        className="pointer-events-auto absolute top-1 right-1 size-7 border border-line bg-surface shadow-raised"
        onClick={({ currentTarget }) => {
          // The focused button unmounts with the picture: focus the file input of its zone, if there is one.
          currentTarget.closest('[data-zone]')?.querySelector('input')?.focus();
          onRemove(id);
        }}
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
      <ProgressBar aria-label={`Enviando ${name}`} value={value} />
    </div>
  );
}

export type AltTextFieldProps = {
  picture: FormPicture;
  /** The end of the accessible name of the input, e.g. 'da imagem 2'. */
  which: string;
  onChange: (id: string, alt: string) => void;
};

/** The field for the optional alternative text of a picture, under its tile. */
export function AltTextField({ picture: { id, alt }, which, onChange }: AltTextFieldProps) {
  const input = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={input} className="block text-xs text-muted">
        Texto alternativo<span className="sr-only"> {which}</span>
      </label>
      <input
        id={input}
        value={alt}
        maxLength={250}
        autoComplete="off"
        title="Descreva a imagem para leitores de tela"
        className={controlClass}
        onChange={({ target }) => onChange(id, target.value)}
      />
    </div>
  );
}
