import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/**
 * The coding of `offered` that `Accept-Encoding` prefers (RFC 9110, 12.5.3), among equal ones the first. Where the header is missing, or
 * refuses all of them, the answer is not encoded: section 12.4.1 lets a server disregard a header that it cannot satisfy.
 */
export const contentEncodingOf = <Offered extends ContentEncoding>(
  request: Pick<IncomingMessage, 'headers'>,
  offered: readonly Offered[],
): Offered | 'identity' => new Negotiator(request).encoding(offered, { preferred: offered }) ?? 'identity';
