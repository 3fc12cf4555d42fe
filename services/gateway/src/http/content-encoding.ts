import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

export type ContentEncoding = 'gzip' | 'identity';

const offered: ContentEncoding[] = ['gzip', 'identity'];

/**
 * The coding that `Accept-Encoding` prefers (RFC 9110, 12.5.3). Where the header is missing, or refuses both codings, the answer is
 * not encoded: section 12.4.1 lets a server disregard a header that it cannot satisfy.
 */
export function contentEncodingOf(request: IncomingMessage): ContentEncoding {
  return accepts(request).encodings(offered) === 'gzip' ? 'gzip' : 'identity';
}
