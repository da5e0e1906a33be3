import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { PlatformError } from '#data/unwrap.ts';
import { toast } from '#ui/toast.ts';
import type { Described } from '#ui/conflict-dialog.tsx';
import { laterPart } from '#ui/later-part.tsx';
import type { FormPicture } from './picture-field.tsx';
import type { SaveResult, Saving } from './save-record.ts';

export type StoredRow = { id: string | number; version: number };

export type SaveSettings<V extends FieldValues, Out, Row extends StoredRow> = {
  /** One of its values is `version`: the one that was read, null for a new record. */
  form: UseFormReturn<V, unknown, Out>;
  /** The record that the form was opened with; absent for a new one. */
  row: Row | undefined;
  mutation: UseMutationOptions<SaveResult<Row>, Error, Saving<Out, Row['id']>>;
  /** A stored record as form values, and form values as people read them. */
  valuesOf: (row: Row) => V;
  describe: (values: V) => Described;
  picture?: FormPicture & { urlOf: (row: Row) => string | null };
};

/**
 * The save of a form: its picture first, then the record. `page` goes to the `<FormPage>`, `conflict`
 * into it: the question that is asked when someone else saved meanwhile.
 */
export function useSave<V extends FieldValues, Out, Row extends StoredRow>(
  settings: SaveSettings<V, Out, Row>,
) {
  const { form, picture } = settings;
  const [loaded, setLoaded] = useState(settings.row);
  const [saved, setSaved] = useState<Row>();
  const { mutateAsync } = useMutation(settings.mutation);

  const urlOf = (row: Row | undefined) => (row && picture?.urlOf(row)) ?? null;

  async function onSave(values: Out): Promise<boolean> {
    setSaved(undefined);
    const sent = await sendPicture(picture);
    if (!sent) return false;
    try {
      const result = await mutateAsync({ id: settings.row?.id, values, picture: sent.url });
      if (result.status === 'saved') {
        removeUnusedPictures([urlOf(loaded), urlOf(saved)]);
        return true;
      }
      sent.takeBack();
      setSaved(result.row);
    } catch (error) {
      // Without an answer nobody knows whether the record points to the sent file already.
      if (!(error instanceof PlatformError) || error.status !== 0) sent.takeBack();
    }
    return false;
  }

  function takeSaved(row: Row) {
    form.reset(settings.valuesOf(row), { keepFieldsRef: true });
    picture?.list.reset([urlOf(row) ?? []].flat());
    setLoaded(row);
    setSaved(undefined);
  }

  function keepTyped(row: Row) {
    // The settings ask for a form with this field.
    form.setValue('version' as Path<V>, row.version as PathValue<V, Path<V>>);
    // Their picture stays where this form did not change it: the one before is deleted already.
    picture?.list.adopt([urlOf(row) ?? []].flat());
  }

  function describe(values: V, url: string | null): Described {
    const image = url === urlOf(loaded) ? 'Sem alteração' : url ? 'Trocada' : 'Removida';
    return { ...settings.describe(values), ...(picture && { Imagem: image }) };
  }

  const describeRow = (row: Row) => describe(settings.valuesOf(row), urlOf(row));
  const typedUrl = picture?.changed ? (picture.tiles[0]?.id ?? null) : urlOf(loaded);
  const conflict = saved && loaded && (
    <ConflictDialog
      loaded={describeRow(loaded)}
      saved={describeRow(saved)}
      typed={describe(form.getValues(), typedUrl)}
      onKeepTyped={() => keepTyped(saved)}
      onTakeSaved={() => takeSaved(saved)}
      onClose={() => setSaved(undefined)}
    />
  );
  return { page: { changed: !!picture?.changed, onSave }, conflict };
}

// Two people seldom save one record at once.
const ConflictDialog = laterPart(
  async () => (await import('#ui/conflict-dialog.tsx')).ConflictDialog,
);

async function sendPicture(picture: FormPicture | undefined) {
  if (!picture) return { url: null, takeBack() {} };
  const { list, place } = picture;
  // Rejected when the form was left meanwhile.
  const sent = await list.send(place).catch(() => undefined);
  const [failure] = sent?.failures ?? [];
  if (failure) toast.error(`Erro ao fazer upload da imagem: ${messageOf(failure.error)}`);
  if (!sent || failure) return undefined;
  const loose = list.release();
  return { url: sent.urls[0] ?? null, takeBack: () => list.reclaim(loose) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
