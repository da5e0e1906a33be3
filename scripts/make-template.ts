import { spawnSync } from 'node:child_process';
import { findAccount } from '../backend/database/account.ts';
import { findOrCopyPrograms } from '../backend/database/binaries.ts';
import { createEmptyCluster } from '../backend/database/empty-cluster.ts';
import { printReasonAndExit, OperatorError } from '../backend/database/operator-error.ts';
import { TEMPLATE_FOLDER, TEMPLATE_PASSWORD } from '../backend/database/template.ts';

/** `node scripts/make-template.ts [folder]` (Containerfile): creates an empty database that every account can copy. */
if (import.meta.main)
  createTemplateCluster(process.argv[2] ?? TEMPLATE_FOLDER).catch(printReasonAndExit);

export async function createTemplateCluster(directory: string) {
  const account = await findAccount();
  const programs = await findOrCopyPrograms(account);
  await createEmptyCluster(programs, account, { directory, password: TEMPLATE_PASSWORD });
  const { status } = spawnSync('chmod', ['-R', 'a+rX', directory]);
  if (status !== 0) throw new OperatorError(`${directory} não pôde ser aberto a todas as contas.`);
}
