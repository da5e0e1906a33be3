import * as v from 'valibot';
import { namedBy } from '#crud/export/sheet-cell.ts';
import type { ExportColumn } from '#crud/export/sheet-cell.ts';
import { optionalMoment, withPeriod } from '#lib/period.ts';
import { optionalText, requiredText } from '#lib/text-schemas.ts';

export const statuses = ['Ativo', 'Inativo'] as const;
export const tipos = { banner: 'Banner', informativo: 'Informativo' } as const;
/** `home` exists in old records only: it is valid and shown, but not offered to others. */
export const posicoes = {
  todos: 'Todos',
  distribuidores: 'Distribuidores',
  parceiros: 'Parceiros',
  home: 'Página inicial',
} as const;

const fields = v.object({
  titulo: requiredText('Informe o título.'),
  descricao: optionalText(2_000),
  cta_texto: optionalText(),
  cta_link: optionalAddress(),
  status: v.picklist(statuses, 'Selecione o status.'),
  posicao: v.picklist(keysOf(posicoes), 'Selecione a posição.'),
  tipo: v.picklist(keysOf(tipos), 'Selecione o tipo.'),
  ordem: v.pipe(
    v.union([v.string(), v.number()]),
    v.toString(),
    v.regex(/^\s*\d{1,9}\s*$/, 'Informe um número inteiro, 0 ou maior.'),
    v.toNumber(),
  ),
  starts_at: optionalMoment(),
  ends_at: optionalMoment(),
});

/** Parses the typed fields into the stored ones; the image is separate. */
export const bannerSchema = withPeriod(fields, 'starts_at', 'ends_at');

export type BannerValues = v.InferInput<typeof bannerSchema>;

export const labels = {
  titulo: 'Título',
  descricao: 'Descrição',
  cta_texto: 'Texto do botão',
  cta_link: 'Link do botão',
  status: 'Status',
  posicao: 'Posição',
  tipo: 'Tipo',
  ordem: 'Ordem',
  starts_at: 'Início da exibição',
  ends_at: 'Fim da exibição',
} as const satisfies Partial<Record<keyof BannerValues, string>>;

/** The columns of an export. */
export const exportColumns: readonly ExportColumn[] = [
  { name: 'titulo', label: labels.titulo, width: 40 },
  { name: 'descricao', label: labels.descricao, width: 60 },
  { name: 'cta_texto', label: labels.cta_texto },
  { name: 'cta_link', label: labels.cta_link, width: 40 },
  { name: 'status', label: labels.status },
  { name: 'posicao', label: labels.posicao, choices: namedBy(posicoes) },
  { name: 'tipo', label: labels.tipo, choices: namedBy(tipos) },
  { name: 'ordem', label: labels.ordem },
  { name: 'starts_at', label: labels.starts_at, date: true },
  { name: 'ends_at', label: labels.ends_at, date: true },
];

export const newBanner: BannerValues = {
  titulo: '',
  descricao: '',
  cta_texto: '',
  cta_link: '',
  status: 'Ativo',
  posicao: 'todos',
  tipo: 'banner',
  ordem: 0,
  starts_at: '',
  ends_at: '',
};

/** Only http(s): a URL must not be able to run as a script. */
function optionalAddress() {
  return v.pipe(
    optionalText(2_000),
    v.check(
      (typed) => typed === null || (/^https?:\/\/\S+$/i.test(typed) && URL.canParse(typed)),
      'Informe um endereço completo, como https://exemplo.com.br.',
    ),
  );
}

function keysOf<Key extends string>(texts: Record<Key, string>) {
  // The type of Object.keys widens the type parameter to string.
  return Object.keys(texts) as Key[];
}
