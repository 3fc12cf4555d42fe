import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { createCatchUp, waitForCatchUp } from './catch-up.ts';

describe('the use of credentials after a start', () => {
  it('credentials are used when the group has caught up, and from then on', () => {
    const log = createLog();
    let caughtUp = false;
    const mayUse = createCatchUp({ isCaughtUp: () => caughtUp }, log.logger, () => 0);
    expect(mayUse()).toBe(false);
    caughtUp = true;
    expect(mayUse()).toBe(true);
    caughtUp = false;
    expect(mayUse()).toBe(true);
    expect(log.lines).toEqual([]);
  });

  it('credentials are used after five minutes without Kafka, which is logged once', () => {
    const log = createLog();
    let now = 0;
    const mayUse = createCatchUp({ isCaughtUp: () => false }, log.logger, () => now);
    now = 299_999;
    expect(mayUse()).toBe(false);
    now = 300_000;
    expect([mayUse(), mayUse()]).toEqual([true, true]);
    expect(log.lines).toMatchObject([{ level: 'warn' }]);
  });

  it('somebody who waits for an answer waits until the group has caught up', async () => {
    const answers = [false, false, true];
    await waitForCatchUp(() => answers.shift() ?? false, new AbortController().signal);
    expect(answers).toEqual([]);
  });

  it('somebody who waits for an answer is told to try again when the time of the call is over', async () => {
    const waiting = waitForCatchUp(() => false, AbortSignal.abort());
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  });
});
