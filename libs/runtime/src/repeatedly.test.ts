import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { repeatedly } from './repeatedly.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('repeated work', () => {
  it('is done again after it failed, until it is stopped', async () => {
    const third = Promise.withResolvers<void>();
    let times = 0;
    const component = repeatedly({
      name: 'count',
      intervalMs: 1,
      logger,
      async work() {
        times += 1;
        if (times === 3) third.resolve();
        if (times === 1) throw new Error('the first time');
      },
    });
    await component.start?.();
    await third.promise;
    await component.stop?.();
    const atEnd = times;
    await new Promise(setImmediate);
    expect(times).toBe(atEnd);
    expect(atEnd).toBeGreaterThanOrEqual(3);
  });

  it('that is under way is told to end, and waited for', async () => {
    const begun = Promise.withResolvers<void>();
    let ended = false;
    const component = repeatedly({
      name: 'wait',
      intervalMs: 1,
      logger,
      async work(signal) {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ended = true;
      },
    });
    await component.start?.();
    await begun.promise;
    await component.stop?.();
    expect(ended).toBe(true);
  });

  it('that was never started stops at once', async () => {
    const component = repeatedly({ name: 'idle', intervalMs: 1, logger, work: async () => {} });
    await expect(component.stop?.()).resolves.toBeUndefined();
  });
});
