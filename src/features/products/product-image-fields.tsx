import { usePastedImages } from '#ui/fields/pasted-images.ts';
import type { ShownPictures } from '#data/use-pictures.ts';
import { Card } from '#ui/card.tsx';
import { ImageField } from '#ui/fields/image-field.tsx';
import { ImagesField } from '#ui/fields/images-field.tsx';

export type ProductImageFieldsProps = { main: ShownPictures; additional: ShownPictures };

export function ProductImageFields({ main, additional }: ProductImageFieldsProps) {
  usePastedImages((files) => {
    // The first one becomes the main image where there is none.
    if (main.tiles.length === 0) main.list.replace(files.splice(0, 1));
    if (files.length > 0) additional.list.add(files);
  });
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
