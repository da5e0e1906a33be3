import { permissions } from './permissions.ts';
import type { Command, Role, TableName } from './permissions.ts';

/**
 * Whether a role has a permission; while the role is unknown, whether every role has it. Used only to hide commands and
 * pages: the server enforces permissions.
 */
export function hasPermission(role: Role | undefined, command: Command, table: TableName): boolean {
  const roles = role ? [permissions[role]] : Object.values(permissions);
  return roles.every((tables) => tables[table].includes(command));
}
