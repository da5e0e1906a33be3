import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ComponentType } from 'react';
import type { Json } from '#data/database.types.ts';
import { countOf } from '#lib/text.ts';
import { agreeing, countAgreeing } from '../area.ts';
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
  /** Converts the selection into the format of plan_change. */
  selected: (selection: Selection) => Json;
};

/** A change of many records, either fixed or entered in a form. */
export type BulkAction = {
  label: string;
  icon: LucideIcon;
  /** Shown in the menu '⋯'. */
  quiet?: true;
} & ({ change: BulkChange } | { form: ComponentType<BulkFormProps> });

/** The props of a change's form: `onChange` receives each complete change. */
export type BulkFormProps = { onChange: (change: BulkChange) => void };

/** The texts and names that an area adds to changes of many records. */
export type BulkWords = {
  doubts?: Doubts;
  /** The effect of a plan on the area's amounts, after '12 produtos serão alterados.'; empty if there is none. */
  effect?: (totals: Totals) => string;
  /** Names of the records that columns refer to by id. */
  names?: () => Promise<Names>;
};

/** The column for active and inactive records, with both values. */
export type Activity = { column: string; active: string | boolean; inactive: string | boolean };

/** The actions 'Ativar' and 'Inativar' of a column with these two values. */
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

/** The changes of an area whose rows are selected one by one: their status, if they have one, and the deletion. */
export function usualChanges(activity: Activity | undefined): AreaChanges {
  return {
    actions: [...(activity ? statusActions(activity) : []), deletion],
    selected: (selection) => ({ ids: 'ids' in selection ? selection.ids.map(String) : [] }),
  };
}

/** '12 produtos alterados.', '1 categoria movida para a Lixeira.' */
export function writtenText(area: Area, plan: Plan, deletes: boolean): string {
  const changed = written(plan);
  const ending = changed === 1 ? '' : 's';
  const text = deletes ? `movido${ending} para a Lixeira` : `alterado${ending}`;
  return `${countOf(changed, ...area.count)} ${agreeing(area, text)}.`;
}

/** 'Faltam 12 produtos.' */
export function leftText({ count }: Pick<Area, 'count'>, left: number): string {
  return `${left === 1 ? 'Falta' : 'Faltam'} ${countOf(left, ...count)}.`;
}

/** '12 produtos serão alterados.' */
export function plannedText(area: Area, changing: number, deletes: boolean): string {
  if (changing === 0) return deletes ? 'Nada será movido para a Lixeira.' : 'Nada será alterado.';
  const isOne = changing === 1;
  const counted = countOf(changing, ...area.count);
  if (!deletes) return `${counted} ${agreeing(area, isOne ? 'será alterado' : 'serão alterados')}.`;
  const moved = agreeing(area, isOne ? 'será movido' : 'serão movidos');
  const back = agreeing(area, isOne ? 'pode ser restaurado' : 'podem ser restaurados');
  return `${counted} ${moved} para a Lixeira, de onde ${back}.`;
}

/** '2 selecionados não existem mais.' */
export function missingText(area: Area, missing: number): string {
  const texts = ['selecionado não existe mais', 'selecionados não existem mais'] as const;
  return `${countAgreeing(area, missing, ...texts)}.`;
}
