import type { IncomingHttpHeaders } from 'node:http';
import {
  type ContextKey,
  createContextKey,
  type StreamRequest,
  type UnaryRequest,
} from '@connectrpc/connect';

/**
 * The headers as Node parsed them; set for calls that the lean handler serves, so that reading two of them does not copy all
 * into a `Headers` object.
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
