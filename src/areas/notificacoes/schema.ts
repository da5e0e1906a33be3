import * as v from 'valibot';
import { namedBy } from '#crud/export/sheet-cell.ts';
import type { ExportColumn } from '#crud/export/sheet-cell.ts';
import { optionalMoment, withPeriod } from '#lib/period.ts';
import { requiredText } from '#lib/text-schemas.ts';

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

const fields = v.object({
  titulo: requiredText('Preencha todos os campos obrigatórios'),
  conteudo: requiredText('Preencha todos os campos obrigatórios', 5_000),
  tipo: v.pipe(orElse('Geral'), v.picklist(tipos)),
  status: v.pipe(orElse('Ativa'), v.picklist(statuses)),
  destinatarios: v.pipe(orElse('todos'), oneOf(destinatarios)),
  visibilidade: v.pipe(orElse('todos'), oneOf(visibilidades)),
  starts_at: optionalMoment(),
  ends_at: optionalMoment(),
});

/** Parses the typed fields into the stored ones: an empty choice becomes its default. */
export const notificacaoSchema = withPeriod(fields, 'starts_at', 'ends_at');

export type NotificacaoValues = v.InferInput<typeof notificacaoSchema>;

export const labels = {
  titulo: 'Título',
  conteudo: 'Conteúdo',
  tipo: 'Tipo',
  status: 'Status',
  destinatarios: 'Destinatários',
  visibilidade: 'Visibilidade',
  starts_at: 'Início da publicação',
  ends_at: 'Fim da publicação',
} as const satisfies Partial<Record<keyof NotificacaoValues, string>>;

/** The columns of an export. */
export const exportColumns: readonly ExportColumn[] = [
  { name: 'titulo', label: labels.titulo, width: 40 },
  { name: 'conteudo', label: labels.conteudo, width: 60 },
  { name: 'tipo', label: labels.tipo },
  { name: 'status', label: labels.status },
  { name: 'destinatarios', label: labels.destinatarios, choices: namedBy(destinatarios) },
  { name: 'visibilidade', label: labels.visibilidade, choices: namedBy(visibilidades) },
  { name: 'starts_at', label: labels.starts_at, date: true },
  { name: 'ends_at', label: labels.ends_at, date: true },
  { name: 'created_at', label: 'Data de Criação', date: true },
];

export const newNotificacao: NotificacaoValues = {
  titulo: '',
  conteudo: '',
  tipo: 'Geral',
  status: 'Ativa',
  destinatarios: 'todos',
  visibilidade: 'todos',
  starts_at: '',
  ends_at: '',
};

function orElse(value: string) {
  return v.pipe(
    v.string(),
    v.transform((chosen) => chosen || value),
  );
}

function oneOf<Value extends string>(texts: Record<Value, string>) {
  // The type of Object.keys widens the type parameter to string.
  return v.picklist(Object.keys(texts) as Value[]);
}
