/** Thrown when lazy code cannot be loaded; the message is for users. */
export class CodeLoadError extends Error {
  /** Whether the server responds but has no such file, because a newer version was installed. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super(isOutdated ? outdatedText : serverUnreachableMessage, { cause });
    this.name = 'CodeLoadError';
    this.isOutdated = isOutdated;
  }
}

/**
 * Loads code: `load` is an `import()`. If the load fails but the server responds, `load` is called once more: perhaps
 * the connection was lost only for a moment.
 * @throws CodeLoadError, or the error that the loaded code threw
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!isFailedImport(error)) throw error;
    if (!(await isServerReachable())) throw new CodeLoadError(false, error);
    return load().catch((again: unknown) => {
      throw isFailedImport(again) ? new CodeLoadError(true, again) : again;
    });
  }
}

/**
 * Returns the error for a worker's 'error' event. A worker that crashes fires an ErrorEvent: `crashed` is the message
 * for this case. A worker whose code cannot be loaded fires a plain event: the error is then a `CodeLoadError`.
 */
export async function createWorkerError(event: Event, crashed: string): Promise<Error> {
  if (event instanceof ErrorEvent) return new Error(crashed);
  return new CodeLoadError(await isServerReachable(), event);
}

/** Whether the server responds to a request for a small file. */
export async function isServerReachable(): Promise<boolean> {
  return fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const outdatedText = 'Há uma versão nova do painel. Recarregue a página.';
/** The message for users when a request, for data or for code, gets no response. */
export const serverUnreachableMessage =
  'Sem conexão com o servidor. Verifique sua internet e tente novamente.';

/**
 * Whether an `import()` failed because a file could not be loaded. The pattern has the messages of Chromium, Firefox
 * and Safari, and the message of Vite for style sheets. 'MIME type' is the message of Safari if the server of a hosted
 * panel sends index.html instead of a missing file.
 */
function isFailedImport(error: unknown): boolean {
  const failed =
    /dynamically imported module|importing a module script failed|valid javascript mime type|unable to preload css/i;
  return error instanceof Error && failed.test(error.message);
}
