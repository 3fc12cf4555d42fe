import { errorOf, Patchbay } from '@patchbay/client';
import { type Problem, problemOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { settings } from '../../settings.ts';
import type { RelayRequest } from '../samples/first-read.ts';

/** What came back through the relay. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** Patchbay refused it, or no answer came. */
  | { readonly kind: 'problem'; readonly problem: Problem };

interface Sending {
  readonly at: { readonly orgSlug: string; readonly workspaceSlug: string; readonly id: string };
  readonly request: RelayRequest;
  /** The key that sends it. Undefined: the session of the page. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

/** The API with a key in place of the cookie. */
const apiWith = (apiKey: string): Patchbay =>
  new Patchbay({
    baseUrl: settings.apiUrl,
    apiKey,
    credentials: 'omit',
    retries: 0,
    fetch: (url, init) => fetch(url, { ...init, referrerPolicy: 'no-referrer' }),
  });

/** Sends a request through the relay. Rejects only if it is aborted. */
export async function send({ at, request, key, signal }: Sending): Promise<Outcome> {
  const { method, api: name, path, headers, body } = request;
  try {
    const response = await (key === undefined ? api : apiWith(key))
      .integration(at)
      .fetch(`${name}/${path}`, { method, headers, ...(body !== undefined && { body }), signal });
    if (response.headers.get('patchbay-relay') === 'refused')
      return { kind: 'problem', problem: problemOf(await errorOf(response)) };
    return { kind: 'answered', status: response.status, text: await response.text() };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'problem', problem: problemOf(error) };
  }
}
