import { Failure } from '@patchbay/errors/failure';
import { maxStreams } from '@patchbay/rpc/client';
import { runningRequestOf } from '../edge/overload.ts';
import type { Exchange } from '../request/exchange.ts';

export interface StreamBounds {
  /** Per user or API key. */
  readonly perCaller: number;
  /** Per organization: whatever its members and keys do, others can export too. */
  readonly perOrganization: number;
  /** Of this process. */
  readonly inAll: number;
}

/**
 * Each streamed answer holds one connection to a service until its end. `inAll` leaves a part of the connections unused, because one
 * whose stream has ended is still closing: a stream that may run never waits for a connection.
 */
const streamBounds: StreamBounds = { perCaller: 4, perOrganization: 6, inAll: 60 };

/** Of relayed requests, which mostly take a second; relay itself bounds those of an integration to 16. */
export const relayBounds: StreamBounds = { perCaller: 32, perOrganization: 48, inAll: maxStreams - 4 };

/** Seconds. */
const retryAfterSeconds = 10;

/** Counts by key what runs at the moment. */
function createCounter() {
  const counts = new Map<string, number>();
  return {
    get: (key: string): number => counts.get(key) ?? 0,
    add(key: string, difference: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + difference;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}

/**
 * Runs streamed answers. Refuses one at once where its caller or its organization has too many (429), or this process (503): those
 * that run may take hours, so waiting for them would help nobody. Other answers are not bounded by this: their calls have
 * connections of their own.
 */
export function createRunningStreams({ perCaller, perOrganization, inAll } = streamBounds) {
  const callers = createCounter();
  const organizations = createCounter();
  let running = 0;

  return async (
    exchange: Exchange,
    organizationId: string | undefined,
    send: () => Promise<void>,
  ): Promise<void> => {
    const caller = exchange.callerId ?? '';
    const organization = organizationId ?? '';
    if (callers.get(caller) >= perCaller) {
      throw new Failure('rate_limited', `At most ${perCaller} streamed answers at once.`, {
        retryAfterSeconds,
      });
    }
    if (organizationId !== undefined && organizations.get(organization) >= perOrganization) {
      throw new Failure(
        'rate_limited',
        `At most ${perOrganization} streamed answers at once for an organization.`,
        { retryAfterSeconds },
      );
    }
    if (running >= inAll) {
      throw new Failure('unavailable', 'Too many streamed answers at once: try again later.', {
        retryAfterSeconds,
      });
    }
    const count = (difference: 1 | -1): void => {
      callers.add(caller, difference);
      organizations.add(organization, difference);
      running += difference;
    };
    count(1);
    // Not among the running requests from here on: `inAll` bounds it, and it may take hours.
    runningRequestOf(exchange.response)?.leave();
    try {
      await send();
    } finally {
      count(-1);
    }
  };
}
