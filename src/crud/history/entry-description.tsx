import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCountWithNoun } from '#lib/text.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Thumbnail } from '../stored-picture.tsx';
import type { HistoryEntry, RecordNames } from './history.queries.ts';
import { describeBulkChange, listChangedFields, listChangedPictures } from './changed-fields.ts';
import type { ChangedField } from './changed-fields.ts';
import { noWords, wordsQuery } from '../words.ts';
import type { RecordWords } from '../words.ts';

export type EntryDescriptionProps = {
  entry: HistoryEntry;
  names: RecordNames;
  /** The record, usually as a link, or the number of records; absent in the history of one record. */
  record?: ReactNode;
  /** Whether the parent already shows the actor and the time: then this component leaves them out. */
  isPart?: boolean;
  fieldAction?: (field: ChangedField) => ReactNode;
};

/**
 * Renders a batch as a sentence: 'Maria alterou o preço de venda: de R$ 10,00 para R$ 12,00 · ontem às 14:32'. Several
 * changed fields are listed below the sentence.
 */
export function EntryDescription({
  entry,
  names,
  record,
  isPart,
  fieldAction,
}: EntryDescriptionProps) {
  const { data: words = noWords } = useQuery(wordsQuery(entry.area));
  const noted = record && notedDeed(entry, words, names, record);
  // Do not list fields for several records: `entry.changes` has only the changes of the first record.
  const isOfMany = !!noted || (!!record && entry.records.count > 1);
  const fields = isOfMany ? [] : listChangedFields(entry, words, names);
  const { removed, added } = isOfMany ? noPictures : listChangedPictures(entry);
  const pictures = removed.length + added.length;
  const [first] = fields;
  const isOneField = fields.length === 1 && pictures === 0 && first;
  return (
    <div className="min-w-0 flex-1">
      <p className="wrap-anywhere">
        {!isPart && <strong className="font-medium">{entry.actor ?? 'O sistema'} </strong>}
        {noted ? (
          noted
        ) : entry.kind !== 'update' ? (
          <PlainDescription entry={entry} record={record} />
        ) : isOneField ? (
          <>
            {entry.undoes ? 'restaurou' : 'alterou'} {first.name}
            {record && <> em {record}</>}: <Change field={first} />
          </>
        ) : entry.undoes ? (
          <>desfez uma alteração {record ? <>em {record}</> : 'neste registro'}</>
        ) : (
          <>alterou {record ?? 'este registro'}</>
        )}
        {!isPart && <BatchTime at={entry.at} />}
        {isOneField && fieldAction?.(first)}
      </p>
      {entry.kind === 'update' && !isOneField && fields.length > 0 && (
        <ul className="mt-1 space-y-0.5 text-muted">
          {fields.map((field) => (
            <li key={field.column} className="wrap-anywhere">
              <span className="font-medium text-ink">{field.label}</span>: <Change field={field} />
              {fieldAction?.(field)}
            </li>
          ))}
        </ul>
      )}
      {entry.kind !== 'delete' && (
        <Pictures word="Imagens adicionadas" urls={added} entry={entry} />
      )}
      {/* Only for an update: pictures of a deleted record are in the closed bucket `lixeira`, and cannot be shown. */}
      {entry.kind === 'update' && (
        <Pictures word="Imagens removidas" urls={removed} entry={entry} />
      )}
      <BatchNotes entry={entry} words={words} isOne={!record || !!isPart} />
    </div>
  );
}

const noPictures = { removed: [], added: [] };

/** Renders a batch of any kind except 'update', without its fields: 'excluiu Açaí', 'entrou'. */
function PlainDescription({
  entry: { kind, undoes, title, amount },
  record,
}: Pick<EntryDescriptionProps, 'entry' | 'record'>): ReactNode {
  const about = (deed: string, rest = '') => (
    <>
      {deed} {record ?? 'este registro'}
      {rest}
    </>
  );
  switch (kind) {
    case 'insert':
      return about(undoes ? 'restaurou' : 'criou');
    case 'delete':
      return about(undoes ? 'excluiu novamente' : 'excluiu');
    case 'discard':
      return about('apagou de vez');
    case 'anonymise':
      return about('anonimizou');
    case 'load':
      return 'carregou os dados de demonstração';
    case 'retention':
      return `apagou do histórico ${formatCountWithNoun(amount ?? 0, 'alteração antiga', 'alterações antigas')}`;
    case 'export':
      // Without a title, rows of a list were exported; with a title, all stored data of a titular.
      if (title === null) return about('exportou');
      return record ? about('exportou os dados de') : 'exportou os dados deste registro';
    case 'read':
      return about('consultou', ', sem exportar');
    case 'sign_in':
      return 'entrou';
    case 'sign_out':
      return 'saiu';
    case 'password':
      return 'alterou a senha';
    case 'sessions':
      return about(`encerrou ${formatCountWithNoun(amount ?? 1, 'sessão', 'sessões')} de`);
    case 'factor_on':
      return title === null
        ? 'ativou a verificação em duas etapas'
        : 'acrescentou um aplicativo à verificação em duas etapas';
    case 'factor_off':
      return title === null
        ? 'removeu a verificação em duas etapas'
        : 'removeu um aplicativo da verificação em duas etapas';
    case 'factor_removed':
      return about('removeu a verificação em duas etapas de');
    case 'recovery':
      return 'recebeu um e-mail para redefinir a senha';
    case 'failed':
      return (amount ?? 1) > 1 ? `errou a senha ${amount} vezes` : 'errou a senha';
    case 'refused':
      return title === null
        ? 'não pôde entrar: errou a senha muitas vezes'
        : about(`tentou ${tried[title] ?? 'usar a função'}`, ', sem permissão');
    default:
      return about('alterou');
  }
}

/** The texts for a refused request, keyed by its HTTP method. The title of the area follows the text. */
const tried: Readonly<Record<string, string | undefined>> = {
  GET: 'ver',
  POST: 'criar um registro em',
  PATCH: 'alterar um registro em',
  DELETE: 'excluir um registro em',
};

/**
 * Returns the sentence for a batch with a bulk change, a move or an import in its `note`: 'reajustou o preço de 12
 * registros: +10 %', or for its undo 'desfez o reajuste de 12 registros'. Returns undefined for other batches.
 */
function notedDeed(
  { note, undoes }: HistoryEntry,
  words: RecordWords,
  names: RecordNames,
  record: ReactNode,
): ReactNode {
  const { bulk, moved, pictures } = note ?? {};
  // `PlainDescription` describes a bulk deletion like the deletion of one record: 'excluiu 12 registros'.
  if (bulk && bulk.kind !== 'delete') {
    const { done, undone, detail } = describeBulkChange(bulk, words, names);
    return deedOf(undoes, done, undone, record, detail);
  }
  if (moved) {
    const { title, from, to } = moved;
    return (
      <>
        moveu <span className="font-medium">{title}</span>{' '}
        {undoes ? `de volta da posição ${to} para a ${from}` : `da posição ${from} para a ${to}`}
      </>
    );
  }
  if (pictures) return deedOf(undoes, 'incluiu imagens em', 'a inclusão de imagens em', record);
  return note?.import && deedOf(undoes, 'importou', 'a importação de', record);
}

function deedOf(
  undoes: HistoryEntry['undoes'],
  done: string,
  undone: string,
  record: ReactNode,
  detail = '',
) {
  return (
    <>
      {undoes ? `desfez ${undone}` : done} {record}
      {!undoes && detail}
    </>
  );
}

function Change({ field: { from, to } }: { field: ChangedField }) {
  return (
    <>
      de {from} para {to}
    </>
  );
}

type PicturesProps = { word: string; urls: readonly string[]; entry: HistoryEntry };

function Pictures({ word, urls, entry }: PicturesProps) {
  if (urls.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-muted">
      {word}:{' '}
      {urls.map((url) => (
        <Thumbnail
          key={url}
          url={entry.missing_pictures.includes(url) ? null : url}
          className="size-8"
        />
      ))}
    </p>
  );
}

function BatchTime({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-muted">
      {' · '}
      <RelativeTime at={at} />
    </span>
  );
}

/**
 * Renders the number of records with doubtful values that the user confirmed, and whether the batch was undone later.
 * With `isOne`, counts only the record of the entry; otherwise all records of the batch.
 */
function BatchNotes({
  entry,
  words,
  isOne,
}: {
  entry: HistoryEntry;
  words: RecordWords;
  isOne: boolean;
}) {
  const confirmed = isOne ? Number(!!entry.confirmed) : entry.note?.confirmed;
  const { confirmed: nouns = anyConfirmed } = words;
  return (
    <>
      {!!confirmed && !entry.undoes && (
        <p className="text-xs text-muted">{formatCountWithNoun(confirmed, ...nouns)}.</p>
      )}
      {entry.undone && <p className="text-xs text-muted">Desfeito depois.</p>}
    </>
  );
}

const anyConfirmed = [
  'valor fora do padrão confirmado',
  'valores fora do padrão confirmados',
] as const;
