import { permissions } from './permissions.ts';
import type { Command, Role, TableName } from './permissions.ts';

/**
 * Whether a role has a permission, to hide useless commands: the server enforces it. For an unknown role, whether all
 * staff have it.
 */
export function may(role: Role | undefined, command: Command, table: TableName): boolean {
  const asked = role ? [permissions[role]] : Object.values(permissions);
  return asked.every((tables) => tables[table].includes(command));
}
