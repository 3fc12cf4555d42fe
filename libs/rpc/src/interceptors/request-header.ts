import type { IncomingHttpHeaders } from 'node:http';
import {
  type ContextKey,
  createContextKey,
  type StreamRequest,
  type UnaryRequest,
} from '@connectrpc/connect';

/**
 * The headers as Node parsed them, where the lean handler serves the call: reading two of them must not cost a copy of
 * all into a `Headers` object.
 */
export const rawHeadersKey: ContextKey<IncomingHttpHeaders | undefined> = createContextKey<
  IncomingHttpHeaders | undefined
>(undefined, { description: 'request headers as received' });

export function requestHeader(request: UnaryRequest | StreamRequest, name: string): string | undefined {
  const raw = request.contextValues.get(rawHeadersKey);
  if (raw === undefined) return request.header.get(name) ?? undefined;
  const value = raw[name];
  return typeof value === 'string' ? value : value?.join(', ');
}
