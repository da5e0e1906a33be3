import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PictureLists } from './picture-lists.ts';
import { PictureUploads } from './picture-uploads.ts';
import { PlatformError } from './unwrap.ts';
import { moveUnusedPicturesToTrash } from './unused-pictures.ts';
import { uploadPicture } from './upload.ts';

vi.mock('./unused-pictures.ts', () => ({
  moveUnusedPicturesToTrash: vi.fn<typeof moveUnusedPicturesToTrash>(),
}));
vi.mock('./upload.ts', () => ({ uploadPicture: vi.fn<typeof uploadPicture>() }));

let lists: PictureLists;
let uploads: PictureUploads;

beforeEach(async () => {
  vi.mocked(moveUnusedPicturesToTrash).mockReset();
  vi.mocked(uploadPicture).mockReset().mockRejectedValueOnce(new Error('sem conexão'));
  vi.mocked(uploadPicture).mockResolvedValue('/caju.png');
  lists = new PictureLists(['foto'], () => []);
  uploads = new PictureUploads(lists, { foto: { bucket: 'images', folder: 'frutas' } });
  lists.add('foto', [await picture()]);
  await uploads.send();
  expect(picked()).toMatchObject({ state: 'ready', failure: 'sem conexão' });
});

describe('a picture whose upload failed', () => {
  it('is uploaded again after the form was left and reopened', async () => {
    uploads.stop();
    await uploads.resend(picked().id);
    expect(picked()).toMatchObject({ state: 'stored', url: '/caju.png' });
  });

  it('is uploaded once when the form is saved during the retry', async () => {
    const sent = Promise.withResolvers<string>();
    vi.mocked(uploadPicture).mockReturnValueOnce(sent.promise);
    const again = uploads.resend(picked().id);
    const saving = uploads.send();
    sent.resolve('/caju.png');
    await again;
    expect((await saving).foto?.pictures).toEqual([{ url: '/caju.png', alt: '' }]);
    expect(uploadPicture).toHaveBeenCalledTimes(2);
    // Only one file was stored.
    expect(uploads.release()).toEqual(['/caju.png']);
  });

  it('is not uploaded for a save that was cancelled during the retry', async () => {
    const sent = Promise.withResolvers<string>();
    vi.mocked(uploadPicture).mockReturnValueOnce(sent.promise);
    const again = uploads.resend(picked().id);
    const saving = uploads.send();
    uploads.stop();
    sent.reject(new Error('parado'));
    await again;
    await expect(saving).rejects.toThrow();
    await uploads.resend(picked().id);
    expect(picked()).toMatchObject({ state: 'stored', url: '/caju.png' });
  });
});

it('the file of an upload without a response is removed when the form is left', async () => {
  vi.mocked(uploadPicture).mockRejectedValueOnce(
    new PlatformError(new TypeError('Failed to fetch')),
  );
  const leave = uploads.hold();
  await uploads.resend(picked().id);
  leave();
  await expect.poll(() => vi.mocked(moveUnusedPicturesToTrash).mock.calls).toHaveLength(1);
  const [[urls] = []] = vi.mocked(moveUnusedPicturesToTrash).mock.calls;
  expect(urls).toEqual([expect.stringMatching(/\/images\/frutas\/[0-9a-f]{32}\.png$/)]);
});

function picked() {
  const [picture] = lists.in('foto');
  if (!picture) throw new Error('The list is empty');
  return picture;
}

async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
  return new File([await canvas.convertToBlob()], 'caju.png', { type: 'image/png' });
}
