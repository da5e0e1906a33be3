import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

/**
 * The response to a request.
 * - `status`: 0 if there is no complete response; `text` is then the message of the error
 * - `json`: undefined if the body is not JSON
 * - `ms`: milliseconds until the end of the response
 */
export type AttackResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: unknown;
  ms: number;
};
export type RequestOptions = {
  /** An object is sent as JSON, text and bytes unchanged. */
  body?: unknown;
  headers?: OutgoingHttpHeaders;
  /** The agent to use instead of `shared`. */
  agent?: Agent;
};

const LIMIT_MS = 20_000;
const AT_ONCE_MS = 50;
const shared = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Sends a request with an unmodified path: `fetch` would resolve `..` and refuse invalid requests. Repeats the request
 * once if it fails within 50 ms. The status is 0 if the connection fails, or if the server sends nothing for 20 s.
 */
export async function sendHttpRequest(
  base: string,
  method: string,
  path: string,
  sending: RequestOptions = {},
): Promise<AttackResponse> {
  const response = await sendOnce(base, method, path, sending);
  // Send again: after a refusal, the server can close a connection at the moment when the agent reuses it.
  return response.status === 0 && response.ms < AT_ONCE_MS
    ? sendOnce(base, method, path, sending)
    : response;
}

function sendOnce(
  base: string,
  method: string,
  path: string,
  { body, headers = {}, agent = shared }: RequestOptions,
): Promise<AttackResponse> {
  const begun = performance.now();
  const { hostname, port } = new URL(base);
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : body;
  const size = bytes === undefined ? 0 : Buffer.byteLength(bytes);
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ status: 0, headers: {}, text: error.message, json: undefined, ms: since(begun) });
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        timeout: LIMIT_MS,
        headers: {
          // Set the length explicitly: for the body of a DELETE, Node does not send it.
          ...(bytes !== undefined && { 'content-length': size }),
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0, headers: got } = response;
          resolve({ status, headers: got, text, json: parse(text), ms: since(begun) });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', fail);
    sent.end(bytes);
  });
}

function since(begun: number) {
  return performance.now() - begun;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
