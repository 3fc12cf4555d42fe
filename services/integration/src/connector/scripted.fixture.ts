import type { OutgoingRequest } from '@patchbay/outgoing/outgoing';
import type { Clock } from '@patchbay/runtime/clock';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import type { Connector } from './connector.ts';
import { createConnector, type Installation } from './connectors.ts';
import type { Provider } from './provider.ts';

export interface ScriptedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** The body as it is, instead of `json`. */
  readonly text?: string;
}

/** A connector whose provider gives these answers in order, and the requests that it received. */
export function scripted(
  provider: Provider,
  answers: readonly ScriptedAnswer[],
  {
    installation = {},
    clock = createManualClock(),
  }: { readonly installation?: Installation; readonly clock?: Clock } = {},
): { readonly connector: Connector; readonly requests: readonly OutgoingRequest[] } {
  const requests: OutgoingRequest[] = [];
  const connector = createConnector(provider, {
    installations: {
      [provider.provider]: { clientId: 'our-client', clientSecret: 'our-secret', ...installation },
    },
    outgoing: {
      async send(request) {
        const answer = answers[requests.length];
        requests.push(request);
        if (answer === undefined) throw new Error(`no answer for ${request.method} ${request.url}`);
        const { status = 200, headers = {}, json, text = JSON.stringify(json) ?? '' } = answer;
        return { status, headers, text };
      },
    },
    clock,
  });
  return { connector, requests };
}
