import { TextField } from './fields/text-field.tsx';

export type ConfirmationInputProps = {
  label: string;
  value: string;
  isWrong: boolean;
  onChange: (typed: string) => void;
  onEnter: () => void;
};

/**
 * The input for a text that the user must type to confirm. Its code is lazy. If the code loads after the dialog has
 * opened, `autoFocus` focuses the input. Otherwise, the dialog focuses the input, because it is the first control.
 */
export function ConfirmationInput({
  label,
  value,
  isWrong,
  onChange,
  onEnter,
}: ConfirmationInputProps) {
  return (
    <form
      className="px-5 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <TextField
        autoFocus
        label={label}
        error={isWrong ? 'Não confere. Digite novamente.' : undefined}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </form>
  );
}
