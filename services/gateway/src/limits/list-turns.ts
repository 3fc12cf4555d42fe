import { busy, Failure } from '@patchbay/errors/failure';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { createSharedTurns, type SharedTurns } from '@patchbay/limits/shared-turns';
import type { ServiceName } from '@patchbay/platform/services';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { createTurns, type Turns } from '@patchbay/runtime/turns';
import { runningRequestOf } from '../edge/overload.ts';
import type { Permitted } from '../request/stages.ts';

/**
 * Lists that are read and written as JSON at once, and that wait in this process. A list comes whole: the longest take the event loop
 * for tens of milliseconds, in which nobody else is answered.
 */
export const listBounds = {
  /** In this process: a caller has no more than its turn in the line of an organization. */
  caller: { atOnce: 1, maxWaiting: 16 },
  /** Over all processes: a list also takes its service, which is the same for all of them. */
  organization: { bound: sharedBounds.listsPerOrganization, maxWaiting: 64 },
  /** In this process, whose event loop it protects. */
  all: { atOnce: 2, maxWaiting: 256 },
  /** Of all waits of a list together, in milliseconds. */
  timeoutMs: 10_000,
} as const;

interface ListTurnsOptions {
  /** Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
  readonly clock?: Clock;
  readonly bounds?: typeof listBounds;
}

/** What a call to a service fails with that is canceled because its client has left. */
const clientLeft = (): Failure =>
  new Failure('timeout', undefined, { internal: 'the client has disconnected' });

/**
 * Takes the turn of a list after three waits: for the other lists of its caller, for those of its organization, and for those of all
 * organizations. It is a 503 where too many wait, or where the waits are too long. Each caller has one list in the line of an
 * organization, and each organization one in the line of all. So nobody with many lists, and no organization with many callers,
 * delays others by more than a turn. Lists of different services do not wait for each other, because one service may be slow.
 */
export function createListTurns({
  counts,
  clock = systemClock,
  bounds: { timeoutMs, ...bounds } = listBounds,
}: ListTurnsOptions = {}) {
  const callers = createTurns({ ...bounds.caller, refusal: busy, clock });
  const organizations = createSharedTurns({ ...bounds.organization, counts, refusal: busy, clock });
  const all = createTurns({ ...bounds.all, refusal: busy, clock });

  return async (
    {
      exchange: { response, signal },
      params,
      callerId = '',
    }: Pick<Permitted, 'exchange' | 'params' | 'callerId'>,
    service: ServiceName,
  ): Promise<Disposable> => {
    // Those that wait have bounds of their own: they must not make the gateway refuse others.
    const running = runningRequestOf(response);
    running?.leave();
    const end = clock.uptime() + timeoutMs;
    using held = new DisposableStack();
    const wait = async (turns: Turns | SharedTurns, key: string): Promise<void> => {
      const turn = await turns.take(`${service} ${key}`, { timeoutMs: end - clock.uptime(), signal });
      held.defer(() => turn.release());
    };
    try {
      await wait(callers, callerId);
      await wait(organizations, String(params['orgSlug']));
      await wait(all, '');
    } catch (thrown) {
      throw signal.aborted && thrown === signal.reason ? clientLeft() : thrown;
    }
    running?.enter();
    return held.move();
  };
}
