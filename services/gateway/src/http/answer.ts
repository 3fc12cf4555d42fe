import { internal } from '@patchbay/errors/failure';
import { Asset } from '../operation/asset.ts';
import { Redirect } from '../operation/redirect.ts';
import type { Exchange } from './exchange.ts';
import { type HeaderList, sendHead, setHead } from './head.ts';

const noHeaders: HeaderList = [];

export function sendAsset(exchange: Exchange, asset: Asset): void {
  const { request, response } = exchange;
  const headers = Object.entries(asset.headers).flat();
  if (asset.matches(request.headers['if-none-match'])) {
    setHead(exchange, 304, headers);
    response.end();
  } else {
    exchange.bytes = asset.body.byteLength;
    setHead(exchange, 200, [...headers, 'content-length', String(exchange.bytes)]);
    response.end(asset.body);
  }
}

export function sendRedirect(exchange: Exchange, { location }: Redirect): void {
  sendHead(exchange, 302, ['location', location]);
  exchange.response.end();
}

/** Sends a body of text; Node omits it in answers to `HEAD`. */
export function sendText(
  exchange: Exchange,
  status: number,
  contentType: string,
  body: string,
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
  if (result !== undefined) return sendText(exchange, status, 'application/json', JSON.stringify(result));
  sendHead(exchange, status, noHeaders);
  exchange.response.end();
}
