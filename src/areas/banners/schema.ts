import * as v from 'valibot';
import { choice, moment, rulesOf } from '#crud/fields.ts';
import { integer } from '#crud/number-fields.ts';
import type { Fields, FormValuesOf } from '#crud/fields.ts';
import { optionalDateTime, withPeriodRule } from '#lib/period.ts';
import { keysOf } from '#lib/keys-of.ts';
import { optionalText, requiredText } from '#lib/text-schemas.ts';
import { banners } from './area.ts';

const { labels } = banners;

export const statuses = ['Ativo', 'Inativo'] as const;

export const tipos = { banner: 'Banner', informativo: 'Informativo' } as const;

/** The positions, with their labels. Only old records have `home`: the form offers `home` only for these records. */
export const posicoes = {
  todos: 'Todos',
  distribuidores: 'Distribuidores',
  parceiros: 'Parceiros',
  home: 'Página inicial',
} as const;

export const fields = {
  titulo: { label: labels.titulo, rule: requiredText('Informe o título.'), sheet: { width: 40 } },
  descricao: {
    label: 'Descrição',
    article: 'a',
    rule: optionalText(2_000),
    sheet: { width: 60 },
  },
  cta_texto: { label: 'Texto do botão', rule: optionalText(), sheet: {} },
  cta_link: { label: 'Link do botão', rule: optionalAddress(), sheet: { width: 40 } },
  status: {
    label: labels.status,
    rule: v.picklist(statuses, 'Selecione o status.'),
    blank: 'Ativo',
    ...choice(statuses),
    sheet: {},
  },
  posicao: {
    label: labels.posicao,
    article: 'a',
    rule: v.picklist(keysOf(posicoes), 'Selecione a posição.'),
    blank: 'todos',
    ...choice(posicoes),
    sheet: {},
  },
  tipo: {
    label: 'Tipo',
    rule: v.picklist(keysOf(tipos), 'Selecione o tipo.'),
    blank: 'banner',
    ...choice(tipos),
    sheet: {},
  },
  ordem: {
    label: labels.ordem,
    article: 'a',
    ...integer({ from: 0, missing: 'Informe um número inteiro, 0 ou maior.' }),
    blank: '0',
    sheet: {},
  },
  starts_at: { label: 'Início da exibição', rule: optionalDateTime(), ...moment, sheet: {} },
  ends_at: { label: 'Fim da exibição', rule: optionalDateTime(), ...moment, sheet: {} },
  imagem_url: { label: 'Imagem', article: 'a' },
} as const satisfies Fields;

/** Parses the form values into the stored values, without the image. */
export const bannerSchema = withPeriodRule(v.object(rulesOf(fields)), 'starts_at', 'ends_at');

export type BannerValues = FormValuesOf<typeof fields>;

/** Returns the rule for an optional URL with http(s). Other schemes, such as `javascript:`, could run a script. */
function optionalAddress() {
  return v.pipe(
    optionalText(2_000),
    v.check(
      (typed) => typed === null || (/^https?:\/\/\S+$/i.test(typed) && URL.canParse(typed)),
      'Informe um endereço completo, como https://exemplo.com.br.',
    ),
  );
}
