import { laterPart } from '../later-part.tsx';
import { choicePairs } from './options.tsx';
import type { Choices } from './options.tsx';
import type { ComboboxProps } from './combobox.tsx';
import { controlClass } from './control-class.ts';

/** More choices than this are searched by typing; up to it a native select is quicker. */
const mostInSelect = 50;

export function areMany(choices: Choices | undefined): choices is Choices {
  return !!choices && choicePairs(choices).length > mostInSelect;
}

/** The box of a choice of many, whose list is fetched when there are so many. */
export const ManyChoices = laterPart(
  async () => (await import('./combobox.tsx')).Combobox,
  ClosedBox,
);

/** Its room, with its text, until the code is there. */
function ClosedBox({ className = '', options, value, none }: ComboboxProps) {
  const text = options.find(([each]) => each === value)?.[1] ?? none;
  return <div className={`${controlClass} truncate ${className}`}>{text}</div>;
}
