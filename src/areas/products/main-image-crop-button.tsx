import Crop from 'lucide-react/icons/crop';
import { useEffect, useState } from 'react';
import type { PictureLists } from '#data/picture-lists.ts';
import type { CropArea } from '#lib/prepare-image.ts';
import { Button } from '#ui/button.tsx';
import type { FormPicture } from '#ui/fields/picture-tile.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { toast } from '#ui/toast.ts';

/** The size in pixels of the main image in the catalogues, which crop it to fill their frame. */
const size = { width: 700, height: 1000 };

export type MainImageCropButtonProps = { picture: FormPicture; lists: PictureLists };

/**
 * Renders the button that opens the crop dialog, and a hint if the catalogues would cut off a part of the main image.
 */
export function MainImageCropButton({
  picture: { id, name, src, progress },
  lists,
}: MainImageCropButtonProps) {
  const [all, setAll] = useState<{ file: File; src: string; area: CropArea | undefined }>();
  const [busy, setBusy] = useState(false);
  useEffect(
    function releaseFile() {
      return () => all && URL.revokeObjectURL(all.src);
    },
    [all],
  );
  const isCutByCatalogues = useLosesEdges(src);
  // Render no button before a picture is shown, nor for a GIF: a cropped GIF would lose its animation.
  if (!src || /\.gif$/i.test(name) || /\.gif$/i.test(src)) return <span />;

  async function open() {
    setBusy(true);
    try {
      const file = await lists.fileOf(id);
      setAll({ file, src: URL.createObjectURL(file), area: lists.find(id)[1]?.area });
    } catch (error) {
      console.warn('The picture to be cut could not be read', error);
      toast.error('Não foi possível abrir a imagem para o recorte. Verifique sua internet.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        size="sm"
        icon={<Crop />}
        data-control="cut"
        busy={busy || progress !== undefined}
        onClick={() => void open()}
      >
        Recortar
      </Button>
      {isCutByCatalogues && (
        <p className="order-last w-full text-xs text-muted">
          Os catálogos mostram só o meio desta imagem. Recorte-a para escolher a parte que aparece.
        </p>
      )}
      {all && (
        <CropDialog
          src={all.src}
          area={all.area}
          size={size}
          onClose={() => setAll(undefined)}
          onCut={(area) => {
            setAll(undefined);
            lists.cut(id, all.file, area);
          }}
        />
      )}
    </>
  );
}

const CropDialog = lazyComponent(
  async () => (await import('#ui/fields/crop-dialog.tsx')).CropDialog,
  'used',
);

/**
 * Returns whether the catalogues would cut off the edges of a picture. The result is false until the first picture has
 * loaded. When `src` changes, the result stays the same until the new picture has loaded.
 */
function useLosesEdges(src: string | undefined): boolean {
  const [isOther, setIsOther] = useState(false);
  useEffect(
    function measure() {
      if (!src) return;
      const shown = new AbortController();
      const image = new Image();
      const onLoad = () => {
        const ratio = image.naturalWidth / image.naturalHeight / (size.width / size.height);
        setIsOther(Math.abs(ratio - 1) > maxRatioDifference);
      };
      image.addEventListener('load', onLoad, { signal: shown.signal });
      image.src = src;
      return () => shown.abort();
    },
    [src],
  );
  return isOther;
}

/** The aspect ratio of a picture may differ from that of `size` by this fraction (2 %) without a hint. */
const maxRatioDifference = 0.02;
