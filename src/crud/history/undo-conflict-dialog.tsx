import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { UndoConflict, UndoDecisions, RecordNames } from './history.queries.ts';
import { formatAuthors, omitSystemAuthor } from './record-authors.queries.ts';
import type { Authors } from './record-authors.queries.ts';
import type { UndoQuestion } from './undo.ts';
import { labelOf, noWords, valueText, wordsQuery } from '../words.ts';

/** Renders the conflicts of an undo as a dialog. The user chooses the values to keep, then the undo continues. */
export function UndoConflictDialog({
  question: { conflicts, names, authors, answer },
}: {
  question: UndoQuestion;
}) {
  const groups = groupsOf(conflicts);
  const [choices, setChoices] = useState(() => firstChoices(groups));
  const [first] = conflicts;
  const isTaken = conflicts.every(({ kind }) => kind === 'taken');
  const { data: words = noWords, isPending } = useQuery(wordsQuery(first?.area ?? ''));
  if (isPending) return null;
  const label = labelOf(first?.column ?? '', words);
  return (
    <FormDialog
      title={isTaken ? `Este ${label} já está em uso` : laterText(authors)}
      size="lg"
      action={isTaken ? `Usar outro ${label}` : 'Desfazer com estas escolhas'}
      onClose={() => answer(undefined)}
      onSubmit={() => answer(decisionsOf(groups, choices))}
    >
      {!isTaken && (
        <p className="mb-4 text-muted">
          Escolha o que manter. O que não foi alterado depois será restaurado.
        </p>
      )}
      <div className="space-y-4">
        {Object.entries(groups).map(([key, group]) => (
          <Question
            key={key}
            {...{ group, names }}
            name={key}
            choice={choices[key]}
            onChoose={(choice) => setChoices({ ...choices, [key]: choice })}
          />
        ))}
      </div>
    </FormDialog>
  );
}

/**
 * The conflicts that one choice decides: the conflicts of all columns of one `UndoConflict.unit`, or a single conflict.
 */
type Group = readonly [UndoConflict, ...UndoConflict[]];
type Choice = 'keep' | 'restore' | { value: string };

function groupsOf(conflicts: readonly UndoConflict[]): Record<string, Group> {
  const groups: Record<string, Group> = {};
  for (const conflict of conflicts) {
    const { key, kind, column = '', unit = [] } = conflict;
    const name = kind === 'changed' ? key.slice(0, -column.length) + (unit[0] ?? column) : key;
    const group = groups[name];
    groups[name] = group ? [...group, conflict] : [conflict];
  }
  return groups;
}

function firstChoices(groups: Readonly<Record<string, Group>>): Record<string, Choice> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, [{ kind, was }]]) => [
      name,
      kind === 'taken' ? { value: String(was ?? '') } : 'keep',
    ]),
  );
}

function decisionsOf(
  groups: Readonly<Record<string, Group>>,
  choices: Readonly<Record<string, Choice>>,
): UndoDecisions {
  const decided = Object.entries(groups).flatMap(([name, group]) => {
    const choice = choices[name] ?? 'keep';
    return group.map(({ key, version }): [string, UndoDecisions[string]] => [
      key,
      choice === 'keep' ? choice : { version, ...(choice !== 'restore' && choice) },
    ]);
  });
  return Object.fromEntries(decided);
}

function laterText(authors: Authors): string {
  const names = formatAuthors(authors);
  if (!names) return 'Há outras alterações depois desta';
  return `${names} ${omitSystemAuthor(authors).length === 1 ? 'fez' : 'fizeram'} outras alterações depois`;
}

type QuestionProps = {
  group: Group;
  names: RecordNames;
  name: string;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

function Question({ group, names, name, choice, onChoose }: QuestionProps) {
  const [{ area, kind, column = '', title, was, holder }] = group;
  const { data: words = noWords } = useQuery(wordsQuery(area));
  const label = column && labelOf(column, words);
  if (kind === 'taken')
    return (
      <TextField
        label={`Outro ${label} para ${title ?? 'este registro'}`}
        hint={`O ${label} "${String(was)}" já é de "${holder}". Digite outro.`}
        required
        maxLength={255}
        value={typeof choice === 'object' ? choice.value : ''}
        onChange={({ currentTarget }) => onChoose({ value: currentTarget.value.trim() })}
      />
    );
  const textsOf = (side: 'was' | 'now') =>
    group.map((conflict) => {
      const text = valueText(conflict.column ?? '', conflict[side], words, names);
      return group.length > 1 ? `${labelOf(conflict.column ?? '', words)}: ${text}` : text;
    });
  const options = {
    changed: [
      ['keep', 'Manter como está agora', textsOf('now')],
      [
        'restore',
        group.length > 1 ? 'Restaurar os valores anteriores' : 'Restaurar o valor anterior',
        textsOf('was'),
      ],
    ],
    pictures: [
      ['keep', 'Manter como está agora', ['as imagens atuais']],
      ['restore', 'Restaurar', ['as imagens anteriores']],
    ],
    later: [
      ['keep', 'Manter como está agora', []],
      ['restore', 'Mover para a Lixeira', []],
    ],
  } as const;
  const subject = kind === 'pictures' ? 'Imagens' : group.length === 1 && label;
  return (
    <fieldset>
      <legend className="mb-1 font-medium wrap-anywhere">
        {[title, subject].filter(Boolean).join(' · ')}
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options[kind].map(([value, text, values]) => (
          <Option
            key={value}
            {...{ name, text, values }}
            isChosen={choice === value}
            onChoose={() => onChoose(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type OptionProps = {
  name: string;
  text: string;
  values: readonly string[];
  isChosen: boolean;
  onChoose: () => void;
};

function Option({ name, text, values, isChosen, onChoose }: OptionProps) {
  return (
    <label className="flex gap-2.5 rounded-control border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        className="mt-1 size-3.5 shrink-0 accent-accent"
        aria-label={text}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className={values.length > 0 ? 'block text-xs text-muted' : ''}>{text}</span>
        {values.map((value) => (
          <span key={value} className="block wrap-anywhere">
            {value}
          </span>
        ))}
      </span>
    </label>
  );
}
