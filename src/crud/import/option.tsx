export type OptionProps = {
  /** Of several under this name one is chosen; without one it is by itself. */
  name?: string;
  checked: boolean;
  onChange: () => void;
  children: string;
};

/** A choice on a line of its own. */
export function Option({ name, checked, onChange, children }: OptionProps) {
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
