import * as v from 'valibot';
import type { ExportColumn } from '#crud/export/sheet-cell.ts';
import { choice, listExportColumns, moment, rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';
import { optionalDateTime, withPeriodRule } from '#lib/period.ts';
import { keysOf } from '#lib/keys-of.ts';
import { requiredText } from '#lib/text-schemas.ts';
import { notificacoes } from './area.ts';

const { labels } = notificacoes;

export const tipos = ['Geral', 'Alerta', 'Informativo', 'Promoção'] as const;

export const statuses = ['Ativa', 'Inativa'] as const;

export const destinatarios = {
  todos: 'Todos',
  distribuidores: 'Distribuidores',
  parceiros: 'Parceiros',
  usuarios: 'Usuários',
} as const;

export const visibilidades = {
  todos: 'Todos',
  painel: 'Painel',
  menu_parceiros: 'Menu de Parceiros',
  catalogo_distribuidores: 'Catálogo de Distribuidores',
} as const;

// The fields of a notification. The rule of a choice converts an empty value into the default value (`orElse`).
export const fields = {
  titulo: {
    label: labels.titulo,
    rule: requiredText('Preencha todos os campos obrigatórios'),
    sheet: { width: 40 },
  },
  conteudo: {
    label: 'Conteúdo',
    rule: requiredText('Preencha todos os campos obrigatórios', 5_000),
    sheet: { width: 60 },
  },
  tipo: {
    label: labels.tipo,
    rule: v.pipe(orElse('Geral'), v.picklist(tipos)),
    blank: 'Geral',
    ...choice(tipos),
    sheet: {},
  },
  status: {
    label: labels.status,
    rule: v.pipe(orElse('Ativa'), v.picklist(statuses)),
    blank: 'Ativa',
    ...choice(statuses),
    sheet: {},
  },
  destinatarios: {
    label: labels.destinatarios,
    article: 'os',
    rule: v.pipe(orElse('todos'), oneOf(destinatarios)),
    blank: 'todos',
    ...choice(destinatarios),
    sheet: {},
  },
  visibilidade: {
    label: 'Visibilidade',
    article: 'a',
    rule: v.pipe(orElse('todos'), oneOf(visibilidades)),
    blank: 'todos',
    ...choice(visibilidades),
    sheet: {},
  },
  starts_at: { label: 'Início da publicação', rule: optionalDateTime(), ...moment, sheet: {} },
  ends_at: { label: 'Fim da publicação', rule: optionalDateTime(), ...moment, sheet: {} },
} as const satisfies Fields;

/** Parses the form values into the stored values. */
export const notificacaoSchema = withPeriodRule(v.object(rulesOf(fields)), 'starts_at', 'ends_at');

/** The columns of the export: the fields and the creation date. */
export const sheetColumns: readonly ExportColumn[] = [
  ...listExportColumns(fields),
  { name: 'created_at', label: labels.created_at, kind: 'moment' },
];

function orElse(value: string) {
  return v.pipe(
    v.string(),
    v.transform((chosen) => chosen || value),
  );
}

function oneOf<Value extends string>(texts: Record<Value, string>) {
  return v.picklist(keysOf(texts));
}
