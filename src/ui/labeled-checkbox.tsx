import { useState } from 'react';

export type LabeledCheckboxProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A checkbox with its label. A click changes the box at once, even if `checked` changes only after a request. */
export function LabeledCheckbox({ label, checked, onChange }: LabeledCheckboxProps) {
  const [box, setBox] = useState({ seen: checked, shown: checked });
  if (checked !== box.seen) setBox({ seen: checked, shown: checked });
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={box.shown}
        onChange={({ target }) => {
          setBox({ seen: checked, shown: target.checked });
          onChange(target.checked);
        }}
      />
      {label}
    </label>
  );
}
