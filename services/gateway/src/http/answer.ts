import { internal } from '@patchbay/errors/failure';
import { Asset } from '../operation/asset.ts';
import { JsonText } from '../operation/json-text.ts';
import { Redirect } from '../operation/redirect.ts';
import { contentEncodingOf } from './content-encoding.ts';
import type { Exchange } from './exchange.ts';
import { type HeaderList, sendHead, setHead } from './head.ts';

/** Whether an `If-None-Match` header names the ETag: the client has this version in its cache. Weak tags match too (RFC 9110, 13.1.2). */
const isCached = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);

const noHeaders: HeaderList = [];

export function sendAsset(exchange: Exchange, asset: Asset): void {
  const { request, response } = exchange;
  const { body, headers: described } = asset.representation(contentEncodingOf(request));
  const { 'content-encoding': encoding, ...others } = described;
  const headers = Object.entries(others).flat();
  const cached = isCached(request.headers['if-none-match'], described['etag']);
  if (!cached) {
    if (encoding !== undefined) headers.push('content-encoding', encoding);
    exchange.bytes = body.byteLength;
    headers.push('content-length', String(body.byteLength));
  }
  setHead(exchange, cached ? 304 : 200, headers);
  if (asset.compressible) response.appendHeader('vary', 'Accept-Encoding');
  response.end(cached ? undefined : body);
}

export function sendRedirect(exchange: Exchange, { location }: Redirect): void {
  sendHead(exchange, 302, ['location', location]);
  exchange.response.end();
}

/** Sends a body; Node omits it in answers to `HEAD`. */
export function sendBody(
  exchange: Exchange,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: HeaderList = noHeaders,
): void {
  exchange.bytes = Buffer.byteLength(body);
  const own = ['content-type', contentType, 'content-length', String(exchange.bytes)];
  sendHead(exchange, status, headers.length === 0 ? own : [...headers, ...own]);
  exchange.response.end(body);
}

/** Sends what a handler returned; undefined: no body. */
export function sendAnswer(exchange: Exchange, status: number, result: unknown): void {
  if (result instanceof Asset) return sendAsset(exchange, result);
  if (result instanceof Redirect) return sendRedirect(exchange, result);
  if (status === 302) throw internal('an operation with status 302 returned no Redirect');
  if (result === undefined) {
    sendHead(exchange, status, noHeaders);
    exchange.response.end();
  } else
    sendBody(
      exchange,
      status,
      'application/json',
      result instanceof JsonText ? result.body : JSON.stringify(result),
    );
}
