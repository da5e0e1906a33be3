import * as v from 'valibot';
import { OperatorError } from '../backend/database/operator-error.ts';

/**
 * The manifest of a backup: its tables and files, with sizes and checksums. In the archive, only the entry
 * `manifest.sha256` follows the manifest.
 */
export type Manifest = v.InferOutput<typeof manifest>;

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/**
 * The name of a table or sequence, with its schema. Only these characters are allowed, because SQL statements contain
 * the name.
 */
const name = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/));
const columns = v.pipe(v.string(), v.regex(/^"?[a-z_][a-z0-9_]*"?(, "?[a-z_][a-z0-9_]*"?)*$/));

const manifest = v.object({
  format: v.literal(1),
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  /** The SQL files that had run in the database. A restore creates a database with these files, then migrates it. */
  applied: v.array(
    v.object({ kind: v.picklist(['platform', 'migration']), name: v.string(), sha256 }),
  ),
  tables: v.array(v.object({ table: name, columns, rows: count, sha256 })),
  sequences: v.array(
    v.object({
      sequence: name,
      last: v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)),
      called: v.boolean(),
    }),
  ),
  /**
   * The number of files, their size in bytes, and one checksum of a list. The list has one line per file, with the
   * version and the checksum of the file.
   */
  files: v.object({ count, bytes: count, sha256 }),
  secrets: v.nullable(sha256),
});

/**
 * Parses the text of a manifest.
 * @throws OperatorError when it is not valid
 */
export function parseManifest(text: string): Manifest {
  try {
    return v.parse(manifest, JSON.parse(text));
  } catch (error) {
    throw new OperatorError('Este backup é de outra versão da Vitrine, que este programa não lê.', {
      cause: error,
    });
  }
}
