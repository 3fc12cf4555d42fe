import { isLoopback } from '@patchbay/config/loopback';
import type { SimulatedAnswer } from '@patchbay/testing/ad-providers/simulator';
import { failurePage } from './start-page.ts';

export interface AskedPath {
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The answer to a request that a page of another website caused; undefined: to go on. Only this machine reaches the demo, but each page
 * in its browser can send requests there. Under a name of its own that leads to loopback it could read the answers too (DNS rebinding):
 * the `Host` header has that name. The buttons make links and send mails, so that no other site may press them.
 */
export function refusalOf({ path, headers }: AskedPath): SimulatedAnswer | undefined {
  const host = URL.parse(`http://${headers['host'] ?? ''}`);
  if (host === null || !isLoopback(host.hostname))
    return {
      status: 421,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      text: 'The demo answers at localhost only.\n',
    };
  // A link to the start page may stand anywhere.
  if (path === '/' || headers['sec-fetch-site'] !== 'cross-site') return undefined;
  return failurePage('Another website led here. Press the button on the start page.', 403);
}
