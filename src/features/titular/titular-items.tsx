import FileDown from 'lucide-react/icons/file-down';
import UserX from 'lucide-react/icons/user-x';
import type { RecordActionsProps } from '#crud/form/record-page.tsx';
import { useMay, useProfile } from '#features/auth/profile.queries.ts';
import { Button } from '#ui/button.tsx';
import { MenuItem } from '#ui/menu.tsx';
import { anonymisedName, openTitularDialog, titularRules } from './titular.queries.ts';
import type { Titular } from './titular.queries.ts';

type TitularItemsProps = RecordActionsProps<{ id: string; name: string }>;

/**
 * Renders the commands for the titular of a record in the menu of its form, if the user has the permission. Users
 * cannot anonymise their own profile.
 */
export function TitularMenuItems({ area, row: { id, name }, onGone }: TitularItemsProps) {
  const own = useProfile().data?.id === id;
  const titular: Titular = { area, id, name };
  if (!useMay()(...titularRules.needs)) return null;
  return (
    <>
      <MenuItem icon={<FileDown />} onSelect={() => openTitularDialog({ what: 'export', titular })}>
        Exportar dados do titular
      </MenuItem>
      {!own && name !== anonymisedName && (
        <MenuItem
          icon={<UserX />}
          tone="danger"
          onSelect={() => openTitularDialog({ what: 'anonymise', titular, onDone: onGone })}
        >
          Anonimizar
        </MenuItem>
      )}
    </>
  );
}

/** Renders the button 'Anonimizar' for a deleted titular, whose data is still in the history. */
export function AnonymiseDeletedButton({ onDone, ...titular }: Titular & { onDone?: () => void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Anonimizar ${titular.name}`}
      onClick={() => openTitularDialog({ what: 'anonymise', titular, gone: true, onDone })}
    >
      Anonimizar
    </Button>
  );
}
