import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Json } from '#data/database.types.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { Area } from '../area.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { Activity, BulkAction, BulkWords } from './bulk-words.ts';

export type BulkActionsProps = {
  area: Area;
  actions: readonly BulkAction[];
  /** The selection, in the format of plan_change. */
  selection: Json;
  words?: BulkWords;
  /** Called after the change: the selection may be cleared. */
  onDone: () => void;
};

/** Buttons of the selection bar. Each opens a dialog with the planned changes; nothing is written before that. */
export function BulkActions(props: BulkActionsProps) {
  const { area, actions, selection, words = {}, onDone } = props;
  const [chosen, choose] = useState<BulkAction>();
  const quiet = actions.filter((action) => action.quiet);
  return (
    <>
      {actions.map((action) => {
        if (action.quiet) return null;
        const { label, icon: Icon } = action;
        return (
          <Button key={label} size="sm" icon={<Icon />} onClick={() => choose(action)}>
            {label}
          </Button>
        );
      })}
      {quiet.length > 0 && (
        <Menu
          label="Mais alterações"
          trigger={<Ellipsis />}
          triggerClass={buttonClass('secondary', 'sm')}
        >
          {quiet.map((action) => {
            const { label, icon: Icon } = action;
            return (
              <MenuItem key={label} icon={<Icon />} onSelect={() => choose(action)}>
                {label}
              </MenuItem>
            );
          })}
        </Menu>
      )}
      {chosen && (
        <BulkDialog
          {...{ area, selection, words }}
          action={chosen}
          onClose={() => choose(undefined)}
          onDone={() => {
            // The dialog restores the focus when it closes. The list can move the focus only after that.
            flushSync(() => choose(undefined));
            onDone();
          }}
        />
      )}
    </>
  );
}

/** The actions 'Ativar' and 'Inativar' of a column with these two values. */
export function statusActions({ column, active, inactive }: Activity) {
  return [
    { label: 'Ativar', icon: CircleCheck, change: { kind: 'set', column, value: active } },
    { label: 'Inativar', icon: CirclePause, change: { kind: 'set', column, value: inactive } },
  ] as const satisfies readonly BulkAction[];
}

export const deletion = {
  label: 'Mover para a Lixeira',
  icon: Trash2,
  change: { kind: 'delete' },
} as const satisfies BulkAction;
