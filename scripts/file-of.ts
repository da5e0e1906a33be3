import { realpathSync } from 'node:fs';
import { join } from 'node:path';

type ModuleInfo = {
  importedIds: readonly string[];
  importers: readonly string[];
  isEntry: boolean;
};
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

/**
 * Names the file that a module is built into: that of the first group with a root that imports it,
 * directly or not; null where no group does, which leaves the module to the bundler. What only
 * the page or an `import()` asks for stays a file of its own.
 */
export function fileOf(groups: Record<string, readonly string[]>) {
  let found: Map<string, string> | undefined;
  return (id: string, graph: Graph): string | null => {
    found ??= assign(groups, graph);
    return isAskedFor(id, graph) ? null : (found.get(id) ?? null);
  };
}

function assign(groups: Record<string, readonly string[]>, graph: Graph): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, roots] of Object.entries(groups)) {
    const waiting = roots.map((root) => rootId(root, graph));
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (found.has(id)) continue;
      found.set(id, name);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return found;
}

function isAskedFor(id: string, graph: Graph): boolean {
  const { importers = [] } = graph.getModuleInfo(id) ?? {};
  return importers.every((from) => graph.getModuleInfo(from)?.isEntry);
}

function rootId(root: string, graph: Graph): string {
  const id = realpathSync(join(import.meta.dirname, '..', root));
  if (!graph.getModuleInfo(id)) throw new Error(`${root} is not in the build: see vite.config.ts`);
  return id;
}
