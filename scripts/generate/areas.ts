import type pg from 'pg';

type Area = {
  name: string;
  key: string | null;
  picture: string | null;
  isPersonal: boolean;
  id: 'uuid' | 'bigint';
  units: string[][];
};

/** Returns the rows of private.areas, ordered by `place`. */
export async function readAreas(client: pg.Client): Promise<Area[]> {
  const { rows } = await client.query<Area>(`
    select name, key_column as key, picture_column as picture,
      anonymous_values is not null as "isPersonal", format_type(atttypid, null) as id, units
    from private.areas
    join pg_attribute on attrelid = format('public.%I', name)::regclass and attname = 'id'
    order by place`);
  return rows;
}

/** Renders the rules of the areas as TypeScript, for the panel. */
export function renderAreas(areas: Area[]): string {
  return `// Generated from private.areas by \`npm run types\`. Do not edit.

/**
 * The rules of each area in the database: the column that identifies a record in a spreadsheet, the column of its
 * picture, whether its records are people, the type of their ids, and the columns that belong together (\`units\`).
 */
export const storedAreas = {
${areas.map(renderArea).join('\n')}
} as const;
`;
}

function renderArea({ name, key, picture, isPersonal, id, units }: Area) {
  const lists = units.map((unit) => `[${unit.map(quote).join(', ')}]`);
  return `  ${name}: {
    key: ${quote(key)},
    picture: ${quote(picture)},
    isPersonal: ${isPersonal},
    id: '${id}',
    units: [${lists.join(', ')}],
  },`;
}

function quote(word: string | null) {
  return word === null ? 'null' : `'${word}'`;
}
