import type { Words } from '#crud/words.ts';
import { formatDateTime } from '#lib/date.ts';
import { formatMoney } from '#lib/money.ts';

/**
 * The labels of each table's columns, and the formatters of their values: those of its form, loaded when a history is
 * opened. A column without a label is not shown to users.
 */
export const words: Readonly<Record<string, () => Promise<Words>>> = {
  async products() {
    const { labels, visibilities } = await import('#areas/products/product.ts');
    const describe = {
      real_price: formatMoney,
      promo_price: formatMoney,
      promo_starts_at: formatDateTime,
      promo_ends_at: formatDateTime,
      visibility: textOf(visibilities),
    };
    return { labels, describe };
  },
  async price_guard() {
    const { guardLabels } = await import('#areas/products/product.ts');
    return { labels: guardLabels, describe: { enforced: (yes: boolean) => (yes ? 'sim' : 'não') } };
  },
  async catalogue_readers() {
    const { labels, choices } = await import('#features/catalogue-readers/catalogue-readers.ts');
    const read = textOf(choices);
    return {
      labels,
      areNames: true,
      describe: { todos: read, menu_parceiros: read, catalogo_distribuidores: read },
    };
  },
  async factor_rule() {
    const { labels, choices } = await import('#features/factor-rule/factor-rule.ts');
    return { labels, areNames: true, describe: { required_of: textOf(choices) } };
  },
  async categories() {
    const { labels, states } = await import('#areas/categories/schema.ts');
    const describe = { is_active: (active: boolean) => states[active ? 0 : 1] };
    return { labels: { ...labels, image_url: 'Imagem' }, describe };
  },
  async distribuidores() {
    const { labels } = await import('#areas/distribuidores/schema.ts');
    return { labels: { ...labels, logo_url: 'Logo' }, describe: {} };
  },
  async parceiros() {
    const { labels } = await import('#areas/parceiros/schema.ts');
    return { labels: { ...labels, logo_url: 'Logo' }, describe: {} };
  },
  async profiles() {
    const { labels, newLabels } = await import('#areas/usuarios/schema.ts');
    return { labels: { ...labels, email: newLabels.email, avatar_url: 'Foto' }, describe: {} };
  },
  async notificacoes() {
    const { labels, ...texts } = await import('#areas/notificacoes/schema.ts');
    const describe = {
      destinatarios: textOf(texts.destinatarios),
      visibilidade: textOf(texts.visibilidades),
      ...period,
    };
    return { labels, describe };
  },
  async banners() {
    const { labels, posicoes, tipos } = await import('#areas/banners/schema.ts');
    const describe = { posicao: textOf(posicoes), tipo: textOf(tipos), ...period };
    return { labels: { ...labels, imagem_url: 'Imagem' }, describe };
  },
};

const period = { starts_at: formatDateTime, ends_at: formatDateTime };

function textOf(texts: Readonly<Record<string, string>>) {
  return (value: string) => texts[value] ?? value;
}
