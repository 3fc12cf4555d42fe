import { internal } from '@patchbay/errors/failure';
import { Asset } from '@patchbay/http/asset';
import { assetAnswer } from '@patchbay/http/asset-answer';
import { JsonText } from '../operation/json-text.ts';
import { Redirect } from '../operation/redirect.ts';
import type { Exchange } from './exchange.ts';
import { type HeaderList, sendHead, setHead } from './head.ts';

const noHeaders: HeaderList = [];

export function sendAsset(exchange: Exchange, asset: Asset): void {
  const { request, response } = exchange;
  const { status, headers, body } = assetAnswer(request, asset);
  exchange.bytes = body?.byteLength;
  setHead(exchange, status, headers);
  if (asset.compressible) response.appendHeader('vary', 'Accept-Encoding');
  response.end(body);
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
