import type { Import } from './graph.ts';

export type Violation = Import & { rule: string };

/** The layers of the panel, and the layers that each layer may import. */
const PANEL: Record<string, string[]> = {
  app: ['areas', 'features', 'crud', 'ui', 'data', 'lib'],
  areas: ['features', 'crud', 'ui', 'data', 'lib'],
  features: ['areas', 'crud', 'ui', 'data', 'lib'],
  crud: ['ui', 'data', 'lib'],
  ui: ['lib'],
  data: ['lib'],
  lib: [],
};
/** Folders with parts of several areas, which every area and feature may import. */
const SHARED_PARTS = ['company', 'search', 'titular'];
/**
 * Matches the definitions that every area, feature and journey may import: the definition of each area, the list of the
 * areas (index.ts), and the pages about all areas (overviews.ts).
 */
const DEFINITIONS = /^src\/areas\/(index|overviews|[\w-]+\/area)\.ts$/;
/** Matches the definition of one area. */
const AREA = /^src\/areas\/[\w-]+\/area\.ts$/;
/** Matches the files of one area or feature, but not the files directly in src/areas, which list the areas. */
const PARTS = /^src\/(areas|features)\/[\w-]+\//;
const QUERIES = /[/.]queries\.ts$/;
/** Matches the clients of the platform. */
const PLATFORM = /^src\/data\/((rest|storage|auth)-client|auth-loader)\.ts$/;
/** A file that src/app and e2e may import: the panel shows its version, and the journeys compare the version. */
const PACKAGE = 'package.json';
const PROTOCOLS = ['auth', 'rest', 'storage'];
/** Matches the files that compose the backend. The other files of the backend may not import them. */
const COMPOSITION =
  /^(backend\/(main|build-server|open-platform|panel|start-notice|first-administrador|first-sign-in)\.ts$|demo\/|operations\/)/;
const TEST = /\.test\.tsx?$|\/testing\/|^supabase\/tests\//;

/** Returns the imports that violate the rules of docs/architecture.md. */
export function findViolations(imports: Import[]): Violation[] {
  const reachableFiles = reachable(imports.filter((item) => !namesPage(item)));
  return imports.flatMap((item) => {
    const rule = brokenRule(item) ?? cycleRule(item, reachableFiles);
    return rule ? [{ ...item, rule }] : [];
  });
}

/**
 * Returns the message if this import is part of a cycle. Imports of types count too, because neither of the files can
 * be understood without the other.
 */
function cycleRule(item: Import, reachableFiles: Map<string, Set<string>>) {
  const { from, to } = item;
  // Report only a part of each cycle: the imports of files that are later in the alphabet than the importing file. Each
  // cycle contains at least one such import.
  if (!to || namesPage(item) || from > to || !reachableFiles.get(to)?.has(from)) return undefined;
  return `a cycle: ${to} imports this file, directly or indirectly`;
}

/**
 * Returns whether this import is a lazy import in the definition of an area. Such an import loads a page, and the page
 * imports the definition: this cycle is allowed.
 */
function namesPage({ from, isLazy }: Import): boolean {
  return isLazy === true && AREA.test(from);
}

/** Returns a map from each file to all files that it imports, directly or indirectly. */
function reachable(imports: Import[]) {
  const next = Map.groupBy(imports, ({ from }) => from);
  const reach = (start: string) => {
    const found = new Set<string>();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const { to } of next.get(file) ?? [])
        if (to && !found.has(to)) {
          found.add(to);
          open.push(to);
        }
    return found;
  };
  return new Map([...next.keys()].map((file) => [file, reach(file)]));
}

function brokenRule({ from, to, specifier }: Import) {
  const [root] = from.split('/');
  if (root === 'src') return to ? panelRule(from, to, specifier) : packageRule(from, specifier);
  if (!to) return undefined;
  if (root === 'backend' || root === 'demo') return backendRule(from, to);
  if (root === 'operations' && to.startsWith('src/')) return 'operations may not import src';
  if (root === 'e2e' && !to.startsWith('e2e/') && !DEFINITIONS.test(to) && to !== PACKAGE)
    return 'e2e may not import the product';
  return undefined;
}

function packageRule(from: string, specifier: string) {
  if (specifier.startsWith('@supabase/') && !from.startsWith('src/data/')) {
    return 'only src/data may import the clients of the platform';
  }
  if (specifier.startsWith('node:') && !TEST.test(from)) return 'the panel runs in a browser';
  return undefined;
}

function panelRule(from: string, to: string, specifier: string) {
  if (from.startsWith('src/app/') && to === PACKAGE) return undefined;
  if (!to.startsWith('src/')) return 'the panel may import only files in src';
  const [, layer = '', area] = from.split('/');
  const [, target = '', targetArea = ''] = to.split('/');
  const allowed = PANEL[layer];
  // Tests that measure elements may import the styles.
  if (TEST.test(from) && to === 'src/styles.css') return undefined;
  if (!allowed) return undefined; // src/main.ts, which is in no layer
  const isPart = layer === 'areas' || layer === 'features';
  if (PLATFORM.test(to) && layer !== 'data' && !QUERIES.test(from) && !TEST.test(from))
    return 'only queries and src/data may send requests to the platform';
  if (isPart && DEFINITIONS.test(to)) return undefined;
  if (target !== layer) {
    if (!allowed.includes(target)) return `src/${layer} may not import src/${target}`;
    if (!specifier.startsWith('#')) return 'a file of another layer must be imported by its # name';
  }
  if (!isPart || !PARTS.test(from) || !PARTS.test(to)) return undefined;
  const isOwn = target === layer && area === targetArea;
  if (isOwn || QUERIES.test(to) || SHARED_PARTS.includes(targetArea)) return undefined;
  return 'an area or feature may import only the queries of another';
}

function backendRule(from: string, to: string) {
  if (!/^(backend|demo|operations)\//.test(to)) {
    return TEST.test(from) && !to.startsWith('src/')
      ? undefined
      : 'the backend may import only files in backend';
  }
  const [, part = ''] = from.split('/');
  const [, target = ''] = to.split('/');
  if (part === target || TEST.test(from)) return undefined;
  if (TEST.test(to)) return 'only tests may import helpers of tests';
  if (COMPOSITION.test(to) && !COMPOSITION.test(from))
    return 'only the composition may import its files';
  if (PROTOCOLS.includes(part) && PROTOCOLS.includes(target)) {
    return 'a protocol may not import another';
  }
  if (['database', 'mail'].includes(part) && PROTOCOLS.includes(target)) {
    return `backend/${part} may not import a protocol`;
  }
  return undefined;
}
