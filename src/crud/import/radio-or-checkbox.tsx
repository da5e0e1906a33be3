export type RadioOrCheckboxProps = {
  /** With a name, the option is a radio button; without one, a checkbox. */
  name?: string;
  checked: boolean;
  onChange: () => void;
  children: string;
};

/** Renders a radio button or checkbox on its own line. */
export function RadioOrCheckbox({ name, checked, onChange, children }: RadioOrCheckboxProps) {
  return (
    <label className="flex min-h-8 items-center gap-2 py-0.5">
      <input
        type={name ? 'radio' : 'checkbox'}
        name={name}
        checked={checked}
        onChange={onChange}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}
