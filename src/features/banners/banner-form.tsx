import { FormPage } from '#crud/form-page.tsx';
import { PictureField } from '#crud/picture-field.tsx';
import { RecordPage } from '#crud/record-page.tsx';
import type { RecordFormProps } from '#crud/record-page.tsx';
import { useRecordForm } from '#crud/use-record-form.ts';
import { formValues } from '#lib/form-values.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { bannerSchema, labels, newBanner, posicoes, statuses, tipos } from './banner.ts';
import { bannerDetail, saveBanner } from './banners.queries.ts';
import type { Banner } from './banners.queries.ts';

/** /banners/adicionar and /banners/editar/{id} */
export function BannerFormPage() {
  return (
    <RecordPage
      titles={['Novo Banner', 'Editar Banner']}
      record={bannerDetail}
      missing="Banner não encontrado"
      failure={() => 'Erro ao carregar dados do banner'}
      form={BannerForm}
    />
  );
}

function BannerForm({ title, row }: RecordFormProps<Banner>) {
  const { page, field, picture, conflict } = useRecordForm({
    row,
    schema: bannerSchema,
    valuesOf: (stored) => formValues(newBanner, stored),
    labels,
    mutation: saveBanner,
    picture: { column: 'imagem_url', bucket: 'images', folder: 'banners', name: pictureName },
    describe: ({ posicao, tipo }) => ({ Posição: posicoes[posicao], Tipo: tipos[tipo] }),
  });
  const { home: _old, ...offered } = posicoes;
  return (
    <FormPage title={title} list="/banners" {...page}>
      <FormGroup title="Conteúdo">
        <TextField required maxLength={255} className="sm:col-span-2" {...field('titulo')} />
        <PictureField label="Imagem" picture={picture} frame="aspect-[8/3] w-full" />
        <TextareaField maxLength={2_000} {...field('descricao')} />
        <TextField maxLength={255} {...field('cta_texto')} />
        <TextField type="url" placeholder="https://" maxLength={2_000} {...field('cta_link')} />
      </FormGroup>
      <FormGroup title="Exibição">
        <SelectField required options={statuses} {...field('status')} />
        <SelectField
          required
          options={row?.posicao === 'home' ? posicoes : offered}
          {...field('posicao')}
        />
        <SelectField required options={tipos} {...field('tipo')} />
        <TextField
          type="number"
          min={0}
          step={1}
          hint="Os menores números aparecem primeiro."
          {...field('ordem')}
        />
      </FormGroup>
      {conflict}
    </FormPage>
  );
}

function pictureName(): string {
  return `banner-${Date.now()}`;
}
