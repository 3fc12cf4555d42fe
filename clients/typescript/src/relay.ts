import type { Schemas } from './operation.ts';

export interface RelayedIntegration {
  readonly orgSlug: string;
  readonly workspaceSlug: string;
  readonly id: string;
}

export interface IntegrationRelay {
  /**
   * Takes what `fetch` takes, and sends it through the relay. The address is relative, `{api}/{path}`, or that of the advertising system
   * below the `baseUrl` of one of the provider's `apis`. Credentials in headers are left out, because Patchbay adds its own. Resolves
   * with any answer; the header `patchbay-relay` is `refused` where Patchbay answers, `provider` otherwise. Repeats nothing and follows
   * no redirect.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

type Api = Schemas['Provider']['apis'][number];

interface Parts {
  readonly send: (path: string, init: RequestInit & { readonly method: string }) => Promise<Response>;
  readonly apis: () => Promise<readonly Api[]>;
}

/** Headers that carry credentials at Patchbay or at an advertising system. The relay refuses them, or takes them for the caller's. */
const isCredential = (name: string): boolean =>
  /auth|cookie|token|secret|password|api-?key|client-?id$/.test(name);

/** Rejects with the reason of the signal when it is aborted. The promise itself goes on: others may wait for it, too. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });

/** `{api}/{path}` for an address below one of the apis. The longest base wins, because one can be a part of another. */
function withinApis({ href, origin, pathname }: URL, apis: readonly Api[]): string {
  const found = apis
    .map(({ name, baseUrl }) => ({ name, base: baseUrl.replace(/\/$/, '') }))
    .filter(
      ({ base }) =>
        URL.canParse(base) &&
        // The text alone does not tell a port or a user name, which come before the name of another host, from a path.
        new URL(base).origin === origin &&
        href.startsWith(base) &&
        /^([/:?]|$)/.test(href.slice(base.length)),
    )
    .toSorted((a, b) => b.base.length - a.base.length)[0];
  if (found === undefined) {
    const bases = apis.map(({ baseUrl }) => baseUrl).join(', ');
    throw new TypeError(`The relay does not reach ${origin}${pathname}. It reaches what is below ${bases}.`);
  }
  return `${found.name}/${href.slice(found.base.length).replace(/^\//, '')}`;
}

/** `prefix` is the path of the relay for one integration, without a slash at its end. */
export function relayThrough(gateway: string, prefix: string, { send, apis }: Parts): IntegrationRelay {
  let known: Promise<readonly Api[]> | undefined;
  const knownApis = (): Promise<readonly Api[]> => {
    known ??= apis().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  /** The path at the gateway for an address that `fetch` is given. */
  async function pathOf(address: string, signal: AbortSignal | undefined): Promise<string> {
    const relative = /^[a-z][a-z\d+.-]*:\/\//i.test(address)
      ? withinApis(new URL(address), await unlessAborted(knownApis(), signal))
      : address.replace(/^\/+/, '');
    const root = new URL(`${gateway}${prefix}/`).href;
    const { href } = new URL(`${root}${relative.replace(/#.*$/, '')}`);
    // `..` would address other operations of Patchbay, with the credentials of the caller.
    if (!href.startsWith(root)) throw new TypeError('The path leaves the relay.');
    return `${prefix}/${href.slice(root.length)}`;
  }

  return {
    async fetch(input, init = {}) {
      const request = typeof input === 'object' && 'url' in input ? input : undefined;
      const method = (init.method ?? request?.method ?? 'GET').toUpperCase();
      const signal = init.signal ?? request?.signal;
      signal?.throwIfAborted();
      const path = await pathOf(
        typeof input === 'string' ? input : (request?.url ?? (input as URL).href),
        signal,
      );
      const given = new Headers(init.headers ?? request?.headers);
      const headers = [...given].filter(([name]) => !isCredential(name));
      // Not as a stream, which browsers send by HTTP/2 only. The relay takes 4 MiB.
      const bytes = /^(GET|HEAD)$/.test(method) ? undefined : await request?.arrayBuffer();
      const body = init.body ?? (bytes?.byteLength ? bytes : null);
      const sent = {
        ...init,
        method,
        headers,
        body,
        // A signal per request: runtimes keep a listener on it until the request is garbage-collected.
        signal: signal ? AbortSignal.any([signal]) : null,
        duplex: 'half' as const,
      };
      return await send(path, { ...sent, redirect: 'manual' });
    },
  };
}
