import type { Family } from '../family.ts';
import { sendRawBytes, readStatuses } from '../send-raw.ts';

/**
 * Sends bytes that two servers in a chain could split into different requests. The hidden request must get no response.
 */
export const requestSmuggling: Family = {
  name: 'request smuggling',
  async attack({ backend, users, as }, holds) {
    const { anonKey: key, url } = backend;
    const head = `Host: vitrine\r\napikey: ${key}\r\n`;
    const post = `POST /auth/v1/signup HTTP/1.1\r\n${head}`;
    const get = `GET /rest/v1/plans HTTP/1.1\r\n${head}`;
    const hidden = `GET /health HTTP/1.1\r\n${head}\r\n`;
    const refused: [string, string][] = [
      [
        'a length and chunks',
        `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      ],
      [
        'chunks and a length',
        `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
      ],
      [
        'two encodings',
        `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
      ],
      ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
      ['an encoding with a tab', `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${hidden}`],
      ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
      ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 45\r\n\r\n{}${hidden}`],
      ['a list of lengths', `${post}Content-Length: 2, 45\r\n\r\n{}${hidden}`],
      ['a negative length', `${post}Content-Length: -2\r\n\r\n{}${hidden}`],
      ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}${hidden}`],
      ['a length in hexadecimal', `${post}Content-Length: 0x2\r\n\r\n{}${hidden}`],
      ['a folded header', `${get}X-A: a\r\n b: c\r\n\r\n${hidden}`],
      ['a folded encoding', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
      ['lines that end in LF', `GET /rest/v1/plans HTTP/1.1\nHost: a\napikey: ${key}\n\n${hidden}`],
      ['a header with NUL', `${get}X-A: a\0b\r\n\r\n${hidden}`],
      ['a header with CR', `${get}X-A: a\rX-B: b\r\n\r\n${hidden}`],
      ['a header without a name', `${get}: a\r\n\r\n${hidden}`],
      ['a header without a colon', `${get}Apikey\r\n\r\n${hidden}`],
      ['no host', `GET /rest/v1/plans HTTP/1.1\r\napikey: ${key}\r\n\r\n${hidden}`],
      [
        'a chunk of 2^64 bytes',
        `${post}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx\r\n0\r\n\r\n${hidden}`,
      ],
      [
        'a chunk with a sign',
        `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n0\r\n\r\n${hidden}`,
      ],
      [
        'a chunk with 20,000 letters of extension',
        `${post}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n${hidden}`,
      ],
      ['a header of 20,000 letters', `${get}X: ${'a'.repeat(20_000)}\r\n\r\n${hidden}`],
      [
        '3,000 headers',
        `${get}${Array.from({ length: 3000 }, (_, n) => `X${n}: 1`).join('\r\n')}\r\n\r\n${hidden}`,
      ],
      [
        'a control character in the path',
        `GET /rest/v1/pl\x01ans HTTP/1.1\r\n${head}\r\n${hidden}`,
      ],
      ['a space in the path', `GET /rest/v1/plans x HTTP/1.1\r\n${head}\r\n${hidden}`],
      ['a method of its own', `GETX /rest/v1/plans HTTP/1.1\r\n${head}\r\n${hidden}`],
      ['a method in small letters', `get /rest/v1/plans HTTP/1.1\r\n${head}\r\n${hidden}`],
      ['another protocol', `GET /rest/v1/plans HTTP/9.9\r\n${head}\r\n${hidden}`],
      ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['a tunnel', `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${head}\r\n${hidden}`],
      ['TLS on a plain port', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
    ];
    for (const [what, bytes] of refused) {
      const output = await sendRawBytes(url, bytes);
      holds(`${what}: refused`, !readStatuses(output).some((status) => status < 400), output);
      holds(
        `${what}: the hidden request gets no response`,
        !output.includes('"status":"ok"'),
        output,
      );
    }
    const body = `GET /rest/v1/profiles?select=email HTTP/1.1\r\n${head}Authorization: Bearer ${users.ana.token}\r\n\r\n`;
    const inBody = await sendRawBytes(
      url,
      `GET /health HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    holds(
      'a request in the body of a GET gets no response',
      readStatuses(inBody).length === 1,
      inBody,
    );
    const twice = await sendRawBytes(url, `${get}apikey: other\r\nConnection: close\r\n\r\n`);
    holds('two API keys are refused', readStatuses(twice)[0] === 401, twice);
    const two = `${get}Authorization: Bearer ${users.davi.token}\r\nAuthorization: Bearer ${users.ana.token}\r\nConnection: close\r\n\r\n`;
    holds(
      'a second Authorization header is ignored',
      (await sendRawBytes(url, two)).endsWith('[]'),
    );
    const upgrade = await sendRawBytes(url, `${get}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`);
    holds('nothing is upgraded', !readStatuses(upgrade).includes(101), upgrade);
    const override = {
      headers: { 'x-http-method-override': 'DELETE', 'x-original-url': '/rest/v1/plans' },
    };
    const overridden = await as(users.bruno)(
      'GET',
      '/rest/v1/categories?select=id&limit=1',
      override,
    );
    holds('no header changes the method or the path', overridden.status === 200, overridden.text);
    const absolute = await as()('GET', 'http://evil.example/auth/v1/user', {
      headers: { authorization: 'Bearer x' },
    });
    holds('a URL with a host does not bypass the token', absolute.status === 403, absolute.text);
    const alive = await as()('GET', '/health');
    holds('the server still responds', alive.status === 200, alive.status);
  },
};
