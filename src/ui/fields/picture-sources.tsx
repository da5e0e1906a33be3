import Camera from 'lucide-react/icons/camera';
import ImagePlus from 'lucide-react/icons/image-plus';
import { buttonClass } from '../button.tsx';

// A finger neither drags files nor presses Ctrl+V, and holds a camera. Which of the two it is, CSS knows.

/** Under the title of a group: the ways to bring pictures into it. */
export function PictureSources() {
  return (
    <>
      <span className="pointer-coarse:hidden">
        Arraste para qualquer lugar do formulário, cole com Ctrl+V ou escolha do computador.
      </span>
      <span className="hidden pointer-coarse:inline">Escolha da galeria ou use a câmera.</span>
    </>
  );
}

/** What an empty place for pictures says. */
export function DropInvitation({ children }: { children: string }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 p-3 text-center text-xs text-muted">
      <ImagePlus aria-hidden="true" className="size-5" />
      <span>
        <b className="font-medium text-ink">Escolha</b>
        <span className="pointer-coarse:hidden">, arraste ou cole</span> {children}
      </span>
    </div>
  );
}

/** Opens the camera at once; the field itself still opens the gallery. Phones and tablets only. */
export function CameraButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <label
      className={`${buttonClass('secondary', 'sm')} cursor-pointer not-pointer-coarse:hidden has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <Camera aria-hidden="true" />
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
