import ExternalLink from 'lucide-react/icons/external-link';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { Card } from '#ui/card.tsx';
import { ColorField } from '#ui/fields/color-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { ProductFieldsProps } from './product-text-fields.tsx';
import { isWebAddress, productLabels, videoAddress } from './product.ts';

export function ProductButtonFields({ form: { control, register } }: ProductFieldsProps) {
  const { errors } = useFormState({ control });
  const [link, video] = useWatch({ control, name: ['button_link', 'video_embed'] });
  return (
    <Card title="Botão e vídeo" className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
      <Controller
        control={control}
        name="button_color"
        render={({ field }) => (
          <ColorField
            label={productLabels.button_color}
            error={errors.button_color?.message}
            {...field}
          />
        )}
      />
      <TextField
        label={productLabels.button_link}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint={<OpenLink address={link.trim()}>Abrir o link</OpenLink>}
        error={errors.button_link?.message}
        {...register('button_link')}
      />
      <TextField
        label={productLabels.video_embed}
        inputMode="url"
        placeholder="https://"
        className="sm:col-span-2"
        hint={<OpenLink address={videoAddress(video)}>Abrir o vídeo</OpenLink>}
        error={errors.video_embed?.message}
        {...register('video_embed')}
      />
    </Card>
  );
}

/** A way to try what was typed. Nothing of it is loaded into the panel: it opens in a tab of its own. */
function OpenLink({ address, children }: { address: string; children: string }) {
  if (!isWebAddress(address)) return 'Endereço completo, com http:// ou https://.';
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 text-accent underline"
    >
      {children}
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">(abre em outra aba)</span>
    </a>
  );
}
