import { loadCode, createWorkerError } from '#lib/load-code.ts';
import type { PreparedImage } from '#lib/prepare-image.ts';
import { readZipEntries } from '#lib/zip.ts';
import { createFingerprint, pictureLimits } from './sku-pictures.ts';
import type { PictureFile } from './sku-pictures.ts';

/** A chosen file. `path` begins with the name of the chosen folder; without a folder, it is the name of the file. */
export type ChosenFile = { path: string; file: File };

/** Returns the chosen files of a file input, with their paths. */
export function toChosenFiles(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * Returns the dropped files, and the files in dropped folders. Call this function during the drop event: later, `items`
 * is empty.
 */
export function readDroppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return filesBelow(entries);
}

async function filesBelow(entries: FileSystemEntry[]): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  for (const entry of entries) {
    if (found.length > pictureLimits.files) break;
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    } else found.push(...(await filesBelow(await entriesIn(entry as FileSystemDirectoryEntry))));
  }
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Returns all entries of a folder. The browser returns the entries in parts; an empty part is the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/**
 * Returns the chosen files, and the files in chosen ZIPs. Reads only the list of files of a ZIP, not their content.
 * @throws ZipError, or Error if the files are too many or too large, or a ZIP has a password
 */
export async function listPictureFiles(chosen: readonly ChosenFile[]): Promise<PictureFile[]> {
  const found: PictureFile[] = [];
  for (const { path, file } of chosen) {
    if (/\.zip$/i.test(path)) found.push(...(await filesInZip(file)));
    else found.push({ path, size: file.size, content: { file } });
  }
  if (found.length > pictureLimits.files)
    throw new Error('São mais de 20.000 arquivos. Envie-os em partes.');
  if (found.reduce((sum, { size }) => sum + size, 0) > pictureLimits.total)
    throw new Error('Os arquivos passam de 20 GB. Envie-os em partes.');
  return found;
}

async function filesInZip(archive: File): Promise<PictureFile[]> {
  const entries = await readZipEntries(archive, pictureLimits.files);
  if (entries.some(({ encrypted }) => encrypted))
    throw new Error(`"${archive.name}" tem senha. Crie um ZIP sem senha.`);
  return entries.map((entry) => ({
    path: entry.path,
    size: entry.size,
    fingerprint: createFingerprint(entry.crc, entry.size),
    content: { archive, entry },
  }));
}

/**
 * The message to the worker. With `fingerprintOnly`, the worker returns only the fingerprint, which identifies the
 * content of the file.
 */
export type PreparationRequest = { file: PictureFile; fingerprintOnly: boolean };
/** The response of the worker. `drawing` is a file that only the page can render, such as an SVG. */
export type PreparationResult =
  | { fingerprint: string }
  | { fingerprint: string; image: PreparedImage }
  | { fingerprint: string; drawing: File }
  | { problem: string };

/**
 * Prepares pictures for the upload, in a worker. Wait for the result of each call before the next call, because the
 * responses of the worker have no id.
 */
export class PicturePreparer {
  #worker = startWorker();

  /**
   * Returns the fingerprint of a picture, and the picture prepared for the upload.
   * @throws CodeLoadError, or Error with a message for users if the file is not a picture
   */
  async image(file: PictureFile): Promise<{ fingerprint: string; image: PreparedImage }> {
    const response = await this.#request({ file, fingerprintOnly: false });
    if ('drawing' in response) {
      const { prepareImageForUpload } = await loadCode(() => import('#lib/prepare-image.ts'));
      return {
        fingerprint: response.fingerprint,
        image: await prepareImageForUpload(response.drawing),
      };
    }
    if ('image' in response) return response;
    throw new Error('problem' in response ? response.problem : unreadable);
  }

  async fingerprint(file: PictureFile): Promise<string | undefined> {
    if (file.fingerprint !== undefined) return file.fingerprint;
    const response = await this.#request({ file, fingerprintOnly: true });
    return 'fingerprint' in response ? response.fingerprint : undefined;
  }

  end() {
    this.#worker.terminate();
  }

  async #request(request: PreparationRequest): Promise<PreparationResult> {
    const worker = this.#worker;
    const answered = new AbortController();
    const { signal } = answered;
    try {
      return await new Promise<PreparationResult>((resolve, reject) => {
        const onAnswer = ({ data }: MessageEvent<PreparationResult>) => resolve(data);
        worker.addEventListener('message', onAnswer, { signal });
        const onError = (event: Event) => void createWorkerError(event, unreadable).then(reject);
        worker.addEventListener('error', onError, { signal });
        worker.postMessage(request, []);
      });
    } catch (error) {
      // Start a new worker: if a file crashes the worker, only this file fails.
      this.end();
      this.#worker = startWorker();
      throw error;
    } finally {
      answered.abort();
    }
  }
}

const unreadable = 'Não foi possível ler o arquivo.';

function startWorker(): Worker {
  return new Worker(new URL('./sku-pictures.worker.ts', import.meta.url), { type: 'module' });
}
