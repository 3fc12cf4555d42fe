import type { Json } from '@patchbay/outgoing/json';
import { itemsOn } from '../../connector/account-list.ts';
import type { ProviderAnswer } from '../../connector/call.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { listIn } from '../../connector/pages.ts';

/** Sends a GET request with the token of the connection. */
export type Get = (url: string) => Promise<ProviderAnswer>;

/** The address of the page after this one. The token is sent to it, so that it must be on the host of the page before. */
function nextOf(url: string, { body }: ProviderAnswer): string | undefined {
  const next = textAt(body, 'pagination', 'next_url');
  if (next === undefined) return undefined;
  const resolved = URL.parse(next, url);
  if (resolved?.origin !== new URL(url).origin)
    throw new ProviderFailure('unavailable', { code: 'the next page is on another host' });
  return resolved.href;
}

/** The elements of a list, page by page. */
export const elementsOf = (get: Get, firstPage: string): AsyncGenerator<Json> =>
  itemsOn<string>(async (url = firstPage) => {
    const answer = await get(url);
    return { items: listIn(answer, 'data'), next: nextOf(url, answer) };
  });
