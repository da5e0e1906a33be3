import { join } from 'node:path';
import type { Config } from '../backend/config.ts';

/** Where backups go that nobody gives a place. */
export function folderOfBackups({ BACKUP_DIR: configured }: Config, dataDir: string) {
  return configured ?? join(dataDir, 'backups');
}

/** By the clock of the machine; names in their order are backups in theirs. */
export function backupName(at: Date) {
  const part = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), part(at.getMonth() + 1), part(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(part).join('');
  return `vitrine-${day}-${time}.backup`;
}
