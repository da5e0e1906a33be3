import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createPassedFinding, createProblemFinding, type Finding } from './finding.ts';

const NAMED_AT_MOST = 3;
/** The check warns below this multiple of the minimum free space, so that the operator has time to free space. */
const WARN_FACTOR = 2;

/**
 * Checks that the data folder and its contents belong to the owner of secrets.json, which is the service's account, and
 * are closed to other accounts.
 */
export async function checkOwnersAndModes(dataDir: string): Promise<Finding[]> {
  const { uid } = await lstat(join(dataDir, 'secrets.json'));
  const owned: string[] = [];
  const open: string[] = [];
  for (const name of await readdir(dataDir, { recursive: true })) {
    const found = await lstat(join(dataDir, name)).catch(() => undefined); // a process deleted it after `readdir`
    if (!found) continue;
    // When root starts the server, PostgreSQL's account owns the folder `postgres`.
    if (found.uid !== uid && !(uid === 0 && name.startsWith('postgres'))) owned.push(name);
    if ((found.mode & 0o077) !== 0 && !found.isSymbolicLink()) open.push(name);
  }
  const folder = await lstat(dataDir);
  if (folder.uid !== uid) owned.push('.');
  // When root starts the server, PostgreSQL's account must be able to enter the folder: mode 711.
  if ((folder.mode & (uid === 0 ? 0o066 : 0o077)) !== 0) open.push('.');
  const findings: Finding[] = [];
  if (owned.length > 0)
    findings.push(
      createProblemFinding(
        'Donos',
        'falha',
        `${firstOf(owned)} em ${dataDir} não são da conta que tem secrets.json (${uid}).`,
        `Pare o serviço; chown -R ${uid}: ${dataDir}`,
      ),
    );
  if (open.length > 0)
    findings.push(
      createProblemFinding(
        'Modos',
        'falha',
        `${firstOf(open)} em ${dataDir} estão abertos a outras contas.`,
        `chmod -R go= ${dataDir}`,
      ),
    );
  return findings.length > 0
    ? findings
    : [
        createPassedFinding(
          'Donos e modos',
          `tudo em ${dataDir} é da conta do serviço e fechado às outras.`,
        ),
      ];
}

function firstOf(names: string[]) {
  const more = names.length > NAMED_AT_MOST ? ` e mais ${names.length - NAMED_AT_MOST}` : '';
  return `${names.slice(0, NAMED_AT_MOST).join(', ')}${more}`;
}

/** Checks that the disk of a folder has at least `minPercent` percent of free space. */
export async function checkDisk(check: string, folder: string, minPercent: number) {
  const { bavail, blocks, bsize } = await statfs(folder);
  const percent = Math.floor((100 * bavail) / blocks);
  const found = `${percent} % livres (${((bavail * bsize) / 1e9).toFixed(1)} GB) em ${folder}.`;
  const advice = 'Libere espaço ou aumente o disco: docs/operations.md, "When something is wrong".';
  if (percent < minPercent) return createProblemFinding(check, 'falha', found, advice);
  if (percent < WARN_FACTOR * minPercent)
    return createProblemFinding(check, 'atenção', found, advice);
  return createPassedFinding(check, found);
}
