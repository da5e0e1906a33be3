import { valibotResolver } from '@hookform/resolvers/valibot';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { describeFields } from '#ui/conflict-dialog.tsx';
import { EditPage } from '#crud/edit-page.tsx';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { formValues } from '#lib/form-values.ts';
import { PictureField, usePicture } from '#crud/picture-field.tsx';
import type { FormPicture } from '#crud/picture-field.tsx';
import { useSave } from '#crud/use-save.tsx';
import { Options } from '#ui/fields/options.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import {
  bannerLabels as labels,
  bannerSchema,
  newBanner,
  posicoes,
  statuses,
  tipos,
} from './banner.ts';
import type { BannerRecord, BannerValues } from './banner.ts';
import { bannerDetail, saveBanner } from './banners.queries.ts';
import type { Banner } from './banners.queries.ts';

/** /banners/adicionar and /banners/editar/{id} */
export function BannerFormPage() {
  const { id } = useParams({ strict: false });
  if (!id) return <BannerForm title="Novo Banner" />;
  return (
    <EditPage
      key={id}
      title="Editar Banner"
      record={bannerDetail(id)}
      missing="Banner não encontrado"
      failure={() => 'Erro ao carregar dados do banner'}
    >
      {(row) => <BannerForm title="Editar Banner" row={row} />}
    </EditPage>
  );
}

function BannerForm({ title, row }: { title: string; row?: Banner }) {
  const form = useForm<BannerValues, unknown, BannerRecord>({
    defaultValues: formValues(newBanner, row),
    resolver: valibotResolver(bannerSchema),
  });
  const picture = usePicture(row?.imagem_url, place);
  const { page, conflict } = useSave({
    form,
    row,
    mutation: saveBanner,
    valuesOf: (saved) => formValues(newBanner, saved),
    describe: (values) =>
      describeFields(labels, {
        ...values,
        posicao: posicoes[values.posicao],
        tipo: tipos[values.tipo],
      }),
    picture: { ...picture, urlOf: ({ imagem_url }) => imagem_url },
  });
  return (
    <FormPage
      title={title}
      form={form}
      list="/banners"
      draft={`banners/${row?.id ?? 'new'}`}
      {...page}
    >
      <ContentFields picture={picture} />
      <DisplayFields home={row?.posicao === 'home'} />
      {conflict}
    </FormPage>
  );
}

const place = { bucket: 'images', folder: 'banners', name: () => `banner-${Date.now()}` };

function ContentFields({ picture }: { picture: FormPicture }) {
  const field = useFields<BannerValues>();
  return (
    <FormGroup title="Conteúdo">
      <TextField
        label={labels.titulo}
        required
        maxLength={255}
        autoComplete="off"
        className="sm:col-span-2"
        {...field('titulo')}
      />
      <PictureField label="Imagem" picture={picture} frame="aspect-[8/3] w-full" />
      <TextareaField label={labels.descricao} maxLength={2_000} {...field('descricao')} />
      <TextField
        label={labels.cta_texto}
        maxLength={255}
        autoComplete="off"
        {...field('cta_texto')}
      />
      <TextField
        label={labels.cta_link}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2_000}
        {...field('cta_link')}
      />
    </FormGroup>
  );
}

function DisplayFields({ home }: { home: boolean }) {
  const field = useFields<BannerValues>();
  const { home: _old, ...offered } = posicoes;
  return (
    <FormGroup title="Exibição">
      <SelectField label={labels.status} required {...field('status')}>
        <Options of={statuses} />
      </SelectField>
      <SelectField label={labels.posicao} required {...field('posicao')}>
        <Options of={home ? posicoes : offered} />
      </SelectField>
      <SelectField label={labels.tipo} required {...field('tipo')}>
        <Options of={tipos} />
      </SelectField>
      <TextField
        label={labels.ordem}
        type="number"
        min={0}
        step={1}
        hint="Os menores números aparecem primeiro."
        {...field('ordem')}
      />
    </FormGroup>
  );
}
