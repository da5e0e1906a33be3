import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ExternalLink from 'lucide-react/icons/external-link';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { categories } from '#areas/categories/area.ts';
import { useDuplicateWarning } from '#crud/form/duplicate-warning.tsx';
import type { DescribeDuplicate } from '#crud/form/duplicate-warning.tsx';
import { useFields } from '#crud/form/use-record-form.tsx';
import { categoryOptionsQuery } from '#areas/categories/queries.ts';
import { errorTexts } from '#data/error-texts.ts';
import { parseMoney } from '#lib/money.ts';
import { isWebAddress } from '#lib/web-address.ts';
import { ChoiceField } from '#ui/fields/choice-field.tsx';
import { ColorField } from '#ui/fields/color-field.tsx';
import { DateTimeField } from '#ui/fields/date-time-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { products } from './area.ts';
import { priceGuardQuery, priceReferenceQuery } from './prices/price-guard.queries.ts';
import { priceWarningText, defaultPriceLimits } from './prices/price-guard.ts';
import * as words from './product.ts';
import { fields as schema, extractVideoUrl } from './schema.ts';
import type { ProductValues } from './schema.ts';
import type { StoredProduct } from './queries.ts';

type StoredProps = { stored: StoredProduct | undefined };

export function PresentationFields({ stored }: StoredProps) {
  const field = useProductFields();
  const [subtitle, mini] = useValues('subtitle', 'mini_description');
  const { textLimits } = words;
  return (
    <FormGroup title="Apresentação">
      <TextField
        required
        maxLength={255}
        autoComplete="off"
        warning={useDuplicateWarning(products, 'name', stored?.id, sharedName)}
        {...field('name')}
      />
      <TextField
        required
        maxLength={textLimits.subtitle}
        autoComplete="off"
        counter={<Counter length={subtitle.length} max={textLimits.subtitle} warnAbove={25} />}
        {...field('subtitle')}
      />
      <TextField
        required
        maxLength={textLimits.mini_description}
        autoComplete="off"
        className="sm:col-span-2"
        counter={<Counter length={mini.length} max={textLimits.mini_description} warnAbove={60} />}
        {...field('mini_description')}
      />
      <TextareaField required className="sm:col-span-2" {...field('description')} />
    </FormGroup>
  );
}

const sharedName: DescribeDuplicate = (sku) => ['este nome', `SKU ${sku}`];
const sharedSku: DescribeDuplicate = (sku, isSame) =>
  isSame ? ['este SKU'] : ['um SKU parecido', sku];

export function ClassificationFields({ stored }: StoredProps) {
  const field = useProductFields();
  return (
    <FormGroup title="Classificação">
      <TextField
        required
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        warning={useDuplicateWarning(products, 'sku', stored?.id, sharedSku)}
        {...field('sku')}
      />
      <CategoryField />
      <SelectField options={words.tipos} {...field('tipo')} />
      <SelectField options={words.statuses} {...field('status')} />
      <SelectField
        className="sm:col-span-2"
        options={words.visibilities}
        {...field('visibility')}
      />
    </FormGroup>
  );
}

/**
 * Renders the choice of a category, with a link to create the first category. It is controlled: an uncontrolled select
 * would lose the category of a record or a draft if the options load later.
 */
function CategoryField() {
  const { data, isError } = useQuery(categoryOptionsQuery());
  const { field, fieldState } = useController<ProductValues, 'category_id'>({
    name: 'category_id',
  });
  return (
    <ChoiceField
      label={schema.category_id.label}
      required
      none={{ text: data ? 'Selecione' : 'Carregando...' }}
      options={data?.map(
        ({ id, name, is_active }) => [id, words.categoryText(name, is_active)] as const,
      )}
      error={
        fieldState.error?.message ??
        (isError ? 'Não foi possível carregar as categorias.' : undefined)
      }
      hint={data?.length === 0 && <FirstCategory />}
      {...field}
    />
  );
}

function FirstCategory() {
  return (
    <>
      Ainda não há categorias.{' '}
      <Link to={categories.add} className="font-medium text-accent underline">
        Cadastrar a primeira
      </Link>
    </>
  );
}

/**
 * Renders the name of a category in the question about a conflict. Refetches the categories, because another user may
 * have created this category meanwhile.
 */
export function CategoryName({ id }: { id: string }) {
  const { data, isFetching } = useQuery({ ...categoryOptionsQuery(), staleTime: 0 });
  const name = data?.find((each) => each.id === id)?.name;
  return name ?? (isFetching ? '' : '(não encontrada)');
}

/**
 * Renders the prices and the period of the promotion. A doubtful price has a warning. Users can save this price; if the
 * price guard is enforced, the save asks for a confirmation first.
 */
export function PriceFields({ stored }: StoredProps) {
  const field = useProductFields();
  const limits = useQuery(priceGuardQuery()).data ?? defaultPriceLimits;
  const [real, promo] = useValues('real_price', 'promo_price').map(parseMoney);
  const [starts, ends] = useValues('promo_starts_at', 'promo_ends_at');
  const odd = real !== undefined && promo !== undefined && promo >= real;
  const isChanged = real !== stored?.real_price || (promo ?? null) !== stored?.promo_price;
  const reference = useQuery({
    ...priceReferenceQuery(stored?.id ?? ''),
    enabled: stored !== undefined && isChanged,
  }).data;
  return (
    <FormGroup title="Preço">
      <MoneyField
        required
        warning={priceWarningText(stored?.real_price, real, limits, reference?.real_price)}
        {...field('real_price')}
      />
      <MoneyField
        hint="Deixe vazio se não houver promoção."
        warning={
          odd
            ? 'Atenção: o preço promocional não é menor que o preço de venda.'
            : priceWarningText(stored?.promo_price, promo, limits, reference?.promo_price)
        }
        {...field('promo_price')}
      />
      <DateTimeField
        hint="Horário de São Paulo. Se ficar vazio, vale imediatamente."
        warning={
          promo === undefined && (starts || ends) && errorTexts['products_promo_period_of_price']
        }
        {...field('promo_starts_at')}
      />
      <DateTimeField
        hint="Se ficar vazio, vale por tempo indeterminado."
        {...field('promo_ends_at')}
      />
    </FormGroup>
  );
}

export function ButtonAndVideoFields() {
  const field = useProductFields();
  const { field: color, fieldState } = useController<ProductValues, 'button_color'>({
    name: 'button_color',
  });
  const [link, video] = useValues('button_link', 'video_embed');
  return (
    <FormGroup title="Botão e vídeo">
      <ColorField label={schema.button_color.label} error={fieldState.error?.message} {...color} />
      <TextField
        type="url"
        inputMode="url"
        placeholder="https://"
        hint={<OpenLink address={link.trim()}>Abrir o link</OpenLink>}
        {...field('button_link')}
      />
      <TextField
        inputMode="url"
        placeholder="https://"
        className="sm:col-span-2"
        hint={<OpenLink address={extractVideoUrl(video)}>Abrir o vídeo</OpenLink>}
        {...field('video_embed')}
      />
    </FormGroup>
  );
}

/**
 * Renders a link to the entered URL, so that users can test it in another tab. The panel itself loads nothing from this
 * URL.
 */
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
      <ExternalLink className="size-3.5" />
      <span className="sr-only">(abre em outra aba)</span>
    </a>
  );
}

function useProductFields() {
  return useFields<ProductValues>(schema);
}

function useValues(...name: (keyof ProductValues)[]) {
  const { control } = useFormContext<ProductValues>();
  // Cast: the result has one value for each name, and each caller passes two names.
  return useWatch({ control, name }) as [string, string, ...string[]];
}

type CounterProps = {
  length: number;
  max: number;
  /** The counter is amber if the text has more characters than this. */
  warnAbove: number;
};

/** Renders the length of a text and its limit: '12/30'. */
function Counter({ length, max, warnAbove }: CounterProps) {
  return (
    <span className={length > warnAbove ? 'font-semibold text-warning' : undefined}>
      {length}/{max}
    </span>
  );
}
