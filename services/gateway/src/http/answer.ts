import { internal } from '@patchbay/errors/failure';
import { Asset } from '../operation/asset.ts';
import { JsonText } from '../operation/json-text.ts';
import { Redirect } from '../operation/redirect.ts';
import { contentEncodingOf } from './content-encoding.ts';
import type { Exchange } from './exchange.ts';

/** Whether an `If-None-Match` header names the ETag: the client has this version in its cache. Weak tags match too (RFC 9110, 13.1.2). */
const isCached = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);

export function sendAsset({ request, response }: Exchange, asset: Asset): void {
  const { body, headers } = asset.representation(contentEncodingOf(request));
  if (asset.compressible) response.appendHeader('vary', 'Accept-Encoding');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isCached(request.headers['if-none-match'], headers['etag'])) {
    response.statusCode = 304;
    response.removeHeader('content-encoding');
    response.end();
  } else {
    response.statusCode = 200;
    response.setHeader('content-length', body.byteLength);
    response.end(body);
  }
}

export function sendRedirect({ response }: Exchange, { location }: Redirect): void {
  response.statusCode = 302;
  response.setHeader('location', location);
  response.end();
}

/** Sends what a handler returned; undefined: no body. Node omits the body in answers to `HEAD`. */
export function sendAnswer(exchange: Exchange, status: number, result: unknown): void {
  if (result instanceof Asset) return sendAsset(exchange, result);
  if (result instanceof Redirect) return sendRedirect(exchange, result);
  if (status === 302) throw internal('an operation with status 302 returned no Redirect');
  const { response } = exchange;
  response.statusCode = status;
  if (result === undefined) {
    response.end();
    return;
  }
  const body = result instanceof JsonText ? result.body : JSON.stringify(result);
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
