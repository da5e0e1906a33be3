/** Thrown when lazy code cannot be loaded; the message is for users. */
export class MissingCode extends Error {
  /** Whether the server responds without the file, because a newer version was installed. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super(isOutdated ? outdatedText : unreachableText, { cause });
    this.name = 'MissingCode';
    this.isOutdated = isOutdated;
  }
}

/**
 * Loads code: `load` is an `import()`. If the server responds after a failure, it is asked once more, because the
 * connection may have been lost for a moment.
 * @throws MissingCode, or the error of code that was loaded
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!isFailedImport(error)) throw error;
    if (!(await isServerReachable())) throw new MissingCode(false, error);
    return load().catch((again: unknown) => {
      throw isFailedImport(again) ? new MissingCode(true, again) : again;
    });
  }
}

/**
 * The error of a worker's 'error' event: a worker that crashes fires an ErrorEvent, and one whose code cannot be loaded
 * a plain event. `crashed` is the message of a crash.
 */
export async function workerError(event: Event, crashed: string): Promise<Error> {
  if (event instanceof ErrorEvent) return new Error(crashed);
  return new MissingCode(await isServerReachable(), event);
}

/** Whether the server responds at all. */
export async function isServerReachable(): Promise<boolean> {
  return fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const outdatedText = 'Há uma versão nova do painel. Recarregue a página.';
/** The text for every request and file that gets no response. */
export const unreachableText =
  'Sem conexão com o servidor. Verifique sua internet e tente novamente.';

/**
 * The messages of Chromium, Firefox, Safari, and of Vite for the styles of the code. A hosted panel sends its page in
 * the place of a missing file, which Safari refuses for its type.
 */
function isFailedImport(error: unknown): boolean {
  const failed =
    /dynamically imported module|importing a module script failed|valid javascript mime type|unable to preload css/i;
  return error instanceof Error && failed.test(error.message);
}
