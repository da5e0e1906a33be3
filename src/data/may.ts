import { permissions } from './permissions.ts';
import type { Command, Role, TableName } from './permissions.ts';

/**
 * Whether a role may do this, for showing what is of use: the server decides by itself. Of a role that is not known
 * (yet), whether everybody on staff may.
 */
export function may(role: Role | undefined, command: Command, table: TableName): boolean {
  const asked = role ? [permissions[role]] : Object.values(permissions);
  return asked.every((tables) => tables[table].includes(command));
}
