import { busy, Failure, internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { createTurns } from '@patchbay/runtime/turns';
import { runningRequestOf } from '../edge/overload.ts';
import type { Exchange } from '../request/exchange.ts';

/**
 * Lists of one organization that are read and written as JSON at once, and that wait, in this process. A list comes whole: the longest
 * take the event loop for tens of milliseconds, in which nobody else is answered.
 */
export const listBounds = { atOnce: 1, maxWaiting: 64, timeoutMs: 10_000 } as const;

/** The id of the organization whose list is asked for. An API key has no other than its own. */
function organizationOf({ caller, access }: Exchange): string {
  const id = caller?.type === 'api_key' ? caller.organizationId : access?.organization.id;
  if (id === undefined) throw internal('the access to the organization of a list was not resolved');
  return id;
}

/** What a call to a service fails with that is canceled because its client has left. */
const clientLeft = (): Failure =>
  new Failure('timeout', undefined, { internal: 'the client has disconnected' });

/**
 * Runs `list` once it is the turn of its organization; a 503 where too many wait or the wait is too long. Lists of different services
 * do not wait for each other: one service may be slow.
 */
export function createListTurns({ timeoutMs, ...bounds }: typeof listBounds = listBounds) {
  const turns = createTurns({ ...bounds, refusal: busy });
  return async (exchange: Exchange, service: ServiceName, list: () => Promise<void>): Promise<void> => {
    const { response, signal } = exchange;
    // Those that wait have a bound of their own: they must not make the gateway refuse others.
    const running = runningRequestOf(response);
    running?.leave();
    const turn = await turns
      .take(`${service} ${organizationOf(exchange)}`, { timeoutMs, signal })
      .catch((thrown: unknown) => {
        throw signal.aborted ? clientLeft() : thrown;
      });
    try {
      running?.enter();
      await list();
    } finally {
      turn.release();
    }
  };
}
