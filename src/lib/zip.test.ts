import { crc32 as checksum, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32, readZipEntries, unzipFile } from './zip.ts';

type Made = {
  name: string | Buffer;
  content?: string;
  /** The size that the directory declares, if it differs from the size of `content`. */
  size?: number;
  crc?: number;
  method?: number;
  flags?: number;
  /** Whether sizes and offset are in the ZIP64 field, as if they needed more than 32 bits. */
  large?: boolean;
};

/** Returns an archive. Its local file headers contain only the values that `unzipFile` reads. */
function zip(files: Made[], { remark = '', large = false } = {}): Blob {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const { content = '', method = 8, flags = 0x800 } = file;
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const name = Buffer.from(file.name as string);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    const own = Buffer.alloc(46);
    own.writeUInt32LE(0x02014b50, 0);
    own.writeUInt16LE(flags, 8);
    own.writeUInt16LE(method, 10);
    own.writeUInt32LE(file.crc ?? checksum(bytes), 16);
    own.writeUInt32LE(file.large ? 0xffffffff : packed.length, 20);
    own.writeUInt32LE(file.large ? 0xffffffff : (file.size ?? bytes.length), 24);
    own.writeUInt16LE(name.length, 28);
    own.writeUInt16LE(file.large ? 32 : 0, 30);
    own.writeUInt32LE(file.large ? 0xffffffff : at, 42);
    const extra = Buffer.alloc(file.large ? 32 : 0);
    if (file.large) {
      extra.writeUInt16LE(0x7777, 0); // An unknown extra field before the ZIP64 field
      extra.writeUInt16LE(1, 4);
      extra.writeUInt16LE(24, 6);
      [bytes.length, packed.length, at].forEach((number, place) =>
        extra.writeBigUInt64LE(BigInt(number), 8 + 8 * place),
      );
    }
    directory.push(own, name, extra);
    parts.push(head, name, packed);
    at += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? 0xffff : files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(large ? 0xffffffff : at, 16);
  end.writeUInt16LE(remark.length, 20);
  const beyond = Buffer.alloc(large ? 76 : 0);
  if (large) {
    beyond.writeUInt32LE(0x06064b50, 0);
    beyond.writeBigUInt64LE(BigInt(files.length), 32);
    beyond.writeBigUInt64LE(BigInt(listed.length), 40);
    beyond.writeBigUInt64LE(BigInt(at), 48);
    beyond.writeUInt32LE(0x07064b50, 56);
    beyond.writeBigUInt64LE(BigInt(at + listed.length), 64);
  }
  return new Blob([Buffer.concat([...parts, listed, beyond, end, Buffer.from(remark)])]);
}

async function contents(archive: Blob) {
  const entries = await readZipEntries(archive, 1000);
  return Promise.all(
    entries.map(async (entry) => [entry.path, await (await unzipFile(archive, entry)).text()]),
  );
}

describe('an archive', () => {
  it('is read file by file, compressed or not, without its folders', async () => {
    const files = [
      { name: 'verão/' },
      { name: 'verão/açaí.jpg', content: 'polpa '.repeat(5000) },
      { name: 'b.png', content: 'b', method: 0 },
      { name: 'antiga\\c.jpg', content: 'c' },
      { name: 'vazio.jpg' },
    ];
    const expected = [
      ['verão/açaí.jpg', 'polpa '.repeat(5000)],
      ['b.png', 'b'],
      ['antiga/c.jpg', 'c'],
      ['vazio.jpg', ''],
    ];
    expect(await contents(zip(files))).toEqual(expected);
    expect(await contents(zip(files, { remark: 'PK feito em casa' }))).toEqual(expected);
    expect((await readZipEntries(zip(files), 9))[0]).toMatchObject({
      size: 30_000,
      encrypted: false,
    });
  });

  it('beyond 4 GB is read by its ZIP64 fields', async () => {
    const files = [{ name: 'a.jpg', content: 'a'.repeat(99), large: true }];
    expect(await contents(zip(files, { large: true }))).toEqual([['a.jpg', 'a'.repeat(99)]]);
  });

  it('has file names in the encoding of Windows in Brazil', async () => {
    const name = Buffer.from([0x50, 0xc6, 0x6f, 0x2e, 0x6a, 0x70, 0x67]);
    const [entry] = await readZipEntries(zip([{ name, flags: 0 }]), 9);
    expect(entry?.path).toBe('Pão.jpg');
  });

  it.each([
    [{ size: 10 }, 'O ZIP está danificado ou incompleto.'],
    [{ size: 2_000_000 }, 'O ZIP está danificado ou incompleto.'],
    [{ crc: 7 }, 'O ZIP está danificado ou incompleto.'],
    [{ flags: 1 }, 'O ZIP tem senha. Crie um sem senha.'],
    [{ method: 9 }, 'Compactado de um modo que o navegador não abre. Crie o ZIP novamente.'],
  ])(
    'with a file that is %j fails with a message, and unpacks no more than the declared size',
    async (made, words) => {
      const archive = zip([{ name: 'a.jpg', content: 'bomba '.repeat(200_000), ...made }]);
      const [entry] = await readZipEntries(archive, 9);
      await expect(unzipFile(archive, entry!)).rejects.toThrow(words);
    },
  );

  it('that is invalid, truncated or too large is refused before anything is unpacked', async () => {
    const whole = zip(
      Array.from({ length: 30 }, (_, place) => ({ name: `${place}.jpg`, content: 'x' })),
    );
    await expect(readZipEntries(new Blob(['nada']), 9)).rejects.toThrow('não é um ZIP');
    await expect(readZipEntries(new Blob([]), 9)).rejects.toThrow('não é um ZIP');
    await expect(readZipEntries(whole.slice(0, whole.size - 30), 99)).rejects.toThrow(
      'não é um ZIP',
    );
    await expect(readZipEntries(whole.slice(100), 99)).rejects.toThrow('danificado');
    await expect(readZipEntries(whole, 29)).rejects.toThrow(
      'O ZIP tem mais de 29 arquivos. Divida-o.',
    );
  });
});

it('identifies a file by the checksum of archives', async () => {
  expect(await crc32(new Blob(['123456789']))).toBe(0xcbf43926);
});
