import '@patchbay/telemetry/fresh-modules';
import { createLog } from '@patchbay/testing/log';
import { expect, it, vi } from 'vitest';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { createUnrecordedReport } from './consumer.ts';

const counted = vi.hoisted((): unknown[] => []);
vi.mock('@patchbay/telemetry/metrics', () => ({ count: (...given: unknown[]) => void counted.push(given) }));

it('expired events are counted and logged by their ids, without their contents', () => {
  const { logger, lines } = createLog();
  const report = createUnrecordedReport(logger);
  const expired = [trailEvent({ action: 'user.updated' }), trailEvent({ action: 'user.updated' })];
  report({ expired: [], withoutTrail: [trailEvent()] });
  report({ expired, withoutTrail: [] });
  expect(counted).toEqual([['eventsConsumed', 2, { consumer: 'audit', outcome: 'expired' }]]);
  expect(lines).toMatchObject([{ level: 'warn', events: 2, eventIds: expired.map(({ id }) => id) }]);
  expect(JSON.stringify(lines)).not.toContain('user.updated');
});
