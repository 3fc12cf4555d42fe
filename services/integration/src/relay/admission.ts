import { Failure } from '@patchbay/errors/failure';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { createSharedTurns } from '@patchbay/limits/shared-turns';
import type { Clock } from '@patchbay/runtime/clock';
import type { Turn } from '@patchbay/runtime/turns';
import type { Provider } from '../connector/provider.ts';
import { createFairShares, type Share } from './fair-share.ts';

const { relayedPerIntegration } = sharedBounds;

interface Asking {
  readonly integrationId: string;
  readonly organizationId: string;
  readonly provider: Provider;
}

export interface Admission {
  /** Takes a turn of the integration and counts the request for its organization. Throws `rate_limited`. */
  begin(asking: Asking): Promise<Turn>;
  /** Counts one request more of a turn that is held. Throws `rate_limited`. */
  repeat(asking: Asking): Promise<void>;
}

function demandGranted(share: Share | undefined): void {
  if (share === undefined || share.isGranted) return;
  throw new Failure(
    'rate_limited',
    'The provider limits the requests of all organizations together. The share of this organization for this minute is used up.',
    { retryAfterSeconds: Math.ceil(share.waitMs / 1_000) },
  );
}

/** What protects a provider and other organizations: turns of an integration, and shares of what a provider counts per app. */
export function createAdmission(options: {
  readonly counts?: SharedCounts | undefined;
  readonly clock: Clock;
}): Admission {
  const turns = createSharedTurns({ ...options, bound: relayedPerIntegration });
  const shares = createFairShares(options);

  const takeShare = async ({ provider, organizationId }: Asking): Promise<Share | undefined> => {
    const { limitPerApp } = provider.use;
    return limitPerApp && shares.take(provider.provider, limitPerApp.perMinute, organizationId);
  };

  return {
    async begin(asking) {
      // Both are sent to Redis before its first answer: one round trip.
      const [turn, share] = await Promise.all([turns.tryTake(asking.integrationId), takeShare(asking)]);
      if (turn === undefined) {
        if (share?.isGranted) share.giveBack();
        throw new Failure(
          'rate_limited',
          `This integration has ${relayedPerIntegration.atOnce} requests running, the maximum. Try again in a second.`,
          { retryAfterSeconds: 1 },
        );
      }
      if (share?.isGranted === false) turn.release();
      demandGranted(share);
      return turn;
    },
    async repeat(asking) {
      demandGranted(await takeShare(asking));
    },
  };
}
