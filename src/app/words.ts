import { areas } from '#areas/index.ts';
import type { Fields } from '#crud/fields.ts';
import type { RecordWords } from '#crud/words.ts';

type AreaWords = () => Promise<RecordWords & { fields: Fields }>;

/** The functions that load the `RecordWords` of a table for its history, keyed by table. */
export const historyWordsLoaders: Readonly<Record<string, () => Promise<RecordWords>>> = {
  ...Object.fromEntries(
    Object.values(areas).map((area): [string, AreaWords] => [area.table, area.words]),
  ),
  async price_guard() {
    const yesOrNo = { text: (yes: boolean) => (yes ? 'sim' : 'não') };
    return {
      fields: {
        enforced: { label: 'Exigir confirmação de todos', ...yesOrNo },
        up_limit: { label: 'Aumento acima de (%)' },
        down_limit: { label: 'Redução acima de (%)' },
      },
      areNames: true,
    };
  },
  async catalogue_readers() {
    const { audienceLabels, readerChoices } =
      await import('#features/catalogue-readers/catalogue-readers.ts');
    return settingWords(audienceLabels, readerChoices);
  },
  async factor_rule() {
    const { factorRuleLabels, factorRuleChoices } =
      await import('#features/factor-rule/factor-rule.ts');
    return settingWords(factorRuleLabels, factorRuleChoices);
  },
};

/** Returns the `RecordWords` of a setting whose columns all have the same choices. */
function settingWords(
  labels: Readonly<Record<string, string>>,
  choices: Readonly<Record<string, string>>,
): RecordWords {
  const text = (chosen: string) => choices[chosen] ?? chosen;
  const fields = Object.entries(labels).map(
    ([column, label]) => [column, { label, text }] as const,
  );
  return { fields: Object.fromEntries(fields), areNames: true };
}
