import { queryClient } from '#data/query-client.ts';
import { formatDateTime } from '#lib/date.ts';
import { formatNumber } from '#lib/number.ts';
import { entryKindLabels } from '#crud/history/history.queries.ts';
import type { ColumnValues } from '#crud/history/history.queries.ts';
import { valueText, wordsQuery } from '#crud/words.ts';
import type { RecordWords } from '#crud/words.ts';
import type { PersonalData } from './titular.queries.ts';

/**
 * Returns the stored data of a titular as an HTML page to read, print or hand over. The page has no scripts and no
 * external resources.
 */
export async function renderPersonalDataPage(data: PersonalData): Promise<string> {
  const words = await queryClient.fetchQuery(wordsQuery(data.area));
  const { record, login, views, history, batches, has_more: hasMore } = data;
  const name = String(record['name'] ?? 'titular');
  const sections = [
    section('Cadastro', rowsOf(record, data, words)),
    login && section('Login', loginRows(login)),
    login &&
      section(
        'Visualizações criadas',
        views.map((view) => [view.name]),
      ),
    section(
      'Histórico do cadastro',
      history.map(({ at, actor, kind, before, after }) => [
        formatDateTime(at),
        actor ?? 'O sistema',
        entryKindLabels[kind],
        changedText(before ?? {}, after ?? {}, data, words),
      ]),
      ['Quando', 'Quem', 'O quê', 'Dados'],
      hasMore.history && incompleteNote(history, 'alterações'),
    ),
    login &&
      section(
        'O que fez no painel',
        batches.map(({ at, kind }) => [formatDateTime(at), entryKindLabels[kind]]),
        ['Quando', 'O quê'],
        hasMore.batches && incompleteNote(batches, 'ações'),
      ),
  ];
  const all = hasMore.history || hasMore.batches ? 'O' : 'Tudo o';
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`Dados pessoais de ${name}`)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(`Dados pessoais de ${name}`)}</h1>
<p>${escaped(`${all} que a Vitrine tem sobre esta pessoa, em ${formatDateTime(data.at)} (horário de São Paulo).`)}</p>
${sections.filter(Boolean).join('\n')}
</body>
</html>
`;
}

type Row = readonly string[];

/** Returns the note above an incomplete list, which has only the newest entries. */
function incompleteNote(entries: readonly unknown[], name: string): string {
  return `As ${formatNumber(entries.length)} ${name} mais novas; as anteriores não estão nesta página.`;
}

function section(title: string, rows: readonly Row[], head?: Row, note?: string | false): string {
  const cells = (row: Row, first: 'th' | 'td') =>
    row.map((cell, index) => {
      const tag = index === 0 && first === 'th' ? 'th' : 'td';
      return `<${tag}>${escaped(cell)}</${tag}>`;
    });
  const body = rows.map((row) => `<tr>${cells(row, head ? 'td' : 'th').join('')}</tr>`);
  const top = head && `<tr>${head.map((cell) => `<th>${escaped(cell)}</th>`).join('')}</tr>`;
  const table = `<table>${top ?? ''}${body.join('\n')}</table>`;
  const start = note ? `<p>${escaped(note)}</p>\n` : '';
  return `<h2>${escaped(title)}</h2>\n${start}${rows.length > 0 ? table : '<p>Nenhum registro.</p>'}`;
}

/** Returns the label and the text of each column, in the order of the form, and the creation date of the record. */
function rowsOf(columns: ColumnValues, data: PersonalData, words: RecordWords): Row[] {
  const known = labelledColumns(words).flatMap(([column, label]) =>
    column in columns ? [[label, valueText(column, columns[column], words, data.names)]] : [],
  );
  const made = columns['created_at'];
  return typeof made === 'string' ? [...known, ['Cadastrado em', formatDateTime(made)]] : known;
}

function loginRows({
  email,
  created_at,
  last_sign_in_at,
  sessions,
  factors,
}: NonNullable<PersonalData['login']>): Row[] {
  return [
    ['E-mail', email],
    ['Criado em', formatDateTime(created_at)],
    ['Última entrada', last_sign_in_at ? formatDateTime(last_sign_in_at) : '—'],
    ...(factors.length > 0
      ? factors.map(({ name, since }) => [
          'Verificação em duas etapas',
          [`desde ${formatDateTime(since)}`, name].filter(Boolean).join(' · '),
        ])
      : [['Verificação em duas etapas', 'não ativada']]),
    ...sessions.map(({ since, from, with: browser }) => [
      'Sessão aberta',
      [`desde ${formatDateTime(since)}`, from, browser].filter(Boolean).join(' · '),
    ]),
  ];
}

/**
 * Returns one line for each changed column: 'Telefone: (11) 9… → (11) 8…'. A created or deleted record has only one of
 * the two values.
 */
function changedText(
  before: ColumnValues,
  after: ColumnValues,
  data: PersonalData,
  words: RecordWords,
): string {
  return labelledColumns(words)
    .flatMap(([column, label]) => {
      if (!(column in before) && !(column in after)) return [];
      const values = [before, after].flatMap((side) =>
        column in side ? [valueText(column, side[column], words, data.names)] : [],
      );
      return [`${label}: ${values.join(' → ')}`];
    })
    .join('\n');
}

/**
 * Returns the columns with their labels. The column `address` has a label only in `sheet`, because the form shows the
 * parts of the address instead.
 */
function labelledColumns({ fields }: RecordWords): [column: string, label: string][] {
  return Object.entries(fields).flatMap(([column, { label, sheet }]) => {
    const text = label ?? sheet?.label;
    return text ? [[column, text]] : [];
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const style = `
body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #ccc; padding: .3rem .6rem; text-align: left; vertical-align: top; white-space: pre-line; overflow-wrap: break-word }
th { font-weight: 600; background: #f4f4f4 }
tr { break-inside: avoid }`;
