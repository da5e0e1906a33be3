import { useState } from 'react';
import type { ReactNode } from 'react';
import { FormDialog } from './dialog.tsx';

/** A field, or a group of fields, with conflicting changes: its label, and both versions for display. */
export type FieldConflict = { label: string; saved: ReactNode; typed: ReactNode };

/** The users who saved the record after this tab had loaded it. */
export type ConflictingUsers = {
  /** The names of these users: 'Maria e João'. Absent if the names are unknown. */
  names?: string;
  /** The same names for the middle of a sentence: 'você' instead of 'Você'. */
  inside?: string;
  /** Whether more than one user saved the record: the texts then use the plural. */
  many: boolean;
  /** Whether only the current user saved the record: in a second tab, on a second device, or in the list. */
  own: boolean;
};

export type ConflictQuestion = {
  savers: ConflictingUsers;
  disputes: readonly FieldConflict[];
  /**
   * The name of the record, if the record was edited in a list. The dialog shows the name, because the user is perhaps
   * already in the next row.
   */
  listed?: string;
};

/** The labels of the `FieldConflict`s whose saved version is kept; undefined if the dialog closes without a choice. */
export type ConflictChoice = ReadonlySet<string> | undefined;

export type PendingConflictQuestion = ConflictQuestion & {
  number: number;
  onAnswer: (choice: ConflictChoice) => void;
};

/**
 * A dialog with both versions of each field that two users, or one user in two tabs, have changed. The user chooses
 * which version to keep. After an edit in a list, the saved versions are preselected: users sometimes press Enter for
 * the next row just when the dialog opens, and that Enter must not overwrite the saved versions.
 */
export function ConflictDialog({ savers, disputes, listed, onAnswer }: PendingConflictQuestion) {
  const all = listed === undefined ? [] : disputes.map(({ label }) => label);
  const [takeSaved, setTakeSaved] = useState<ReadonlySet<string>>(new Set(all));
  const { inside = 'outra pessoa', many, own } = savers;
  function choose(label: string, saved: boolean) {
    const others = [...takeSaved].filter((each) => each !== label);
    setTakeSaved(new Set(saved ? [...others, label] : others));
  }
  return (
    <FormDialog
      title={titleOf(savers)}
      size="lg"
      action="Gravar o que escolhi"
      back={listed === undefined ? 'Voltar ao formulário' : 'Voltar à lista'}
      onClose={() => onAnswer(undefined)}
      onSubmit={() => onAnswer(takeSaved)}
    >
      {listed !== undefined && <p className="mb-1 font-medium wrap-anywhere">{listed}</p>}
      <p className="mb-4 text-muted">
        {own
          ? 'Você alterou os mesmos campos em outra aba, na lista ou em outro aparelho. '
          : `Enquanto você editava, ${inside} ${many ? 'alteraram' : 'alterou'} os mesmos campos. `}
        Escolha qual versão manter; as outras alterações já foram combinadas.
      </p>
      <div className="space-y-4">
        {disputes.map((dispute, index) => (
          <Versions
            key={dispute.label}
            dispute={dispute}
            own={own}
            first={index === 0}
            saved={takeSaved.has(dispute.label)}
            onChoose={(saved) => choose(dispute.label, saved)}
          />
        ))}
      </div>
    </FormDialog>
  );
}

function titleOf({ names = 'Alguém', own, many }: ConflictingUsers): string {
  if (own) return 'Você já salvou outra versão';
  return many ? `${names} salvaram antes` : `${names} salvou antes de você`;
}

type VersionsProps = {
  dispute: FieldConflict;
  own: boolean;
  first: boolean;
  saved: boolean;
  onChoose: (saved: boolean) => void;
};

function Versions({ dispute, own, first, saved, onChoose }: VersionsProps) {
  const versions = [
    { text: dispute.typed, name: own ? 'Digitada aqui' : 'Sua versão', isSaved: false },
    { text: dispute.saved, name: own ? 'Já salva' : 'Versão salva', isSaved: true },
  ];
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{dispute.label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {versions.map(({ text, name, isSaved }) => (
          <label
            key={name}
            className="flex gap-2.5 rounded-control border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={dispute.label}
              className="mt-1 size-3.5 shrink-0 accent-accent"
              aria-label={name}
              data-autofocus={(first && saved === isSaved) || undefined}
              checked={saved === isSaved}
              onChange={() => onChoose(isSaved)}
            />
            <span className="min-w-0">
              <span className="block text-xs text-muted">{name}</span>
              <span className="flex flex-wrap gap-1 whitespace-pre-wrap wrap-anywhere">
                {text || '—'}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
