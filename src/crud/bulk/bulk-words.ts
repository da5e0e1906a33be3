import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ComponentType } from 'react';
import type { Json } from '#data/database.types.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { adaptToGender, formatCountInGender } from '../area.ts';
import type { Area } from '../area.ts';
import type { BulkChange, RecordNames } from '../history/history.queries.ts';
import { countWritten } from '../many/batch.queries.ts';
import type { BatchPlan, PlanTotals } from '../many/batch.queries.ts';
import type { DoubtTexts } from '../many/review.tsx';
import type { Selection } from '../selection/selection.ts';

/** The bulk changes that an area offers for selected rows. */
export type OfferedBulkChanges = {
  actions: readonly BulkAction[];
  words?: BulkWords;
  /** Converts the selection into the format of the database function `plan_change`. */
  selected: (selection: Selection) => Json;
};

/** A bulk change, either fixed or entered in a form. */
export type BulkAction = {
  label: string;
  icon: LucideIcon;
  /** Whether the action is an item of the menu '⋯' instead of a button. */
  quiet?: true;
} & ({ change: BulkChange } | { form: ComponentType<BulkFormProps> });

/** The props of the form of a bulk change. The form calls `onChange` with each complete change. */
export type BulkFormProps = { onChange: (change: BulkChange) => void };

/** The texts and names that an area adds to its bulk changes. */
export type BulkWords = {
  doubts?: DoubtTexts;
  /**
   * Returns a sentence about the totals of a plan, for example the total change of the amounts (`sum`); '' for no
   * sentence. The dialog shows it after `plannedChangesText`.
   */
  effect?: (totals: PlanTotals) => string;
  /** Loads the names of the records that columns refer to by id. */
  names?: () => Promise<RecordNames>;
};

/** The column that distinguishes active from inactive records, and its two values. */
export type StatusColumn = { column: string; active: string | boolean; inactive: string | boolean };

/** Returns the actions 'Ativar' and 'Inativar', which set `column` to the values `active` and `inactive`. */
export function makeStatusActions({ column, active, inactive }: StatusColumn) {
  return [
    { label: 'Ativar', icon: CircleCheck, change: { kind: 'set', column, value: active } },
    { label: 'Inativar', icon: CirclePause, change: { kind: 'set', column, value: inactive } },
  ] as const satisfies readonly BulkAction[];
}

export const deleteAction = {
  label: 'Mover para a Lixeira',
  icon: Trash2,
  change: { kind: 'delete' },
} as const satisfies BulkAction;

/**
 * Returns the bulk changes of an area whose list cannot select all matches. If `activity` is given, they are 'Ativar',
 * 'Inativar' and `deleteAction`. Otherwise the only one is `deleteAction`.
 */
export function makeDefaultBulkChanges(activity: StatusColumn | undefined): OfferedBulkChanges {
  return {
    actions: [...(activity ? makeStatusActions(activity) : []), deleteAction],
    selected: (selection) => ({ ids: 'ids' in selection ? selection.ids.map(String) : [] }),
  };
}

/** Returns '12 frutas alteradas.' or '1 fruta movida para a Lixeira.' */
export function writtenChangesText(area: Area, plan: BatchPlan, deletes: boolean): string {
  const changed = countWritten(plan);
  const ending = changed === 1 ? '' : 's';
  const text = deletes ? `movido${ending} para a Lixeira` : `alterado${ending}`;
  return `${formatCountWithNoun(changed, ...area.count)} ${adaptToGender(area, text)}.`;
}

/** Returns 'Faltam 12 frutas.' */
export function remainingRecordsText({ count }: Pick<Area, 'count'>, left: number): string {
  return `${left === 1 ? 'Falta' : 'Faltam'} ${formatCountWithNoun(left, ...count)}.`;
}

/** Returns '12 frutas serão alteradas.' */
export function plannedChangesText(area: Area, changing: number, deletes: boolean): string {
  if (changing === 0) return deletes ? 'Nada será movido para a Lixeira.' : 'Nada será alterado.';
  const isOne = changing === 1;
  const counted = formatCountWithNoun(changing, ...area.count);
  if (!deletes)
    return `${counted} ${adaptToGender(area, isOne ? 'será alterado' : 'serão alterados')}.`;
  const moved = adaptToGender(area, isOne ? 'será movido' : 'serão movidos');
  const back = adaptToGender(area, isOne ? 'pode ser restaurado' : 'podem ser restaurados');
  return `${counted} ${moved} para a Lixeira, de onde ${back}.`;
}

/** Returns '2 selecionados não existem mais.' */
export function missingRecordsText(area: Area, missing: number): string {
  const texts = ['selecionado não existe mais', 'selecionados não existem mais'] as const;
  return `${formatCountInGender(area, missing, ...texts)}.`;
}
