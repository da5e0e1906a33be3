import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { OperatorError } from './operator-error.ts';

type SqlFile = { name: string; text: string; sha256: string };
type Kind = 'platform' | 'migration';
/** A SQL file that a database has applied, or that a program would apply, with the SHA-256 of its text. */
export type SqlFileChecksum = { kind: Kind; name: string; sha256: string };

/**
 * Applies the new files of a folder in the order of their names, each in its own transaction. Applied files must never
 * change.
 * @param kind the kind of the files in `vitrine_backend.applied_files`
 * @throws OperatorError when the applied files are not the first files of the folder, or when a file fails
 */
export async function applyFiles(
  client: pg.Client,
  kind: Kind,
  folder: URL,
  { record, upTo }: Applying = {},
) {
  const applied = (await listAppliedFiles(client)).filter((file) => file.kind === kind);
  const files = await sqlFiles(folder);
  refuseAnotherHistory(applied, files);
  const wanted = upTo?.filter((file) => file.kind === kind);
  if (wanted) refuseAnotherHistory(wanted, files);
  for (const file of files.slice(applied.length, wanted?.length))
    await applyFile(client, kind, file, record).catch(explainFailure(kind, file));
}

async function applyFile(client: pg.Client, kind: Kind, file: SqlFile, record: Applying['record']) {
  await client.query('begin');
  await client.query(file.text);
  await client.query(
    'insert into vitrine_backend.applied_files (kind, name, sha256) values ($1, $2, $3)',
    [kind, file.name, file.sha256],
  );
  await record?.(file);
  await client.query('commit'); // checks deferred constraints here
}

type Applying = {
  /** Called in the transaction of each file, after the file has run; can write more rows. */
  record?: (file: SqlFile) => Promise<unknown>;
  /**
   * The files that a database had applied when it was backed up. A restore applies only these files. By default, all
   * new files are applied.
   */
  upTo?: SqlFileChecksum[] | undefined;
};

/** Lists the files that this database has applied, ordered by kind and name. */
export async function listAppliedFiles(client: pg.Client) {
  const { rows } = await client.query<SqlFileChecksum>(
    'select kind, name, sha256 from vitrine_backend.applied_files order by kind, name',
  );
  return rows;
}

/** Lists all SQL files of a folder, applied or not. */
export async function listSqlFilesInFolder(kind: Kind, folder: URL): Promise<SqlFileChecksum[]> {
  return (await sqlFiles(folder)).map(({ name, sha256 }) => ({ kind, name, sha256 }));
}

/**
 * Returns the number of files of a folder that are not applied.
 * @throws OperatorError when the applied files are not the first files of the folder
 */
export async function countUnappliedFiles(applied: SqlFileChecksum[], kind: Kind, folder: URL) {
  const files = await sqlFiles(folder);
  const known = applied.filter((file) => file.kind === kind);
  refuseAnotherHistory(known, files);
  return files.length - known.length;
}

async function sqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(fileURLToPath(new URL(name, folder)), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Throws unless the applied files are the first files of the folder, byte for byte. */
function refuseAnotherHistory(applied: { name: string; sha256: string }[], files: SqlFile[]) {
  const byName = new Map(files.map((file) => [file.name, file]));
  const last = applied.at(-1)?.name ?? '';
  const missing = applied.filter(({ name }) => !byName.has(name));
  const edited = applied.filter(
    ({ name, sha256 }) => byName.has(name) && byName.get(name)?.sha256 !== sha256,
  );
  const known = new Set(applied.map(({ name }) => name));
  const late = files.filter(({ name }) => !known.has(name) && name < last);
  const faults = [
    ...missing.map(({ name }) => `${name}: foi aplicado a este banco e não está neste programa`),
    ...edited.map(({ name }) => `${name}: foi alterado depois de aplicado`),
    ...late.map(({ name }) => `${name}: vem antes de ${last}, que já foi aplicado`),
  ];
  if (faults.length === 0) return;
  throw new OperatorError(
    `As migrações deste programa não são a continuação das deste banco:\n  ${faults.join('\n  ')}\n` +
      'Use a versão do programa que é a do banco; uma alteração nova é sempre um arquivo novo, o último.',
  );
}

/**
 * Returns an error handler that throws an OperatorError with the reason why a file failed. The reason lacks
 * PostgreSQL's `detail`, because `detail` quotes rows, and the system's journal stores the reason.
 */
function explainFailure(kind: Kind, { name, text }: SqlFile) {
  return (error: unknown): never => {
    const { message, position, table, column, constraint, hint } =
      error as Partial<pg.DatabaseError>; // an error that is not from PostgreSQL lacks most fields
    const where = [
      position && `linha ${text.slice(0, Number(position)).split('\n').length}`,
      table && `tabela ${table}`,
      column && `coluna ${column}`,
      constraint && `restrição ${constraint}`,
    ].filter(Boolean);
    const what = kind === 'migration' ? 'A migração' : 'O arquivo da base';
    throw new OperatorError(
      `${what} ${name} falhou: ${message ?? String(error)}${where.length > 0 ? ` (${where.join(', ')})` : ''}.${hint ? ` ${hint}` : ''}\n` +
        'Este arquivo não alterou o banco de dados.',
      { cause: error },
    );
  };
}
