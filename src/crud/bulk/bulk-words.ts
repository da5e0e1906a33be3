import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { BulkChange, Names } from '../history/acts.ts';
import type { DoubtTexts } from '../many/doubts.tsx';

/** What can be done to many records: a change that is known, or a form that asks for it. */
export type BulkAction = {
  label: string;
  icon: LucideIcon;
  /** Among the others behind '⋯'. */
  quiet?: true;
} & ({ change: BulkChange } | { form: string });

/** What a form of a change is given: it tells the change when it is whole. */
export type BulkFormProps = { onChange: (change: BulkChange) => void };

/** What an area adds to changes of many of its records. */
export type BulkWords = {
  forms?: Readonly<Record<string, ComponentType<BulkFormProps>>>;
  doubts?: DoubtTexts;
  /** Names of records that columns speak of by their ids. */
  names?: () => Promise<Names>;
};

/** The column that says whether a record is active, with both values. */
export type Activity = { column: string; active: string | boolean; inactive: string | boolean };
