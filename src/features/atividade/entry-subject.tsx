import { Link } from '@tanstack/react-router';
import { areaOf } from '#areas/index.ts';
import { recordCountText } from '#areas/nouns.ts';
import { formatCountInGender, getEditPath, getRecordPhrases } from '#crud/area.ts';
import type { Area } from '#crud/area.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { anonymisedName } from '#features/titular/titular.queries.ts';
import { formatCountWithNoun } from '#lib/text.ts';

/**
 * Renders the subject of a batch:
 * - one record: its name, as a link unless the batch deleted the record or the record has no form
 * - several records, or exported or viewed records: their number, such as '12 produtos'
 * - a setting or a refused request: the name of the setting or of the area
 */
export function EntrySubject({ entry }: { entry: HistoryEntry }) {
  const { area, record_id, title, kind, records, amount, note } = entry;
  const found = areaOf(area);
  // A refused request concerns the area, not one record.
  if (kind === 'refused') return found?.title ?? area;
  if ((kind === 'export' || kind === 'read') && !record_id) {
    const [one, many] = found?.count ?? rows;
    return formatCountWithNoun(amount ?? 0, one, many);
  }
  if (note?.count && found && note.count > 1) {
    const [one, many] = found.count;
    const imported = note.import ? ` (${importedText(found, note.import)})` : '';
    return formatCountWithNoun(note.count, one, many) + imported;
  }
  if (records.count > 1) return recordCountText({ area, ...records });
  if (area in settings) return settings[area];
  const isNameless = !title || title === anonymisedName;
  // The name of the record; a phrase such as 'um produto' if the name is not stored or was anonymised.
  const name = !isNameless ? title : found ? getRecordPhrases(found).a : 'um registro';
  if (!found || kind === 'delete' || kind === 'discard') return name;
  return (
    <Link
      to={getEditPath(found, record_id)}
      className="rounded-sm font-medium hover:text-accent hover:underline"
    >
      {name}
    </Link>
  );
}

/** Returns the counts of an import as a text, for example '3 novos, 1 alterado'. */
function importedText(area: Area, { created, changed }: { created: number; changed: number }) {
  const parts = [
    created > 0 ? formatCountInGender(area, created, 'novo', 'novos') : '',
    changed > 0 ? formatCountInGender(area, changed, 'alterado', 'alterados') : '',
  ];
  return parts.filter(Boolean).join(', ');
}

const settings: Readonly<Record<string, string>> = {
  price_guard: '"Alerta de preços"',
  catalogue_readers: '"Acesso de outros sistemas"',
  factor_rule: '"Verificação em duas etapas"',
};

const rows = ['linha', 'linhas'] as const;
