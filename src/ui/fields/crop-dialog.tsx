import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { CropArea } from '#lib/prepare-image.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

export type CropDialogProps = {
  /** A URL of the complete picture. */
  src: string;
  /** The part to which the picture is cropped; undefined if it is not cropped. */
  area: CropArea | undefined;
  /** The size in pixels at which the picture is displayed later. The crop frame has the same aspect ratio. */
  size: { width: number; height: number };
  /** Called with the new part, or with undefined if the user wants the complete picture. */
  onCut: (area: CropArea | undefined) => void;
  onClose: () => void;
};

/** A dialog with a crop frame over a picture. The user moves and zooms the picture by pointer, touch or keyboard. */
export function CropDialog({ src, area, size, onCut, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [framed, setFramed] = useState<{ area: CropArea; width: number; height: number }>();
  return (
    <Dialog
      title="Recortar"
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Voltar</Button>
          {area && <Button onClick={() => onCut(undefined)}>Usar a imagem inteira</Button>}
          <Button variant="primary" disabled={!framed} onClick={() => onCut(framed?.area)}>
            Usar este recorte
          </Button>
        </>
      }
    >
      <p id="crop-help" className="mb-3 text-muted">
        Arraste a imagem atrás da moldura
        <span className="pointer-coarse:hidden"> ou mova-a com as setas do teclado</span>.
      </p>
      <div className="relative h-[min(55dvh,30rem)] overflow-hidden rounded-control bg-sunken">
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={size.width / size.height}
          initialCroppedAreaPercentages={area && toPercentages(area)}
          keyboardStep={8}
          // Do not let the library add its styles by script: the page's Content-Security-Policy forbids this. This file
          // imports the styles instead.
          disableAutomaticStylesInjection
          cropperProps={frame}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(part, { width, height }) =>
            setFramed({ area: toFractions(part), width, height })
          }
        />
      </div>
      <label className="mt-3 flex items-center gap-3">
        Aproximar
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          className="min-w-0 flex-1 accent-accent"
          onChange={({ target }) => setZoom(target.valueAsNumber)}
        />
      </label>
      {framed && <Sharpness framed={framed} size={size} />}
    </Dialog>
  );
}

const maxZoom = 4;

const frame = {
  role: 'application',
  'aria-label': 'Moldura do recorte',
  'aria-describedby': 'crop-help',
};

type Size = { width: number; height: number };

function Sharpness({ framed, size }: { framed: Size; size: Size }) {
  const few = framed.width < size.width;
  return (
    <p className={`mt-2 text-xs ${few ? 'font-medium text-warning' : 'text-muted'}`}>
      O recorte tem {Math.round(framed.width)}x{Math.round(framed.height)} px
      {few ? `, menos que ${size.width}x${size.height}: pode aparecer sem nitidez.` : '.'}
    </p>
  );
}

function toPercentages(area: CropArea): CropArea {
  return { x: area.x * 100, y: area.y * 100, width: area.width * 100, height: area.height * 100 };
}

function toFractions(area: CropArea): CropArea {
  return { x: area.x / 100, y: area.y / 100, width: area.width / 100, height: area.height / 100 };
}
