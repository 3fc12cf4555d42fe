import type { Exchange } from './exchange.ts';
import { addRateLimitHeaders } from './rate-limit-headers.ts';

/** Names and values by turns, as `writeHead` takes them: names in lower case, and none twice. */
export type HeaderList = readonly string[];

function headersOf({ headers, decisions }: Exchange, own: HeaderList): string[] {
  const all = headers.slice();
  addRateLimitHeaders(all, decisions);
  all.push(...own);
  return all;
}

/**
 * Sets the headers of an answer without sending them: those of every answer, those of its limits, and `own`, which replace others of
 * the same name.
 */
export function setHead(exchange: Exchange, status: number, own: HeaderList): void {
  const { response, decisions } = exchange;
  response.statusCode = status;
  // Set by an answer that failed before it was sent; its count was given back since.
  if (decisions.length === 0)
    for (const name of ['ratelimit-policy', 'ratelimit']) response.removeHeader(name);
  const all = headersOf(exchange, own);
  for (let at = 0; at < all.length; at += 2) response.setHeader(all[at] ?? '', all[at + 1] ?? '');
}

/**
 * Sends the status and the headers of an answer with its body. Of the headers of every answer `own` replaces none: such an answer
 * uses `setHead`.
 */
export function sendHead(exchange: Exchange, status: number, own: HeaderList): void {
  const { response } = exchange;
  // Node takes a list as it is where no header was set before: a third of the cost of setting them one by one.
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, headersOf(exchange, own));
    return;
  }
  setHead(exchange, status, own);
  response.writeHead(status);
}
