import { useEffect } from 'react';
import type { PictureList } from '#data/picture-list.ts';
import type { ShownPictures } from '#crud/use-pictures.ts';
import { Card } from '#ui/card.tsx';
import { ImageField } from '#ui/fields/image-field.tsx';
import { ImagesField } from '#ui/fields/images-field.tsx';

export type ProductImageFieldsProps = { main: ShownPictures; additional: ShownPictures };

export function ProductImageFields({ main, additional }: ProductImageFieldsProps) {
  usePastedImages(main.list, additional.list);
  return (
    <Card
      title="Imagens"
      description="Qualquer tipo de imagem. Arraste para cá, cole com Ctrl+V ou escolha do computador."
      className="grid gap-5 p-4 sm:grid-cols-[auto_1fr] sm:p-5"
    >
      <ImageField
        label="Imagem principal"
        hint="700x1000 px"
        error={main.error}
        picture={main.tiles[0]}
        frame="aspect-[7/10] w-44"
        onFiles={(files) => main.list.replace(files)}
        onRemove={(id) => main.list.remove(id)}
      />
      <ImagesField
        label="Imagens adicionais"
        error={additional.error}
        pictures={additional.tiles}
        onFiles={(files) => additional.list.add(files)}
        onRemove={(id) => additional.list.remove(id)}
        onMove={(id, to) => additional.list.move(id, to)}
      />
    </Card>
  );
}

/** A pasted image becomes the main one where there is none, an additional one otherwise. */
function usePastedImages(main: PictureList, additional: PictureList) {
  useEffect(
    function takePastedImages() {
      function onPaste({ clipboardData }: ClipboardEvent) {
        const files = [...(clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'));
        // A copied table brings a picture of itself along: where there is text, the text is meant.
        if (files.length === 0 || clipboardData?.types.includes('text/plain')) return;
        if (main.snapshot().pictures.length === 0) main.replace(files.splice(0, 1));
        if (files.length > 0) additional.add(files);
      }
      document.addEventListener('paste', onPaste);
      return () => document.removeEventListener('paste', onPaste);
    },
    [main, additional],
  );
}
