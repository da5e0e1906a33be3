import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPen from 'lucide-react/icons/user-pen';
import type { Area } from '#crud/area.ts';
import type { Command, TableName } from '#data/permissions.ts';

/** The dashboard. It is not an area, because it has no records. */
export const dashboardPageInfo = { path: '/dashboard', title: 'Dashboard', icon: House } as const;

/** The manual, for all signed-in users. */
export const helpPageInfo = { path: '/ajuda', title: 'Ajuda', icon: CircleQuestionMark } as const;

/** The signed-in user's own profile. */
export const perfilPageInfo = { path: '/perfil', title: 'Editar Perfil', icon: UserPen } as const;

/** A page about all areas, with the permission required to open it. */
type Overview = Pick<Area, 'path' | 'title' | 'icon'> & { needs: readonly [Command, TableName] };

/** The pages about all areas. */
export const overviews = {
  // The trash lists the records that the user may delete. Both roles may open it, because both may delete products.
  lixeira: { path: '/lixeira', title: 'Lixeira', icon: Trash2, needs: ['delete', 'products'] },
  // Only users who may change profiles can see the activity of all users.
  atividade: {
    path: '/atividade',
    title: 'Atividade',
    icon: History,
    needs: ['update', 'profiles'],
  },
} as const satisfies Record<string, Overview>;

export function findAllowedOverviews(
  may: (command: Command, table: TableName) => boolean,
): Overview[] {
  return Object.values(overviews).filter(({ needs: [command, table] }) => may(command, table));
}
