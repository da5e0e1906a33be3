import type { PictureList } from '#data/picture-list.ts';
import { toast } from '#ui/toast.ts';
import { imageRows } from './product-payload.ts';

export type SentImages = {
  images: { url: string; is_main: boolean }[];
  /** The save has failed for certain: what was sent for it is used by nobody. */
  takeBack: () => void;
  /** After the save: which additional images it had to do without. */
  warn: () => void;
};

/**
 * Sends a product's new pictures. Without its main image a save does not go on (undefined); an
 * additional image that fails is logged and skipped.
 */
export async function sendPictures(
  main: PictureList,
  additional: PictureList,
): Promise<SentImages | undefined> {
  const bucket = 'product-images';
  const [mainSent, additionalSent] = await Promise.all([
    main.send({ bucket, folder: 'main' }),
    additional.send({ bucket, folder: 'additional' }),
  ]);
  const [mainFailure] = mainSent.failures;
  if (mainFailure) {
    toast.error(`Erro ao fazer upload da imagem: ${messageOf(mainFailure.error)}`);
    return undefined;
  }
  for (const { name, error } of additionalSent.failures)
    console.warn(`Additional image ${name} was skipped`, error);
  const loose = [main.release(), additional.release()] as const;
  return {
    images: imageRows(mainSent.urls, additionalSent.urls),
    takeBack() {
      main.reclaim(loose[0]);
      additional.reclaim(loose[1]);
    },
    warn() {
      const names = additionalSent.failures.map(({ name }) => name);
      if (names.length > 0)
        toast.warning(
          `O produto foi salvo sem estas imagens, que não puderam ser enviadas: ${names.join(', ')}.`,
        );
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
