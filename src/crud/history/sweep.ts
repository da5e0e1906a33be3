import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { bringBack, deleteTrashed } from '#data/trashed-pictures.ts';
import { dayNumber } from '#lib/date.ts';
import { kept } from '#lib/kept.ts';

/**
 * Once a day and browser: brings back the files of records that somebody restored and left before they came along,
 * deletes those that have lain in the trash for 30 days, and forgets staged batches and acts past their time.
 * The built-in server does so by itself; on the hosted platform nobody else would.
 */
export async function sweepOnceADay() {
  const today = String(dayNumber(new Date()));
  if (kept.get(swept) === today) return;
  kept.set(swept, today);
  await returnFiles();
  const { data } = await rest.rpc('expired_files', {});
  if (data) await deleteTrashed(data);
  await rest.rpc('sweep_batches');
  await rest.rpc('forget_old_acts', { size: 10_000 });
}

async function returnFiles() {
  for (let after: string | null = ''; after !== null;) {
    const { data } = await rest.rpc('files_to_return', { after });
    // The function returns jsonb.
    const page = data as { files: StoredFile[]; next: string | null } | null;
    await bringBack(page?.files ?? []);
    after = page?.next ?? null;
  }
}

const swept = 'vitrine:swept';
