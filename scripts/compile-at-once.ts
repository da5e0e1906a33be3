import type { Plugin } from 'vite';

/** V8, Explicit compile hints. It counts only before the first line of code, so nothing may be put above it. */
const COMMENT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has these files compiled whole, beside the page while they arrive, instead of function by function while the page
 * waits for each. Browsers that do not know the comment do as before.
 */
export function compileAtOnce(names: string[]): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && names.includes(file.name)) file.code = COMMENT + file.code;
        }
      },
    },
  };
}
