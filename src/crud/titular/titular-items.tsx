import FileDown from 'lucide-react/icons/file-down';
import UserX from 'lucide-react/icons/user-x';
import { MenuItem } from '#ui/menu.tsx';
import { nameless, openTitular } from './titular.ts';
import type { Titular } from './titular.ts';

export type TitularItemsProps = Titular & { own?: boolean; onGone: () => void };

/** What may be done about the person of a record, for the menu of its form. Nobody anonymises the own profile. */
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
