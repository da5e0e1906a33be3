import { areas } from '#areas/index.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { errorTexts } from '#data/error-texts.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { typedTime } from '#lib/wall-time.ts';
import { endBeforeStart, isInOrder } from '#lib/period.ts';
import { columnDoubtTexts } from '../prices/price-guard.ts';
import { labels, visibilities } from '../product.ts';
import { newProduct, productFields, productPayload, promoPeriod } from '../schema.ts';
import type { ProductValues } from '../schema.ts';

const { entries: rules } = productFields;

/** The columns of a spreadsheet of products, in the order of the template and of an export. */
export const productSheet = {
  area: areas.products,
  key: storedAreas.products.key,
  changes: ['products', 'categories', 'search'],
  columns: [
    {
      name: 'sku',
      label: labels.sku,
      also: ['Código', 'Cód', 'Referência', 'Ref', 'Código do produto', 'Part number'],
      rule: rules.sku,
      example: 'CAFE-250',
    },
    {
      name: 'name',
      label: labels.name,
      also: ['Produto', 'Título', 'Nome do produto', 'Descrição curta', 'Item', 'Name', 'Title'],
      rule: rules.name,
      example: 'Café torrado 250 g',
    },
    {
      name: 'subtitle',
      label: labels.subtitle,
      also: ['Sub título', 'Linha', 'Subtitle'],
      rule: rules.subtitle,
      example: 'Torra média',
    },
    {
      name: 'mini_description',
      label: labels.mini_description,
      also: ['Minidescrição', 'Descrição resumida', 'Resumo', 'Chamada'],
      rule: rules.mini_description,
      example: 'Grãos da serra, torrados na semana.',
    },
    {
      name: 'description',
      label: labels.description,
      also: ['Descrição completa', 'Descrição longa', 'Detalhes', 'Description'],
      rule: rules.description,
      example: 'Café arábica da serra, torrado na semana e embalado a vácuo.',
    },
    {
      name: 'category',
      label: labels.category_id,
      also: ['Departamento', 'Grupo', 'Família', 'Seção', 'Category'],
      rule: rules.category_id,
      example: 'Cafés',
    },
    {
      name: 'tipo',
      label: labels.tipo,
      also: ['Tipo de item'],
      rule: rules.tipo,
      choices: { Produto: 'Produto', Serviço: 'Serviço' },
      example: 'Produto',
    },
    {
      name: 'status',
      label: labels.status,
      also: ['Situação', 'Ativo'],
      rule: rules.status,
      choices: { Ativo: 'Ativo', Inativo: 'Inativo' },
      example: 'Ativo',
    },
    {
      name: 'visibility',
      label: labels.visibility,
      also: ['Onde aparece', 'Canal'],
      rule: rules.visibility,
      choices: Object.fromEntries(
        Object.entries(visibilities).map(([stored, name]) => [name, stored]),
      ),
      example: visibilities.todos,
    },
    {
      name: 'real_price',
      label: labels.real_price,
      also: ['Preço', 'Valor', 'Preço real', 'Preço cheio', 'Price', 'Valor unitário'],
      rule: rules.real_price,
      money: true,
      example: '34,90',
    },
    {
      name: 'promo_price',
      label: labels.promo_price,
      also: [
        'Promoção',
        'Preço por',
        'Preço com desconto',
        'Preço de promoção',
        'Valor promocional',
      ],
      rule: rules.promo_price,
      money: true,
      example: '29,90',
    },
    {
      name: 'promo_starts_at',
      label: labels.promo_starts_at,
      also: ['Promoção de', 'Promoção desde', 'Promoção: início', 'Data de início da promoção'],
      rule: rules.promo_starts_at,
      mask: typedTime,
      date: true,
      example: '20/11/2026 08:00',
    },
    {
      name: 'promo_ends_at',
      label: labels.promo_ends_at,
      also: ['Promoção até', 'Promoção: fim', 'Data de fim da promoção'],
      rule: rules.promo_ends_at,
      mask: typedTime,
      date: true,
      example: '30/11/2026 23:59',
    },
    {
      name: 'button_color',
      label: labels.button_color,
      also: ['Cor'],
      rule: rules.button_color,
      example: '#0077cc',
    },
    {
      name: 'button_link',
      label: labels.button_link,
      also: ['Link', 'URL', 'Site', 'Endereço'],
      rule: rules.button_link,
      example: 'https://exemplo.com.br/cafe',
    },
    {
      name: 'video_embed',
      label: labels.video_embed,
      also: ['Link do vídeo', 'YouTube', 'Video'],
      rule: rules.video_embed,
      example: 'https://exemplo.com.br/video',
    },
  ],
  store({ category, ...typed }) {
    // The names are those of the form; absent values are not sent.
    const values: ProductValues = { ...newProduct, ...(typed as Partial<ProductValues>) };
    // A promotional price that is not in the row may be stored already.
    const payload: Record<string, unknown> = { ...productPayload(values), ...promoPeriod(values) };
    const stored = Object.fromEntries(Object.keys(typed).map((name) => [name, payload[name]]));
    const isOrdered = isInOrder(values.promo_starts_at, values.promo_ends_at);
    const problems: Record<string, string> = isOrdered ? {} : { promo_ends_at: endBeforeStart };
    // A row without the promotional price uses the stored one: the schema validates that.
    if (typed['promo_price'] === '')
      for (const name of ['promo_starts_at', 'promo_ends_at'])
        if (typed[name]) problems[name] = errorTexts['products_promo_period_of_price'] ?? '';
    return {
      cells: { ...stored, ...(category !== undefined && { category }) },
      problems,
    };
  },
  doubts: columnDoubtTexts,
} as const satisfies ImportArea;
