import type { IncomingHttpHeaders } from 'node:http';
import {
  type ContextKey,
  type ContextValues,
  createContextKey,
  type HandlerContext,
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

const headerIn = (values: ContextValues, name: string, parsed: () => Headers): string | undefined => {
  const raw = values.get(rawHeadersKey);
  if (raw === undefined) return parsed().get(name) ?? undefined;
  const value = raw[name];
  return typeof value === 'string' ? value : value?.join(', ');
};

/** A request header, for interceptors. */
export const requestHeader = (request: UnaryRequest | StreamRequest, name: string): string | undefined =>
  headerIn(request.contextValues, name, () => request.header);

/** A request header, for handlers. */
export const handlerHeader = (context: HandlerContext, name: string): string | undefined =>
  headerIn(context.values, name, () => context.requestHeader);
