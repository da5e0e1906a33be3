import type { ReactNode } from 'react';
import type { CepLookupResult } from '#data/cep.ts';

export type CepHintProps = {
  isWhole: boolean;
  isSearching: boolean;
  answer: CepLookupResult | undefined;
  /** The parts of the address that the user can edit. */
  open: readonly string[];
  repeat: () => void;
};

/** Renders the text below the CEP: its purpose, the state of the lookup, or a request to fill in the missing parts. */
export function CepHint(props: CepHintProps) {
  return <span role="status">{hint(props)}</span>;
}

function hint({ isWhole, isSearching, answer, open, repeat }: CepHintProps): ReactNode {
  if (!isWhole) return <>Preenche o endereço. {findCep}</>;
  if (isSearching) return 'Buscando o endereço...';
  if (!answer) return <Repeat onClick={repeat}>Buscar novamente</Repeat>;
  if (answer.status === 'found') {
    return open.length > 0 ? 'Preencha o que o CEP não informa.' : 'Endereço encontrado.';
  }
  if (open.length === 0) return <>Confira os números. {findCep}</>;
  return (
    <>
      Preencha o endereço manualmente ou <Repeat onClick={repeat}>tente novamente</Repeat>.
    </>
  );
}

function Repeat({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className="text-accent underline" onClick={onClick}>
      {children}
    </button>
  );
}

const findCep = (
  <a
    href="https://buscacepinter.correios.com.br/"
    target="_blank"
    rel="noopener noreferrer"
    className="text-accent underline"
  >
    Não sei o CEP
    <span className="sr-only"> (abre em outra aba)</span>
  </a>
);
