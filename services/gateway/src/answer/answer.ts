import { internal } from '@patchbay/errors/failure';
import { Asset, assetAnswer } from '@patchbay/http/asset';
import type { Exchange } from '../request/exchange.ts';

/** An answer of status 302, without a body. */
export class Redirect {
  readonly location: string;

  /** An absolute address. The URL parser leaves ASCII on one line, whatever the input: safe as a header. */
  constructor(to: string | URL) {
    this.location = new URL(to).href;
  }
}

/** A JSON document that a handler has as text, such as a part of it that a service stores as JSON: sent as it is. */
export class JsonText {
  /** In UTF-8. */
  readonly body: Buffer;

  /** Texts and bytes in UTF-8, which make one document together. */
  constructor(...parts: readonly (string | Uint8Array)[]) {
    this.body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }
}

export function sendAsset(exchange: Exchange, asset: Asset): void {
  const { request, response } = exchange;
  const { status, headers, body } = assetAnswer(request, asset);
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (asset.compressible) response.appendHeader('vary', 'Accept-Encoding');
  exchange.bytes = body?.byteLength;
  response.end(body);
}

export function sendRedirect({ response }: Exchange, { location }: Redirect): void {
  response.statusCode = 302;
  response.setHeader('location', location);
  response.end();
}

/** Sends a body; Node omits it in answers to `HEAD`. */
export function sendBody(
  exchange: Exchange,
  status: number,
  contentType: string,
  body: string | Uint8Array,
): void {
  const { response } = exchange;
  exchange.bytes = Buffer.byteLength(body);
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  response.setHeader('content-length', exchange.bytes);
  response.end(body);
}

/** Sends what a handler returned; undefined: no body. */
export function sendAnswer(exchange: Exchange, status: number, result: unknown): void {
  if (result instanceof Asset) sendAsset(exchange, result);
  else if (result instanceof Redirect) sendRedirect(exchange, result);
  else if (status === 302) throw internal('an operation with status 302 returned no Redirect');
  else if (result instanceof JsonText) sendBody(exchange, status, 'application/json', result.body);
  else if (result !== undefined) sendBody(exchange, status, 'application/json', JSON.stringify(result));
  else {
    exchange.response.statusCode = status;
    exchange.response.end();
  }
}
