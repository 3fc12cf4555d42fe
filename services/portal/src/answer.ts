import { type IncomingMessage, STATUS_CODES } from 'node:http';

export interface Answer {
  readonly status: number;
  /** Names and values by turns, names in lower case. They replace those of every answer. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/** Characters of a path; the longest link has a token of some hundred. */
const maxPath = 2_048;

const answerWith = (status: number, type: string, body: Buffer, more: readonly string[] = []): Answer => ({
  status,
  headers: ['content-type', `${type}; charset=utf-8`, 'content-length', String(body.byteLength), ...more],
  body,
});

export const pageAnswer = (status: 200 | 404, page: Buffer, more: readonly string[]): Answer =>
  answerWith(status, 'text/html', page, more);

/** One line of text. */
export const plainAnswer = (status: number, more: readonly string[] = []): Answer =>
  answerWith(status, 'text/plain', Buffer.from(`${STATUS_CODES[status]}\n`), more);

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** The answer to a request that nothing is served for, whatever its path; undefined: there may be something. */
export function refusalOf(
  { method, headers, httpVersion }: IncomingMessage,
  path: string,
): Answer | undefined {
  // The body of such a request is not read.
  if (method !== 'GET' && method !== 'HEAD')
    return plainAnswer(405, ['allow', 'GET, HEAD', 'connection', 'close']);
  // HTTP/1.1 requires the header (RFC 9112); its value is not used.
  if (headers.host === undefined && httpVersion === '1.1') return plainAnswer(400);
  if (path.length > maxPath) return plainAnswer(414);
  return isDecodable(path) ? undefined : plainAnswer(400);
}
