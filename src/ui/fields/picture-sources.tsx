import Camera from 'lucide-react/icons/camera';
import ImagePlus from 'lucide-react/icons/image-plus';
import { buttonClass } from '../button.tsx';

// The texts and the button depend on the device: on touch devices (CSS: `pointer-coarse`), users cannot drag files or
// press Ctrl+V, but they have a camera.

/** A text that lists the ways to add pictures to a form. */
export function PictureSourcesHint() {
  return (
    <>
      <span className="pointer-coarse:hidden">
        Arraste para qualquer lugar do formulário, cole com Ctrl+V ou escolha do computador.
      </span>
      <span className="hidden pointer-coarse:inline">Escolha da galeria ou use a câmera.</span>
    </>
  );
}

/** The text of an empty drop zone. */
export function DropZoneHint({ children }: { children: string }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 p-3 text-center text-xs text-muted">
      <ImagePlus className="size-5" />
      <span>
        <b className="font-medium text-ink">Escolha</b>
        <span className="pointer-coarse:hidden">, arraste ou cole</span> {children}
      </span>
    </div>
  );
}

/** A button that opens the camera. It is visible only on touch devices, where the picture field opens the gallery. */
export function CameraButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <label
      className={`${buttonClass('secondary', 'sm')} cursor-pointer not-pointer-coarse:hidden has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <Camera />
      Abrir a câmera
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={({ target }) => {
          if (target.files && target.files.length > 0) onFiles([...target.files]);
          target.value = '';
        }}
      />
    </label>
  );
}
