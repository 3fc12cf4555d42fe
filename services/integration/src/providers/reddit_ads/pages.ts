import type { Json } from '@patchbay/outgoing/json';
import type { ProviderAnswer } from '../../connector/call.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { listAt, textAt } from '../../connector/json-path.ts';

/** Sends a GET request with the token of the connection. */
export type Get = (url: string) => Promise<ProviderAnswer>;

/** At 100 elements each: far more than a person has access to. Bounds what an endless list costs. */
const mostPages = 20;

/** The address of the page after this one. The token is sent to it, so that it must be on the host of the page before. */
function nextOf(url: string, body: Json | undefined): string | undefined {
  const next = textAt(body, 'pagination', 'next_url');
  if (next === undefined) return undefined;
  const resolved = URL.parse(next, url);
  if (resolved?.origin !== new URL(url).origin)
    throw new ProviderFailure('unavailable', { code: 'the next page is on another host' });
  return resolved.href;
}

/** The elements of a list, page by page. A page is asked for only when the elements before it are used up. */
export async function* elementsOf(get: Get, firstPage: string): AsyncGenerator<Json> {
  let url: string | undefined = firstPage;
  for (let page = 0; url !== undefined && page < mostPages; page += 1) {
    const { body }: ProviderAnswer = await get(url);
    yield* listAt(body, 'data');
    url = nextOf(url, body);
  }
}
