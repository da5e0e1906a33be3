/**
 * Returns a `fetch` that reports the upload progress as a number from 0 to 1, which the browser's `fetch` cannot do.
 * The returned function supports the options of the storage client: method, headers, body and abort signal.
 */
export function createUploadFetch(onProgress: (share: number) => void = () => {}): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const signal = init?.signal;
      if (signal?.aborted) return reject(abortion());
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : input);
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.responseType = 'blob';
      request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
      request.onload = () => resolve(asResponse(request));
      // Use the message of the browser's own `fetch`: errors.ts recognizes a lost connection by this message.
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(abortion());
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(bodyOf(init?.body));
    });
}

function asResponse({ status, statusText, response }: XMLHttpRequest): Response {
  // The cast is safe: with `responseType` 'blob', the response is a Blob.
  return new Response(response as Blob, { status, statusText });
}

function bodyOf(body: BodyInit | null | undefined): XMLHttpRequestBodyInit | null {
  if (body instanceof ReadableStream) throw new TypeError('A stream can not be sent with progress');
  return body ?? null;
}

function abortion(): DOMException {
  return new DOMException('The upload was cancelled', 'AbortError');
}
