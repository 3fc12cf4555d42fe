import { Asset } from './asset.ts';
import type { Exchange } from './exchange.ts';

export function sendAsset({ request, response }: Exchange, asset: Asset): void {
  for (const [name, value] of Object.entries(asset.headers)) response.setHeader(name, value);
  if (asset.isKnownBy(request.headers['if-none-match'])) {
    response.statusCode = 304;
    response.end();
  } else {
    response.statusCode = 200;
    response.setHeader('content-length', asset.body.byteLength);
    response.end(asset.body);
  }
}

/** What a handler returned; undefined is an answer without a body. Node leaves the body out for `HEAD`. */
export function sendAnswer(exchange: Exchange, status: number, result: unknown): void {
  if (result instanceof Asset) return sendAsset(exchange, result);
  const { response } = exchange;
  response.statusCode = status;
  if (result === undefined) {
    response.end();
    return;
  }
  const body = JSON.stringify(result);
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
