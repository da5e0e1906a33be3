import { spawnSync } from 'node:child_process';
import { findAccount } from '../backend/database/account.ts';
import { findBinaries } from '../backend/database/binaries.ts';
import { createEmptyCluster } from '../backend/database/initialise.ts';
import { explainAndExit, StartError } from '../backend/database/start-error.ts';
import { TEMPLATE_FOLDER, TEMPLATE_PASSWORD } from '../backend/database/template.ts';

/** `node scripts/make-template.ts [folder]` (Containerfile): creates an empty database that every account can copy. */
if (import.meta.main) makeTemplate(process.argv[2] ?? TEMPLATE_FOLDER).catch(explainAndExit);

export async function makeTemplate(directory: string) {
  const account = await findAccount();
  const programs = await findBinaries(account);
  await createEmptyCluster(programs, account, { directory, password: TEMPLATE_PASSWORD });
  const { status } = spawnSync('chmod', ['-R', 'a+rX', directory]);
  if (status !== 0) throw new StartError(`${directory} não pôde ser aberto a todas as contas.`);
}
