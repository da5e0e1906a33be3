import { TextField } from './fields/text-field.tsx';

export type TypedAnswerProps = {
  label: string;
  value: string;
  isWrong: boolean;
  onChange: (typed: string) => void;
  onEnter: () => void;
};

/**
 * The input of a question that requires a typed answer. It is lazy, and the first control of its dialog: it takes the
 * focus when it renders, or when the dialog opens.
 */
export function TypedConfirmation({ label, value, isWrong, onChange, onEnter }: TypedAnswerProps) {
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
