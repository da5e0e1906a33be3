import * as v from 'valibot';
import { choice, moment, money, rulesOf } from '#crud/fields.ts';
import type { Fields, FormValuesOf } from '#crud/fields.ts';
import type { AreaBulkChange } from '#crud/history/history.queries.ts';
import { amount, amountRule } from '#crud/number-fields.ts';
import type { BulkChangeText } from '#crud/words.ts';
import type { Tables } from '#data/database.types.ts';
import type { StoredPicture } from '#data/pictures.ts';
import { keysOf } from '#lib/keys-of.ts';
import { formatMoneyInput, formatMoneyInText, parseMoney } from '#lib/money.ts';
import { emptyToNull } from '#lib/text-schemas.ts';
import { optionalDateTime, withPeriodRule } from '#lib/period.ts';
import { isWebAddress } from '#lib/web-address.ts';
import { products } from './area.ts';
import { textLimits, statuses, tipos, visibilities } from './product.ts';

const { labels } = products;

/** The fields of a product, in the order of the form. */
export const fields = {
  name: {
    label: 'Nome',
    rule: text('Informe o nome.', 255),
    sheet: {
      also: ['Produto', 'Título', 'Nome do produto', 'Descrição curta', 'Item', 'Name', 'Title'],
      example: 'Café torrado 250 g',
    },
  },
  subtitle: {
    label: 'Subtítulo',
    rule: text('Informe o subtítulo.', textLimits.subtitle),
    sheet: { also: ['Sub título', 'Linha', 'Subtitle'], example: 'Torra média' },
  },
  mini_description: {
    label: 'Mini descrição',
    article: 'a',
    rule: text('Informe a mini descrição.', textLimits.mini_description),
    sheet: {
      also: ['Minidescrição', 'Descrição resumida', 'Resumo', 'Chamada'],
      example: 'Grãos da serra, torrados na semana.',
    },
  },
  description: {
    label: 'Descrição',
    article: 'a',
    rule: text('Informe a descrição.', 20_000),
    sheet: {
      also: ['Descrição completa', 'Descrição longa', 'Detalhes', 'Description'],
      example: 'Café arábica da serra, torrado na semana e embalado a vácuo.',
    },
  },
  sku: {
    label: labels.sku,
    plain: true,
    rule: text('Informe o SKU.', 255),
    sheet: {
      also: ['Código', 'Cód', 'Referência', 'Ref', 'Código do produto', 'Part number'],
      example: 'CAFE-250',
    },
  },
  category_id: {
    label: labels.category,
    article: 'a',
    // At most 255 characters: a cell of a spreadsheet has the name of the category instead of its id.
    rule: text('Selecione uma categoria.', 255),
    sheet: {
      name: 'category',
      also: ['Departamento', 'Grupo', 'Família', 'Seção', 'Category'],
      example: 'Cafés',
    },
  },
  tipo: {
    label: labels.tipo,
    rule: v.picklist(tipos),
    blank: 'Produto',
    ...choice(tipos),
    sheet: { also: ['Tipo de item'], example: 'Produto' },
  },
  status: {
    label: labels.status,
    rule: v.picklist(statuses),
    blank: 'Ativo',
    ...choice(statuses),
    sheet: { also: ['Situação', 'Ativo'], example: 'Ativo' },
  },
  visibility: {
    label: labels.visibility,
    article: 'a',
    rule: v.picklist(keysOf(visibilities)),
    blank: 'todos',
    ...choice(visibilities),
    sheet: { also: ['Onde aparece', 'Canal'], example: visibilities.todos },
  },
  real_price: {
    label: 'Preço de venda',
    rule: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Informe o preço de venda.'),
      amountRule('preço'),
      v.transform(parseSalePrice),
    ),
    ...money,
    sheet: {
      also: ['Preço', 'Valor', 'Preço real', 'Preço cheio', 'Price', 'Valor unitário'],
      example: '34,90',
    },
  },
  promo_price: {
    label: 'Preço promocional',
    ...amount({ one: 'preço' }),
    sheet: {
      shownIn: 'real_price',
      also: [
        'Promoção',
        'Preço por',
        'Preço com desconto',
        'Preço de promoção',
        'Valor promocional',
      ],
      example: '29,90',
    },
  },
  promo_starts_at: {
    label: 'Início da promoção',
    rule: optionalDateTime(),
    ...moment,
    sheet: {
      shownIn: 'real_price',
      also: ['Promoção de', 'Promoção desde', 'Promoção: início', 'Data de início da promoção'],
      example: '20/11/2026 08:00',
    },
  },
  promo_ends_at: {
    label: 'Fim da promoção',
    rule: optionalDateTime(),
    ...moment,
    sheet: {
      shownIn: 'real_price',
      also: ['Promoção até', 'Promoção: fim', 'Data de fim da promoção'],
      example: '30/11/2026 23:59',
    },
  },
  button_color: {
    label: 'Cor do botão',
    article: 'a',
    plain: true,
    rule: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'Informe uma cor como #0077cc.')),
    blank: '#0077cc',
    sheet: { also: ['Cor'], example: '#0077cc' },
  },
  button_link: {
    label: 'Link do botão',
    rule: v.pipe(address(), v.transform(emptyToNull)),
    sheet: { also: ['Link', 'URL', 'Site', 'Endereço'], example: 'https://exemplo.com.br/cafe' },
  },
  video_embed: {
    label: 'Vídeo',
    rule: v.pipe(v.string(), v.transform(extractVideoUrl), address(), v.transform(emptyToNull)),
    sheet: {
      also: ['Link do vídeo', 'YouTube', 'Video'],
      example: 'https://exemplo.com.br/video',
    },
  },
} as const satisfies Fields;

/**
 * Parses the form values into the stored values. Without a promotional price, the period is removed. The stored
 * discount is always null.
 */
export const productSchema = v.pipe(
  withPeriodRule(v.object(rulesOf(fields)), 'promo_starts_at', 'promo_ends_at'),
  v.transform((values): StoredProductValues => ({
    ...values,
    ...(values.promo_price === null && emptyPeriod),
    discount_percentage: null,
  })),
);

/** The stored columns of the form, with the types of the table: a text instead of a number is a type error. */
export type StoredProductValues = Pick<
  Tables<'products'>,
  keyof ProductValues | 'discount_percentage'
>;

/** The period of a product without a promotional price. */
export const emptyPeriod = { promo_starts_at: null, promo_ends_at: null };

/** The form values of a product. */
export type ProductValues = FormValuesOf<typeof fields>;

/** A bulk change of prices; see plan_change in the schema. */
export type PriceChange = {
  kind: 'price';
  by: 'percent' | 'amount' | 'to';
  value: number;
  /** The ending of the new prices, in reais: 0.9 for ',90'. Null allows any ending. */
  ending: 0 | 0.9 | 0.99 | null;
  /** `keep` leaves promotional prices unchanged, `same` changes them like the sale prices, and `none` removes them. */
  promo: 'keep' | 'same' | 'none';
};

declare module '#crud/history/history.queries.ts' {
  interface AreaBulkChangesByKind {
    price: PriceChange;
  }
}

export function changeText(change: AreaBulkChange): BulkChangeText {
  const { by, value, ending, promo } = change;
  const sign = value < 0 ? '−' : '+';
  const size = Math.abs(value);
  const parts = [
    by === 'to'
      ? ` para ${formatMoneyInText(value)}`
      : by === 'percent'
        ? `: ${sign}${size.toLocaleString('pt-BR')}\u00a0%`
        : `: ${sign}${formatMoneyInText(size)}`,
    ending === null ? '' : `final ${formatMoneyInput(ending).slice(1)}`,
    promo === 'none' ? 'sem promoções' : '',
  ];
  const detail = parts.filter(Boolean).join(', ');
  return { done: 'reajustou o preço de', undone: 'o reajuste de', detail };
}

export const confirmed = [
  'preço fora do padrão confirmado',
  'preços fora do padrão confirmados',
] as const;

export type ImageRow = StoredPicture & { is_main: boolean };

/** Returns the main image (none or one), or the additional images in their order. */
export function filterImages(
  images: readonly ImageRow[],
  which: 'main' | 'additional',
): StoredPicture[] {
  const wanted = images.filter(({ is_main }) => is_main === (which === 'main'));
  return wanted.map(({ url, alt }) => ({ url, alt }));
}

/** Returns the URL in pasted embedding code of a video site; any other text is only trimmed. */
export function extractVideoUrl(typed: string): string {
  const code = typed.trim();
  const frame = code.startsWith('<') && /<iframe\b[^>]*?\bsrc=["']([^"']+)["']/i.exec(code);
  // In an HTML attribute, `&` is written `&amp;`.
  return (frame && frame[1]?.replaceAll('&amp;', '&')) || code;
}

function text(missing: string, max: number) {
  return v.pipe(
    v.string(),
    v.check((typed) => typed.trim() !== '', missing),
    v.maxLength(max, `Use no máximo ${max} caracteres.`),
    v.trim(),
  );
}

/** Returns the stored sale price. An invalid text would become 0, but the rule of the field refuses it first. */
export function parseSalePrice(typed: string): number {
  return parseMoney(typed) ?? 0;
}

/**
 * Returns the rule for an empty text or a URL with http(s). Other schemes, such as `javascript:`, could run a script.
 */
function address() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (typed) => typed === '' || isWebAddress(typed),
      'Informe um endereço completo, como https://exemplo.com.br.',
    ),
    v.maxLength(2000, 'Use no máximo 2000 caracteres.'),
  );
}
