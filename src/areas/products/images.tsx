import ArrowRight from 'lucide-react/icons/arrow-right';
import { useId, useState } from 'react';
import type { PictureListState } from '#crud/form/pictures.tsx';
import { Card } from '#ui/card.tsx';
import { IconButton } from '#ui/button.tsx';
import { DropZone } from '#ui/fields/drop-zone.tsx';
import { ImageReceiver } from '#ui/fields/image-receiver.tsx';
import { MovableTile } from '#ui/fields/movable-tile.tsx';
import type { TileActions } from '#ui/fields/movable-tile.tsx';
import { useMovableTiles } from '#ui/fields/movable-tiles.ts';
import type { MovableTileHandlers } from '#ui/fields/movable-tiles.ts';
import { PictureFieldFrame } from '#ui/fields/picture-field-frame.tsx';
import { CameraButton, DropZoneHint, PictureSourcesHint } from '#ui/fields/picture-sources.tsx';
import { AltTextField, PictureTile } from '#ui/fields/picture-tile.tsx';
import type { FormPicture } from '#ui/fields/picture-tile.tsx';
import { MainImageCropButton } from './main-image-crop-button.tsx';

export type ProductImagesProps = { main: PictureListState; additional: PictureListState };

/**
 * Renders the fields of the main image and of the additional images. Users can move pictures between the two fields.
 */
export function ProductImages({ main, additional }: ProductImagesProps) {
  const { lists } = main;
  const [moved, say] = useState('');
  const { board, ...moving } = useMovableTiles(step);
  const cover = main.tiles[0];
  const nameOf = (id: string) => {
    const tile = [...main.tiles, ...additional.tiles].find((each) => each.id === id);
    return tile?.alt || tile?.name || '';
  };

  function addMain([first, ...more]: File[]) {
    if (first) lists.replace(main.list, [first]);
    if (more.length > 0) lists.add(additional.list, more);
  }

  function addAnywhere(files: File[]) {
    // Put the images first, because the first file becomes the main image, and a file that is not an image is refused.
    const [images, others] = [true, false].map((is) =>
      files.filter((file) => isImage(file) === is),
    );
    if (cover) lists.add(additional.list, files);
    else addMain([...(images ?? []), ...(others ?? [])]);
  }

  function makeMain(id: string) {
    moving.hold(id);
    if (cover) lists.move(cover.id, additional.list, 0);
    lists.move(id, main.list, 0);
    say(`${nameOf(id)}: agora é a principal.`);
  }

  function moveTo(id: string, index: number) {
    moving.hold(id);
    lists.move(id, additional.list, index);
    const count = additional.tiles.length + (id === cover?.id ? 1 : 0);
    say(`${nameOf(id)}: agora é a imagem ${index + 1} de ${count} adicionais.`);
  }

  function step(id: string, by: -1 | 1) {
    const place = additional.tiles.findIndex((tile) => tile.id === id);
    const next = place + by;
    if (place === 0 && by === -1) makeMain(id);
    else if (next >= 0 && next < Math.max(additional.tiles.length, 1)) moveTo(id, next);
  }

  const actions: TileActions = {
    onRemove: (id) => (moving.leave(id), lists.remove(id)),
    onRetry: main.onRetry,
    onDescribe: (id, alt) => lists.describe(id, alt),
    onMove: moveTo,
    onChoose: makeMain,
  };
  const parts = { moving, actions, cover };
  return (
    <Card
      title="Imagens"
      description={<PictureSourcesHint />}
      actions={<CameraButton onFiles={addAnywhere} />}
      className="p-4 sm:p-5"
    >
      <ImageReceiver invitation="Solte as imagens em qualquer lugar." onFiles={addAnywhere} />
      <div ref={board} className="grid gap-5 sm:grid-cols-[11rem_1fr]">
        <MainImage {...parts} main={main} onFiles={addMain} />
        <AdditionalImages {...parts} additional={additional} />
      </div>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </Card>
  );
}

function isImage({ type }: File): boolean {
  return type.startsWith('image/');
}

type PartProps = {
  /** The main picture, if any. */
  cover: FormPicture | undefined;
  moving: Omit<MovableTileHandlers, 'board'>;
  actions: TileActions;
};
type MainImageProps = PartProps & { main: PictureListState; onFiles: (files: File[]) => void };

function MainImage({ cover, main, moving, actions, onFiles }: MainImageProps) {
  const id = useId();
  const { dragged } = moving;
  const onTile = dragged && dragged !== cover?.id ? () => actions.onChoose(dragged) : undefined;
  return (
    <PictureFieldFrame id={id} label="Imagem principal" hint="700x1000 px" error={main.error}>
      {(described) => (
        <div {...(cover && moving.tile(cover.id))} className="w-44 space-y-2">
          <DropZone
            {...{ ...described, onFiles, onTile }}
            multiple
            className={`aspect-[7/10] ${cover ? 'border-solid!' : ''}`}
          >
            {cover ? (
              <CoverTile input={id} {...{ cover, main, moving }} />
            ) : (
              <DropZoneHint>uma imagem</DropZoneHint>
            )}
          </DropZone>
          {cover && (
            <>
              <div className="flex flex-wrap items-center justify-between gap-1">
                <MainImageCropButton picture={cover} lists={main.lists} />
                <IconButton
                  data-control="after"
                  label="Mover a principal para as adicionais"
                  icon={<ArrowRight />}
                  onClick={() => actions.onMove(cover.id, 0)}
                />
              </div>
              <AltTextField picture={cover} which="da principal" onChange={actions.onDescribe} />
            </>
          )}
        </div>
      )}
    </PictureFieldFrame>
  );
}

type CoverTileProps = Pick<MainImageProps, 'main' | 'moving'> & {
  cover: FormPicture;
  input: string;
};

/**
 * Renders the main image. A click opens the file dialog of the input behind the image. Keyboard users focus this input,
 * so the image has no key handler.
 */
function CoverTile({ cover, main, input, moving }: CoverTileProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      {...moving.handle(cover.id)}
      className="pointer-events-auto absolute inset-0 flex cursor-grab"
      onClick={({ target }) => {
        const isButton = target instanceof Element && target.closest('button');
        if (!isButton) document.getElementById(input)?.click();
      }}
    >
      <PictureTile
        picture={cover}
        removeLabel="Remover a principal"
        onRemove={(id) => main.lists.remove(id)}
        onRetry={main.onRetry}
      />
    </div>
  );
}

type AdditionalImagesProps = PartProps & { additional: PictureListState };

function AdditionalImages({ cover, additional, moving, actions }: AdditionalImagesProps) {
  const { lists, list, tiles, error } = additional;
  const { dragged, drop } = moving;
  const isForeign = dragged === cover?.id;
  function append() {
    if (dragged) actions.onMove(dragged, tiles.length - (isForeign ? 0 : 1));
    drop();
  }
  return (
    <PictureFieldFrame
      id={useId()}
      label="Imagens adicionais"
      hint="Quantas quiser, na ordem em que os catálogos as mostram"
      error={error}
    >
      {(described) => (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
          {tiles.map((picture, index) => (
            <MovableTile
              key={picture.id}
              count={tiles.length}
              {...{ picture, index, moving, isForeign, actions }}
            />
          ))}
          <li>
            <DropZone
              {...described}
              multiple
              onFiles={(files) => lists.add(list, files)}
              onTile={dragged ? append : undefined}
              className="aspect-[7/10] w-full"
            >
              <DropZoneHint>imagens</DropZoneHint>
            </DropZone>
          </li>
        </ul>
      )}
    </PictureFieldFrame>
  );
}
