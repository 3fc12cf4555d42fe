import { observe } from '@patchbay/telemetry/metrics';
import type { RelayParts } from './relay-parts.ts';

/**
 * Parts that measure how long a request stays in relay before it is sent to the provider. One whose access token is renewed before is not
 * measured: a renewal waits for the provider.
 */
export function measureDelay({
  outgoing,
  tokens,
}: Pick<RelayParts, 'outgoing' | 'tokens'>): Pick<RelayParts, 'outgoing' | 'tokens'> {
  const begun = performance.now();
  let isOver = false;
  return {
    outgoing: {
      open(request) {
        if (!isOver) observe('relayDelay', (performance.now() - begun) / 1_000);
        isOver = true;
        return outgoing.open(request);
      },
    },
    tokens: {
      ...tokens,
      renew(...given) {
        isOver = true;
        return tokens.renew(...given);
      },
    },
  };
}
