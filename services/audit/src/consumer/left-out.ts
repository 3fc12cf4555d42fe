import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import type { TrailEvent } from '../domain/entry.ts';

/** Events that were handled and have no entry. */
export interface LeftOut {
  /** So old that retention may have removed their entries, or would do so now. */
  readonly expired: readonly TrailEvent[];
  /** About a person who was a member of no organization when they happened. */
  readonly withoutTrail: readonly TrailEvent[];
}

/** Logs and counts expired events. Those without a trail are ordinary: people sign in before they have an organization. */
export const createLeftOutReport =
  (logger: Logger) =>
  ({ expired }: LeftOut): void => {
    if (expired.length === 0) return;
    count('eventsConsumed', expired.length, { consumer: 'audit', outcome: 'expired' });
    logger.warn(
      { events: expired.length, eventIds: expired.map(({ id }) => id) },
      'events are older than what retention keeps and were not recorded',
    );
  };
