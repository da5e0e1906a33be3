import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A record as its readers see it: label → text, in the order of the form. */
export type Described = Record<string, string>;

export type ConflictDialogProps = {
  /** As the form was loaded, as the other person saved it, as it is typed now. */
  loaded: Described;
  saved: Described;
  typed: Described;
  /** Takes over the version that was saved; the form is submitted again right after. */
  onKeepTyped: () => void;
  onTakeSaved: () => void;
  onClose: () => void;
};

/**
 * Two people edited one record: shows what the other one changed and asks whose version stays. It has to
 * be rendered inside the form.
 */
export function ConflictDialog({ loaded, saved, typed, ...answers }: ConflictDialogProps) {
  const changed = Object.keys(saved).filter((label) => saved[label] !== loaded[label]);
  return (
    <Dialog
      title="Alguém salvou antes de você"
      size="lg"
      onClose={answers.onClose}
      footer={
        <>
          <Button onClick={answers.onClose}>Voltar ao formulário</Button>
          <Button onClick={answers.onTakeSaved}>Usar a versão salva</Button>
          <Button
            variant="primary"
            onClick={(event) => {
              answers.onKeepTyped();
              event.currentTarget.form?.requestSubmit();
            }}
          >
            Salvar a minha versão
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        Enquanto você editava, outra pessoa gravou este registro e mudou o que está abaixo. O que
        você digitou continua no formulário. "Salvar a minha versão" grava o formulário inteiro por
        cima.
      </p>
      <table className="w-full table-fixed text-left">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="w-1/4 py-1.5 pr-3 font-medium">
              Campo
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Versão salva
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Sua versão
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.map((label) => (
            <tr key={label} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-3 font-medium">
                {label}
              </th>
              <td className="py-2 pr-3 whitespace-pre-wrap">{saved[label] || '—'}</td>
              <td className="py-2 whitespace-pre-wrap">{typed[label] || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
