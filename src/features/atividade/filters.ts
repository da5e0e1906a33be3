import type { ActivityFilters } from '#crud/history/history.queries.ts';
import { parseSearchText } from '#crud/list-search.ts';

/** The search parameters of the page. `de` and `ate` are dates ('2026-11-21') in the time zone America/Sao_Paulo. */
export type AtividadeSearch = Readonly<
  Record<'pessoa' | 'area' | 'tipo' | 'de' | 'ate' | 'entradas', string>
>;

/** Parses the search parameters; invalid values count as absent. */
export function parseAtividadeSearch(given: Record<string, unknown>): AtividadeSearch {
  return {
    pessoa: /^(sistema|[0-9a-f-]{36})$/.test(parseSearchText(given['pessoa']))
      ? parseSearchText(given['pessoa'])
      : '',
    area: parseSearchText(given['area']),
    // Check only the format: the router parses this parameter on every page, and the list of kinds loads later.
    tipo: /^[a-z_]{1,20}$/.test(parseSearchText(given['tipo']))
      ? parseSearchText(given['tipo'])
      : '',
    de: day(given['de']),
    ate: day(given['ate']),
    /** 'sim' includes sign-ins and sign-outs. */
    entradas: given['entradas'] === 'sim' ? 'sim' : '',
  };
}

/**
 * Returns the filters in the format of the database function: the days become instants, and the last day is included.
 */
export function toActivityFilters(search: AtividadeSearch): ActivityFilters {
  const { pessoa, area, tipo, de, ate, entradas } = search;
  const filters = {
    actor: pessoa,
    area,
    kind: tipo,
    from: startOf(de),
    to: startOf(ate, 1),
    // 'yes' leaves out sign-ins and sign-outs. Include them if the user has ticked them or has selected a kind, because
    // the kind can be a sign-in.
    without_visits: entradas || tipo ? '' : 'yes',
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

function day(given: unknown): string {
  const text = parseSearchText(given);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

/**
 * Returns the start of a day in the time zone America/Sao_Paulo, or of the day that is `days` later. Brazil has had no
 * daylight saving time since 2019.
 */
function startOf(text: string, days = 0): string {
  if (!text) return '';
  return new Date(Date.parse(`${text}T00:00:00-03:00`) + days * 86_400_000).toISOString();
}
