import { lazyComponent } from '../lazy-component.tsx';
import { toChoicePairs } from './options.tsx';
import type { Choices } from './options.tsx';
import type { ComboboxProps } from './combobox.tsx';
import { controlClass } from './control-class.ts';

/** Maximum number of choices in a native select; more choices need a search. */
const mostInSelect = 50;

export function hasManyChoices(choices: Choices | undefined): choices is Choices {
  return !!choices && toChoicePairs(choices).length > mostInSelect;
}

/** A combobox for many choices. The code of the combobox is lazy. */
export const LazyCombobox = lazyComponent(
  async () => (await import('./combobox.tsx')).Combobox,
  'rendered',
  ClosedBox,
);

/** The placeholder until the code of the combobox has loaded. It has the size and the text of the combobox. */
function ClosedBox({ className = '', options, value, none }: ComboboxProps) {
  const text = options.find(([each]) => each === value)?.[1] ?? none;
  return <div className={`${controlClass} truncate ${className}`}>{text}</div>;
}
