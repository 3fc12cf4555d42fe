import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it, vi } from 'vitest';
import { createCatchUp, waitForCatchUp } from './catch-up.ts';

describe('the use of credentials after a start', () => {
  it('credentials are used when the group has caught up, and from then on', () => {
    const log = createLog();
    let caughtUp = false;
    const mayUse = createCatchUp({ isCaughtUp: () => caughtUp }, log.logger, createManualClock());
    expect(mayUse()).toBe(false);
    caughtUp = true;
    expect(mayUse()).toBe(true);
    caughtUp = false;
    expect(mayUse()).toBe(true);
    expect(log.lines).toEqual([]);
  });

  it('credentials are used after five minutes without Kafka, which is logged once', async () => {
    const log = createLog();
    const clock = createManualClock();
    const mayUse = createCatchUp({ isCaughtUp: () => false }, log.logger, clock);
    await clock.advance(299_999);
    expect(mayUse()).toBe(false);
    await clock.advance(1);
    expect([mayUse(), mayUse()]).toEqual([true, true]);
    expect(log.lines).toMatchObject([{ level: 'warn' }]);
  });

  it('somebody who waits for an answer waits until the group has caught up', async () => {
    const clock = createManualClock();
    let caughtUp = false;
    const isOver = vi.fn<() => void>();
    const waiting = waitForCatchUp(() => caughtUp, new AbortController().signal, clock).then(isOver);
    await clock.advance(9_000);
    expect(isOver).not.toHaveBeenCalled();
    caughtUp = true;
    await clock.advance(100);
    await waiting;
  });

  it('somebody who waits for an answer is told to try again after ten seconds, or when the time of the call is over', async () => {
    const clock = createManualClock();
    const waiting = waitForCatchUp(() => false, new AbortController().signal, clock);
    const refusal = waiting.catch((error: unknown) => error);
    await clock.advance(10_000);
    expect(await refusal).toMatchObject({ code: 'unavailable' });
    const late = waitForCatchUp(() => false, AbortSignal.abort(), clock);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  });
});
