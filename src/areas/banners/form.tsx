import { useQuery } from '@tanstack/react-query';
import { storedAreas } from '#data/stored-areas.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { safeParse } from 'valibot';
import { FormPage } from '#crud/form/form-page.tsx';
import { PictureField } from '#crud/form/pictures.tsx';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { truncateText } from '#lib/text.ts';
import { DateTimeField } from '#ui/fields/date-time-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { TextFieldProps } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { banners } from './area.ts';
import { bannerSchema, fields, posicoes, statuses, tipos } from './schema.ts';
import type { BannerValues } from './schema.ts';
import * as data from './queries.ts';

/** Renders the pages /banners/adicionar and /banners/editar/{id}. */
export function Page() {
  return (
    <RecordPage
      area={banners}
      record={data.bannerDetail}
      list={data.bannersList}
      missing="Banner não encontrado"
      failure={() => 'Erro ao carregar dados do banner'}
      form={BannerForm}
      about={({ titulo, status }) => ({ name: titulo, status })}
      commands={{ duplicate: data.duplicateBannerInList, remove: data.deleteBanner }}
    />
  );
}

function BannerForm({ head, row }: RecordFormProps<data.Banner>) {
  const { page, field, pictures } = useRecordForm({
    row,
    schema: bannerSchema,
    fields,
    together: { Período: storedAreas.banners.units[0] },
    mutation: data.saveBanner,
    pictures: {
      label: 'Imagem',
      lists: { imagem_url: { bucket: 'images', folder: 'banners', name: pictureName } },
    },
  });
  const { home: _old, ...offered } = posicoes;
  return (
    <FormPage head={head} {...page}>
      <FormGroup title="Conteúdo">
        <TextField required maxLength={255} className="sm:col-span-2" {...field('titulo')} />
        <PictureField label="Imagem" picture={pictures.imagem_url} frame="aspect-[8/3] w-full" />
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
        <PlaceField stored={row} {...field('ordem')} />
        <DateTimeField
          hint="Horário de São Paulo. Se ficar vazio, aparece imediatamente."
          {...field('starts_at')}
        />
        <DateTimeField
          hint="Se ficar vazio, aparece por tempo indeterminado."
          {...field('ends_at')}
        />
      </FormGroup>
    </FormPage>
  );
}

type PlaceFieldProps = TextFieldProps & { stored: data.Banner | undefined };

/**
 * Renders the field `ordem`. If the entered number is valid and differs from the stored number, the hint shows the
 * position that the banner would have in the list.
 */
function PlaceField({ stored, ...props }: PlaceFieldProps) {
  const { control } = useFormContext<BannerValues>();
  const typed = safeParse(bannerSchema.entries.ordem, useWatch({ control, name: 'ordem' }));
  const ordem = typed.success && typed.output !== stored?.ordem ? typed.output : undefined;
  const { data: found } = useQuery({
    ...data.bannerPositionQuery(ordem ?? 0, stored?.id),
    enabled: ordem !== undefined,
  });
  const place = ordem !== undefined && found && (
    <span role="status">
      0 vem antes de 1. Aparecerá em {found.place}º lugar
      {found.after && `, depois de "${truncateText(found.after, 24)}"`}.
    </span>
  );
  const rule = 'O menor número aparece primeiro; 0 vem antes de 1.';
  return <TextField type="number" min={0} step={1} hint={place || rule} {...props} />;
}

function pictureName(): string {
  return `banner-${Date.now()}`;
}
