import { Failure } from '@patchbay/errors/failure';
import { type SharedBound, sharedBounds } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { createSharedTurns } from '@patchbay/limits/shared-turns';
import { maxStreams } from '@patchbay/rpc/client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { createTurns, type Turn } from '@patchbay/runtime/turns';
import { runningRequestOf } from '../edge/overload.ts';
import type { Permitted } from '../request/stages.ts';

export interface StreamBounds {
  /** Per user or API key, over all processes. */
  readonly perCaller: SharedBound;
  /** Per organization, over all processes: whatever its members and keys do, others can export too. */
  readonly perOrganization: SharedBound;
  /** Of this process, whose connections it protects. */
  readonly inAll: number;
}

/**
 * Each streamed answer holds one connection to a service until its end. `inAll` leaves a part of the connections unused, because one
 * whose stream has ended is still closing: a stream that may run never waits for a connection.
 */
export const exportBounds: StreamBounds = {
  perCaller: sharedBounds.exportsPerCaller,
  perOrganization: sharedBounds.exportsPerOrganization,
  inAll: 60,
};

/** Of relayed requests, which mostly take a second; relay itself bounds those of an integration to 16. */
export const relayBounds: StreamBounds = {
  perCaller: sharedBounds.relayedPerCaller,
  perOrganization: sharedBounds.relayedPerOrganization,
  inAll: maxStreams - 4,
};

/** Seconds. */
const retryAfterSeconds = 10;

const tooMany = (text: string): Failure => new Failure('rate_limited', text, { retryAfterSeconds });

/**
 * The streams of this process. An organization may begin one only while fewer of its own run here than places are free: one alone has
 * at most half of the places, and those that go on asking come to equal parts as streams end, of which one stays free for the next.
 */
function createPlaces(inAll: number) {
  const all = createTurns({ atOnce: inAll });
  const ofOrganizations = createTurns({ atOnce: inAll });

  return (organization: string): Turn => {
    const free = inAll - all.held('');
    if (free > 0 && ofOrganizations.held(organization) >= free)
      throw tooMany('Too many streamed answers at once for an organization: others need the rest.');
    const place = all.tryTake('');
    if (place === undefined) {
      throw new Failure('unavailable', 'Too many streamed answers at once: try again later.', {
        retryAfterSeconds,
      });
    }
    const own = ofOrganizations.tryTake(organization);
    return {
      release() {
        own?.release();
        place.release();
      },
    };
  };
}

/**
 * Lets streamed answers run until they are disposed. Refuses one at once where its caller or its organization has too many (429), or this process (503): those
 * that run may take hours, so waiting for them would help nobody. Other answers are not bounded by this: their calls have
 * connections of their own.
 */
export function createRunningStreams(
  { perCaller, perOrganization, inAll }: StreamBounds,
  options: { readonly counts?: SharedCounts | undefined; readonly clock?: Clock } = {},
) {
  const clock = options.clock ?? systemClock;
  const callers = createSharedTurns({ bound: perCaller, counts: options.counts, clock });
  const organizations = createSharedTurns({ bound: perOrganization, counts: options.counts, clock });
  const takePlace = createPlaces(inAll);

  /** Both are sent to Redis before its first answer: one round trip. */
  const takeTurns = async (caller: string, organization: string | undefined): Promise<Turn[]> => {
    const [ofCaller, ofOrganization] = await Promise.all([
      callers.tryTake(caller),
      organization === undefined ? undefined : organizations.tryTake(organization),
    ]);
    const taken = [ofCaller, ofOrganization].filter((turn) => turn !== undefined);
    if (ofCaller !== undefined && (organization === undefined || ofOrganization !== undefined)) return taken;
    for (const turn of taken) turn.release();
    throw ofCaller === undefined
      ? tooMany(`At most ${perCaller.atOnce} streamed answers at once.`)
      : tooMany(`At most ${perOrganization.atOnce} streamed answers at once for an organization.`);
  };

  return async (
    { exchange: { response }, callerId = '' }: Pick<Permitted, 'exchange' | 'callerId'>,
    organizationId: string | undefined,
  ): Promise<Disposable> => {
    using held = new DisposableStack();
    for (const turn of await takeTurns(callerId, organizationId)) held.defer(() => turn.release());
    // Without an organization each caller is its own.
    const place = takePlace(organizationId ?? `caller ${callerId}`);
    held.defer(() => place.release());
    // Not among the running requests from here on: `inAll` bounds it, and it may take hours.
    runningRequestOf(response)?.leave();
    return held.move();
  };
}
