import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { Conflict, Decisions, Names } from './history.queries.ts';
import { namesOf, usersAmong } from './record-authors.queries.ts';
import type { Authors } from './record-authors.queries.ts';
import type { UndoQuestion } from './undo.ts';
import { labelOf, noWords, valueText, wordsOf } from '../words.ts';

/** The conflicts of an undo, field by field: the user chooses which values stay, then the undo continues. */
export function UndoQuestions({
  question: { conflicts, names, authors, answer },
}: {
  question: UndoQuestion;
}) {
  const [decisions, setDecisions] = useState<Decisions>(() =>
    Object.fromEntries(conflicts.map((conflict) => [conflict.key, firstAnswer(conflict)])),
  );
  const [first] = conflicts;
  const isTaken = conflicts.every(({ kind }) => kind === 'taken');
  const { data: words = noWords, isPending } = useQuery(wordsOf(first?.area ?? ''));
  if (isPending) return null;
  const label = labelOf(first?.column ?? '', words);
  return (
    <FormDialog
      title={isTaken ? `Este ${label} já está em uso` : laterText(authors)}
      size="lg"
      action={isTaken ? `Usar outro ${label}` : 'Desfazer com estas escolhas'}
      onClose={() => answer(undefined)}
      onSubmit={() => answer(decisions)}
    >
      {!isTaken && (
        <p className="mb-4 text-muted">
          Escolha o que manter. O que não foi alterado depois será restaurado.
        </p>
      )}
      <div className="space-y-4">
        {conflicts.map((conflict) => (
          <Question
            key={conflict.key}
            {...{ conflict, names }}
            decision={decisions[conflict.key]}
            onDecide={(decision) => setDecisions({ ...decisions, [conflict.key]: decision })}
          />
        ))}
      </div>
    </FormDialog>
  );
}

function laterText(authors: Authors): string {
  const names = namesOf(authors);
  if (!names) return 'Há outras alterações depois desta';
  return `${names} ${usersAmong(authors).length === 1 ? 'fez' : 'fizeram'} outras alterações depois`;
}

type Decision = Decisions[string];

function firstAnswer({ kind, was }: Conflict): Decision {
  return kind === 'taken' ? { value: String(was ?? '') } : 'keep';
}

type QuestionProps = {
  conflict: Conflict;
  names: Names;
  decision: Decision | undefined;
  onDecide: (decision: Decision) => void;
};

function Question({ conflict, names, decision, onDecide }: QuestionProps) {
  const { data: words = noWords } = useQuery(wordsOf(conflict.area));
  const { key, kind, column = '', title } = conflict;
  if (kind === 'taken') {
    const label = labelOf(column, words);
    return (
      <TextField
        label={`Outro ${label} para ${title ?? 'este registro'}`}
        hint={`O ${label} "${String(conflict.was)}" já é de "${conflict.holder}". Digite outro.`}
        required
        maxLength={255}
        value={typeof decision === 'object' ? decision.value : ''}
        onChange={({ currentTarget }) => onDecide({ value: currentTarget.value.trim() })}
      />
    );
  }
  const label = column ? labelOf(column, words) : kind === 'pictures' ? 'Imagens' : '';
  const choices = {
    changed: [
      ['keep', 'Manter como está agora', valueText(column, conflict.now, words, names)],
      ['restore', 'Restaurar o valor anterior', valueText(column, conflict.was, words, names)],
    ],
    pictures: [
      ['keep', 'Manter como está agora', 'as imagens atuais'],
      ['restore', 'Restaurar', 'as imagens anteriores'],
    ],
    later: [
      ['keep', 'Manter como está agora', ''],
      ['restore', 'Mover para a Lixeira', ''],
    ],
  } as const;
  return (
    <fieldset>
      <legend className="mb-1 font-medium wrap-anywhere">
        {[title, label].filter(Boolean).join(' · ')}
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices[kind].map(([value, name, text]) => (
          <label
            key={value}
            className="flex gap-2.5 rounded-control border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={key}
              className="mt-1 size-3.5 shrink-0 accent-accent"
              aria-label={name}
              checked={decision === value}
              onChange={() => onDecide(value)}
            />
            <span className="min-w-0">
              <span className={text ? 'block text-xs text-muted' : ''}>{name}</span>
              {text && <span className="wrap-anywhere">{text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
