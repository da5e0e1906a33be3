import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { BulkChange, Names } from '../history/history.queries.ts';
import type { Totals } from '../many/batch.queries.ts';
import type { Doubts } from '../many/review.tsx';

/** A change of many records, either fixed or entered in a form. */
export type BulkAction = {
  label: string;
  icon: LucideIcon;
  /** Shown in the menu '⋯'. */
  quiet?: true;
} & ({ change: BulkChange } | { form: string });

/** The props of a change's form: `onChange` receives each complete change. */
export type BulkFormProps = { onChange: (change: BulkChange) => void };

/** The texts and names that an area adds to changes of many records. */
export type BulkWords = {
  forms?: Readonly<Record<string, ComponentType<BulkFormProps>>>;
  doubts?: Doubts;
  /** The effect of a plan on the area's amounts, after '12 produtos serão alterados.'; empty if there is none. */
  effect?: (totals: Totals) => string;
  /** Names of the records that columns refer to by id. */
  names?: () => Promise<Names>;
};

/** The column for active and inactive records, with both values. */
export type Activity = { column: string; active: string | boolean; inactive: string | boolean };
