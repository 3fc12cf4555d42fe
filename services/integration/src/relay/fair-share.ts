import { Failure } from '@patchbay/errors/failure';
import type { Clock } from '@patchbay/runtime/clock';

const minuteMs = 60_000;

/**
 * Shares the limit that a provider sets for our app among the organizations that use it. Each one that asks in a minute has an equal
 * part of the minute's requests, and one part more stays free for the next to come. Counted in this process.
 */
export function createFairShare(clock: Pick<Clock, 'now'>) {
  const counts = new Map<string, Map<string, number>>();
  let minute = 0;

  /** Counts a request of the organization to the provider. Throws `rate_limited` where its part of this minute is used up. */
  return (provider: string, perMinute: number, organizationId: string): void => {
    const time = clock.now().getTime();
    const current = Math.floor(time / minuteMs);
    if (current !== minute) counts.clear();
    minute = current;
    const ofProvider = counts.get(provider) ?? new Map<string, number>();
    counts.set(provider, ofProvider);
    const sent = ofProvider.get(organizationId) ?? 0;
    ofProvider.set(organizationId, sent);
    const all = [...ofProvider.values()].reduce((sum, each) => sum + each, 0);
    if (sent >= Math.floor(perMinute / (ofProvider.size + 1)) || all >= perMinute)
      throw new Failure(
        'rate_limited',
        'The provider limits the requests of all organizations together. The share of this organization for this minute is used up.',
        { retryAfterSeconds: Math.ceil(((minute + 1) * minuteMs - time) / 1_000) },
      );
    ofProvider.set(organizationId, sent + 1);
  };
}
