import type pg from 'pg';

type Area = {
  name: string;
  key: string | null;
  picture: string | null;
  isPersonal: boolean;
};

/** The rows of private.areas, in the order of their places. */
export async function readAreas(client: pg.Client): Promise<Area[]> {
  const { rows } = await client.query<Area>(`
    select name, key_column as key, picture_column as picture,
      anonymous_values is not null as "isPersonal"
    from private.areas order by place`);
  return rows;
}

/** The columns of private.areas that the panel reads, as TypeScript. */
export function renderAreas(areas: Area[]): string {
  return `// Generated from private.areas by \`npm run types\`. Do not edit.

/**
 * The rules of each area in the database: the column that identifies a record in a spreadsheet, the column of its
 * picture, and whether its records are people.
 */
export const storedAreas = {
${areas.map(renderArea).join('\n')}
} as const;
`;
}

function renderArea({ name, key, picture, isPersonal }: Area) {
  return `  ${name}: { key: ${quoted(key)}, picture: ${quoted(picture)}, isPersonal: ${isPersonal} },`;
}

function quoted(word: string | null) {
  return word === null ? 'null' : `'${word}'`;
}
