import FileDown from 'lucide-react/icons/file-down';
import UserX from 'lucide-react/icons/user-x';
import { Button } from '#ui/button.tsx';
import { MenuItem } from '#ui/menu.tsx';
import { nameless, openTitular } from './titular.queries.ts';
import type { Titular } from './titular.queries.ts';

export type TitularItemsProps = Titular & { own?: boolean; onGone: () => void };

/** The commands for the titular of a record, in the menu of its form. Users cannot anonymise their own profile. */
export function TitularItems({ own, onGone, ...titular }: TitularItemsProps) {
  return (
    <>
      <MenuItem icon={<FileDown />} onSelect={() => openTitular({ what: 'export', titular })}>
        Exportar dados do titular
      </MenuItem>
      {!own && titular.name !== nameless && (
        <MenuItem
          icon={<UserX />}
          tone="danger"
          onSelect={() => openTitular({ what: 'anonymise', titular, onDone: onGone })}
        >
          Anonimizar
        </MenuItem>
      )}
    </>
  );
}

/** 'Anonimizar' beside a deleted titular whose data is still in the history. */
export function AnonymiseDeleted(titular: Titular) {
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
