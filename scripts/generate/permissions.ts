import { TABLES, VERBS } from '../../supabase/tests/permission-table.ts';
import type { Letter } from '../../supabase/tests/permission-table.ts';

/**
 * Renders the permissions of the two roles of staff as TypeScript. The panel reads the permissions before it offers an
 * action.
 */
export function renderPermissions(): string {
  return `// Generated from supabase/tests/permission-table.ts by \`npm run types\`. Do not edit.
import type { Database } from './database.types.ts';

export type Command = ${Object.values(VERBS).map(quote).join(' | ')};
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
  return Object.entries(TABLES)
    .map(([table, may]) => `    ${table}: [${commandsOf(may[person])}],`)
    .join('\n');
}

function commandsOf(letters: string) {
  const verbs = Object.entries(VERBS) as [Letter, string][]; // the keys of VERBS are letters
  return verbs
    .flatMap(([letter, verb]) => (letters.includes(letter) ? quote(verb) : []))
    .join(', ');
}

function quote(word: string) {
  return `'${word}'`;
}
