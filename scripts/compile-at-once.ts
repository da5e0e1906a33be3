import type { Plugin } from 'vite';

/** The explicit compile hint of V8. It counts only before the first line of code, so it must stay first. */
const COMMENT = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes V8 compile all functions of these chunks while the files arrive, instead of each function at its first call.
 * Other browsers ignore the comment.
 * @param names names of chunks
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
