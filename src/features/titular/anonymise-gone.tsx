import { Button } from '#ui/button.tsx';
import { openTitular } from './titular.queries.ts';
import type { Titular } from './titular.queries.ts';

/** 'Anonimizar' beside a deleted titular whose data are still in the history. */
export function AnonymiseGone(titular: Titular) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Anonimizar ${titular.name}`}
      onClick={() => openTitular({ what: 'anonymise', titular, gone: true })}
    >
      Anonimizar
    </Button>
  );
}
