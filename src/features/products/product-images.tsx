import type { FormPictures } from '#crud/form/pictures.tsx';
import { ImageField } from '#ui/fields/image-field.tsx';
import { ImagesField } from '#ui/fields/images-field.tsx';
import { usePastedImages } from '#ui/fields/pasted-images.ts';
import { Card } from '#ui/card.tsx';

export type ProductImagesProps = { main: FormPictures; additional: FormPictures };

/** The main image and the additional ones: whatever has no room in the first field goes to the second. */
export function ProductImages({ main, additional }: ProductImagesProps) {
  function addMain([first, ...more]: File[]) {
    if (first) main.list.replace([first]);
    if (more.length > 0) additional.list.add(more);
  }

  function makeMain(id: string) {
    const before = main.tiles.flatMap((tile) => main.list.take(tile.id));
    main.list.put(additional.list.take(id));
    additional.list.put(before, 0);
  }

  usePastedImages((files) => {
    // The first one becomes the main image where there is none.
    if (main.tiles.length === 0) addMain(files);
    else additional.list.add(files);
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
        multiple
        onFiles={addMain}
        onRemove={(id) => main.list.remove(id)}
      />
      <ImagesField
        label="Imagens adicionais"
        error={additional.error}
        pictures={additional.tiles}
        onFiles={(files) => additional.list.add(files)}
        onRemove={(id) => additional.list.remove(id)}
        onMove={(id, to) => additional.list.move(id, to)}
        onChoose={makeMain}
      />
    </Card>
  );
}
