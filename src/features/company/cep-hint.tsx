import type { CepAnswer } from '#data/cep.ts';

export type CepHintProps = {
  isWhole: boolean;
  isSearching: boolean;
  answer: CepAnswer | undefined;
  /** Parts of the address that a person may type. */
  open: readonly string[];
  repeat: () => void;
};

/** Under the CEP: what it is for, how the search goes, what is left to do by hand. */
export function CepHint({ isWhole, isSearching, answer, open, repeat }: CepHintProps) {
  if (!isWhole) return <UnknownCep />;
  return (
    <span role="status">
      {isSearching ? (
        'Buscando o endereço...'
      ) : (
        <>
          {answer?.status === 'found' && open.length > 0 && 'Complete à mão o que o CEP não informa. '}
          {answer?.status !== 'found' && open.length > 0 && 'Preencha o endereço à mão ou '}
          <button type="button" className="text-accent underline" onClick={repeat}>
            {answer?.status !== 'found' && open.length > 0 ? 'tente de novo' : 'Buscar de novo'}
          </button>
        </>
      )}
    </span>
  );
}

function UnknownCep() {
  return (
    <>
      Preenche o endereço.{' '}
      <a
        href="https://buscacepinter.correios.com.br/"
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent underline"
      >
        Não sei o CEP
        <span className="sr-only"> (abre em outra aba)</span>
      </a>
    </>
  );
}
