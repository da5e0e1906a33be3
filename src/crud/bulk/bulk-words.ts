import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ComponentType } from 'react';
import type { Json } from '#data/database.types.ts';
import { countOf } from '#lib/text.ts';
import { inGenderOf, countAgreeing } from '../area.ts';
import type { Area } from '../area.ts';
import type { BulkChange, Names } from '../history/history.queries.ts';
import { written } from '../many/batch.queries.ts';
import type { Plan, Totals } from '../many/batch.queries.ts';
import type { Doubts } from '../many/review.tsx';
import type { Selection } from '../selection/selection.ts';

/** The changes that an area offers for selected rows. */
export type AreaChanges = {
  actions: readonly BulkAction[];
  words?: BulkWords;
  /** Converts the selection into the format of the database function `plan_change`. */
  selected: (selection: Selection) => Json;
};

/** A change of many records, either fixed or entered in a form. */
export type BulkAction = {
  label: string;
  icon: LucideIcon;
  /** Whether the action is in the menu '⋯', not a button. */
  quiet?: true;
} & ({ change: BulkChange } | { form: ComponentType<BulkFormProps> });

/** The props of a change's form: `onChange` receives each complete change. */
export type BulkFormProps = { onChange: (change: BulkChange) => void };

/** The texts and names that an area adds to changes of many records. */
export type BulkWords = {
  doubts?: Doubts;
  /** Returns the effect of a plan on the area's amounts, shown after `plannedText`; empty if there is none. */
  effect?: (totals: Totals) => string;
  /** Loads the names of the records that columns refer to by id. */
  names?: () => Promise<Names>;
};

/** The column that tells active from inactive records, and its two values. */
export type Activity = { column: string; active: string | boolean; inactive: string | boolean };

/** Returns the actions 'Ativar' and 'Inativar', which set the column to its two values. */
export function statusActions({ column, active, inactive }: Activity) {
  return [
    { label: 'Ativar', icon: CircleCheck, change: { kind: 'set', column, value: active } },
    { label: 'Inativar', icon: CirclePause, change: { kind: 'set', column, value: inactive } },
  ] as const satisfies readonly BulkAction[];
}

export const deletion = {
  label: 'Mover para a Lixeira',
  icon: Trash2,
  change: { kind: 'delete' },
} as const satisfies BulkAction;

/** Returns the changes of an area whose rows are selected one by one: of the status, if any, and the deletion. */
export function usualChanges(activity: Activity | undefined): AreaChanges {
  return {
    actions: [...(activity ? statusActions(activity) : []), deletion],
    selected: (selection) => ({ ids: 'ids' in selection ? selection.ids.map(String) : [] }),
  };
}

/** Returns '12 frutas alteradas.' or '1 fruta movida para a Lixeira.' */
export function writtenText(area: Area, plan: Plan, deletes: boolean): string {
  const changed = written(plan);
  const ending = changed === 1 ? '' : 's';
  const text = deletes ? `movido${ending} para a Lixeira` : `alterado${ending}`;
  return `${countOf(changed, ...area.count)} ${inGenderOf(area, text)}.`;
}

/** Returns 'Faltam 12 frutas.' */
export function leftText({ count }: Pick<Area, 'count'>, left: number): string {
  return `${left === 1 ? 'Falta' : 'Faltam'} ${countOf(left, ...count)}.`;
}

/** Returns '12 frutas serão alteradas.' */
export function plannedText(area: Area, changing: number, deletes: boolean): string {
  if (changing === 0) return deletes ? 'Nada será movido para a Lixeira.' : 'Nada será alterado.';
  const isOne = changing === 1;
  const counted = countOf(changing, ...area.count);
  if (!deletes)
    return `${counted} ${inGenderOf(area, isOne ? 'será alterado' : 'serão alterados')}.`;
  const moved = inGenderOf(area, isOne ? 'será movido' : 'serão movidos');
  const back = inGenderOf(area, isOne ? 'pode ser restaurado' : 'podem ser restaurados');
  return `${counted} ${moved} para a Lixeira, de onde ${back}.`;
}

/** Returns '2 selecionados não existem mais.' */
export function missingText(area: Area, missing: number): string {
  const texts = ['selecionado não existe mais', 'selecionados não existem mais'] as const;
  return `${countAgreeing(area, missing, ...texts)}.`;
}
