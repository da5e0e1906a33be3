import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countOf } from '#lib/text.ts';
import { Thumbnail } from '../stored-picture.tsx';
import type { HistoryEntry, EntryNote, BulkChange, Names } from './history.queries.ts';
import { BatchNotes, BatchTime } from './entry-notes.tsx';
import { bulkText, changedFields, changedPictures } from './changed-fields.ts';
import type { ChangedField } from './changed-fields.ts';
import { noWords, wordsOf } from '../words.ts';
import type { Words } from '../words.ts';

export type EntryStoryProps = {
  entry: HistoryEntry;
  names: Names;
  /** A link with the record's name, if the context does not show it. */
  record?: ReactNode;
  /** The context already shows the actor and the time. */
  isPart?: boolean;
  fieldAction?: (field: ChangedField) => ReactNode;
};

/** 'Maria alterou o preço de venda: de R$ 10,00 para R$ 12,00 · ontem às 14:32'; several fields are a list below. */
export function EntryStory({ entry, names, record, isPart, fieldAction }: EntryStoryProps) {
  const { data: words = noWords } = useQuery(wordsOf(entry.area));
  // Describe a bulk deletion like a small one: 'excluiu 12 produtos'.
  if (entry.note?.bulk && entry.note.bulk.kind !== 'delete' && record)
    return <BulkStory entry={entry} change={entry.note.bulk} {...{ words, names, record }} />;
  if (entry.note?.moved && record)
    return <MovedStory {...{ entry, words }} moved={entry.note.moved} />;
  if (entry.note?.pictures && record)
    return (
      <SourceStory
        {...{ entry, words, record }}
        done="incluiu imagens em"
        undone="a inclusão de imagens em"
      />
    );
  if (entry.note?.import && record)
    return <SourceStory {...{ entry, words, record }} done="importou" undone="a importação de" />;
  // The listed changes are those of the first record; the other records may have other changes.
  const isOfMany = !!record && entry.records.count > 1;
  const fields = isOfMany ? [] : changedFields(entry, words, names);
  const { removed, added } = isOfMany ? noPictures : changedPictures(entry);
  const pictures = removed.length + added.length;
  const [first] = fields;
  const isOneField = fields.length === 1 && pictures === 0 && first;
  return (
    <div className="min-w-0 flex-1">
      <p className="wrap-anywhere">
        {!isPart && <strong className="font-medium">{entry.actor ?? 'O sistema'} </strong>}
        {entry.kind !== 'update' ? (
          <PlainStory entry={entry} record={record} />
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
        {!isPart && <BatchTime entry={entry} />}
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
      {/* The files of a deleted record are in the closed bucket of the lixeira, and cannot be shown. */}
      {entry.kind === 'update' && (
        <Pictures word="Imagens removidas" urls={removed} entry={entry} />
      )}
      <BatchNotes
        entry={entry}
        words={words}
        confirmed={!record || isPart ? Number(!!entry.confirmed) : undefined}
      />
    </div>
  );
}

const noPictures = { removed: [], added: [] };

/** A batch without changed fields: 'excluiu Açaí', 'entrou'. */
function PlainStory({
  entry: { kind, undoes, title, amount },
  record,
}: Pick<EntryStoryProps, 'entry' | 'record'>) {
  const one = record ?? 'este registro';
  switch (kind) {
    case 'insert':
      return (
        <>
          {undoes ? 'restaurou' : 'criou'} {one}
        </>
      );
    case 'delete':
      return (
        <>
          {undoes ? 'excluiu novamente' : 'excluiu'} {one}
        </>
      );
    case 'discard':
      return <>apagou de vez {one}</>;
    case 'anonymise':
      return <>anonimizou {one}</>;
    case 'load':
      return <>carregou os dados de demonstração</>;
    case 'retention':
      return (
        <>apagou do histórico {countOf(amount ?? 0, 'alteração antiga', 'alterações antigas')}</>
      );
    case 'export':
      // An export of an area has a number of rows; an export of a titular has all stored data.
      return title === null ? (
        <>exportou {one}</>
      ) : (
        <>exportou os dados {record ? <>de {record}</> : 'deste registro'}</>
      );
    case 'read':
      return <>consultou {one}, sem exportar</>;
    case 'sign_in':
      return <>entrou</>;
    case 'sign_out':
      return <>saiu</>;
    case 'password':
      return <>alterou a senha</>;
    case 'sessions':
      return (
        <>
          encerrou {countOf(amount ?? 1, 'sessão', 'sessões')} de {one}
        </>
      );
    case 'factor_on':
      return title === null ? (
        <>ativou a verificação em duas etapas</>
      ) : (
        <>acrescentou um aplicativo à verificação em duas etapas</>
      );
    case 'factor_off':
      return title === null ? (
        <>removeu a verificação em duas etapas</>
      ) : (
        <>removeu um aplicativo da verificação em duas etapas</>
      );
    case 'factor_removed':
      return <>removeu a verificação em duas etapas de {one}</>;
    case 'recovery':
      return <>recebeu um e-mail para redefinir a senha</>;
    case 'failed':
      return <>errou a senha{(amount ?? 1) > 1 && ` ${amount} vezes`}</>;
    case 'refused':
      return title === null ? (
        <>não pôde entrar: errou a senha muitas vezes</>
      ) : (
        <>
          tentou {tried[title] ?? 'usar a função'} {one}, sem permissão
        </>
      );
    default:
      return <>alterou {one}</>;
  }
}

/** The texts by request method, before the title of the area. */
const tried: Readonly<Record<string, string | undefined>> = {
  GET: 'ver',
  POST: 'criar um registro em',
  PATCH: 'alterar um registro em',
  DELETE: 'excluir um registro em',
};

type BulkStoryProps = {
  entry: HistoryEntry;
  change: BulkChange;
  words: Words;
  names: Names;
  record: ReactNode;
};

/** 'Maria reajustou o preço de 12 produtos: +10 % · ontem às 14:32', or 'Maria desfez o reajuste de 12 produtos'. */
function BulkStory({ entry, change, words, names, record }: BulkStoryProps) {
  const { done, undone, detail } = bulkText(change, words, names);
  return (
    <div className="min-w-0 flex-1">
      <p className="wrap-anywhere">
        <strong className="font-medium">{entry.actor ?? 'O sistema'}</strong>{' '}
        {entry.undoes ? `desfez ${undone}` : done} {record}
        {!entry.undoes && detail}
        <BatchTime entry={entry} />
      </p>
      <BatchNotes entry={entry} words={words} />
    </div>
  );
}

type MovedStoryProps = {
  entry: HistoryEntry;
  words: Words;
  moved: NonNullable<EntryNote['moved']>;
};

/** 'Ana moveu Verão do Açaí da posição 1 para a 5 · ontem às 14:32'; an undo moves it back. */
function MovedStory({ entry, words, moved: { title, from, to } }: MovedStoryProps) {
  return (
    <div className="min-w-0 flex-1">
      <p className="wrap-anywhere">
        <strong className="font-medium">{entry.actor ?? 'O sistema'}</strong>{' '}
        {entry.undoes ? (
          <>
            moveu <span className="font-medium">{title}</span> de volta da posição {to} para a{' '}
            {from}
          </>
        ) : (
          <>
            moveu <span className="font-medium">{title}</span> da posição {from} para a {to}
          </>
        )}
        <BatchTime entry={entry} />
      </p>
      <BatchNotes entry={entry} words={words} />
    </div>
  );
}

type SourceStoryProps = {
  entry: HistoryEntry;
  words: Words;
  record: ReactNode;
  done: string;
  undone: string;
};

/** 'Maria incluiu imagens em 12 produtos · ontem às 14:32', or 'Maria importou 4 produtos'. */
function SourceStory({ entry, words, record, done, undone }: SourceStoryProps) {
  return (
    <div className="min-w-0 flex-1">
      <p className="wrap-anywhere">
        <strong className="font-medium">{entry.actor ?? 'O sistema'}</strong>{' '}
        {entry.undoes ? `desfez ${undone}` : done} {record}
        <BatchTime entry={entry} />
      </p>
      <BatchNotes entry={entry} words={words} />
    </div>
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
