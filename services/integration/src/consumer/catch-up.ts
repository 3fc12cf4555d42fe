import { unavailable } from '@patchbay/errors/failure';
import type { ConsumerComponent } from '@patchbay/events/transport';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';

/** Milliseconds. Access tokens are renewed five minutes before they expire: so long the background can wait. */
const boundMs = 300_000;

/**
 * Whether stored credentials may be used without a caller whose access organization has resolved: when the deletions that were published
 * before this process began are handled, by whichever process. After five minutes also without: Kafka may be away for long, and
 * renewals that end connections of everybody would be worse.
 */
export function createCatchUp(
  { isCaughtUp }: Pick<ConsumerComponent, 'isCaughtUp'>,
  logger: Logger,
  clock: Clock,
): () => boolean {
  const end = clock.uptime() + boundMs;
  let isOpen = false;
  return () => {
    if (isOpen) return true;
    isOpen = isCaughtUp();
    if (!isOpen && clock.uptime() >= end) {
      logger.warn({ waitedMs: boundMs }, 'used credentials before all events of organization were handled');
      isOpen = true;
    }
    return isOpen;
  };
}

/** Milliseconds. Joining the group of the consumer takes a few seconds after a start. */
const waitMs = 10_000;

/** For somebody who waits for an answer. Throws `unavailable` (503) if credentials may not be used within ten seconds. */
export async function waitForCatchUp(
  mayUseCredentials: () => boolean,
  signal: AbortSignal,
  clock: Clock,
): Promise<void> {
  const end = AbortSignal.any([signal, clock.deadline(waitMs)]);
  while (!mayUseCredentials()) {
    if (end.aborted) throw unavailable('events of organization are not handled yet');
    await clock.sleep(100, end);
  }
}
