import {
  TABLE_PERMISSIONS,
  TABLE_RIGHTS_BY_LETTER,
} from '../../supabase/tests/permission-table.ts';
import type { RightLetter } from '../../supabase/tests/permission-table.ts';

/**
 * Renders the permissions of the two roles of staff as TypeScript. The panel reads the permissions before it offers an
 * action.
 */
export function renderPermissions(): string {
  return `// Generated from supabase/tests/permission-table.ts by \`npm run types\`. Do not edit.
import type { Database } from './database.types.ts';

export type Command = ${Object.values(TABLE_RIGHTS_BY_LETTER).map(quote).join(' | ')};
type Tables = Database['public']['Tables'];
export type TableName = keyof Tables;
export type Role = Tables['profiles']['Row']['role'];

export const permissions: Record<Role, Record<TableName, readonly Command[]>> = {
  Colaborador: {
${rowsOf('colaborador')}
  },
  Administrador: {
${rowsOf('administrador')}
  },
};
`;
}

function rowsOf(person: 'colaborador' | 'administrador') {
  return Object.entries(TABLE_PERMISSIONS)
    .map(([table, may]) => `    ${table}: [${commandsOf(may[person])}],`)
    .join('\n');
}

function commandsOf(letters: string) {
  const verbs = Object.entries(TABLE_RIGHTS_BY_LETTER) as [RightLetter, string][]; // the keys of TABLE_RIGHTS_BY_LETTER are letters
  return verbs
    .flatMap(([letter, verb]) => (letters.includes(letter) ? quote(verb) : []))
    .join(', ');
}

function quote(word: string) {
  return `'${word}'`;
}
