import { describe, expect, it } from 'vitest';
import { closedUrl, sharedScratchDatabase, silent, waitUntil } from './scratch-database.fixture.ts';
import { createListener } from './session.ts';

const scratch = await sharedScratchDatabase();

const listening = (channel: string, url: string = scratch.url) => {
  const heard = { times: 0 };
  const listener = createListener({
    url,
    channel,
    onNotify: () => {
      heard.times += 1;
    },
    logger: silent,
  });
  return { heard, listener };
};

describe('a listener', () => {
  it('a listener calls once when it has connected, then for each notification of its channel', async () => {
    const { heard, listener } = listening('Bell "2"');
    await listener.start();
    expect(heard.times).toBe(1);
    await scratch.run(`select pg_notify('other', '')`);
    await scratch.run(`select pg_notify('Bell "2"', '')`);
    await waitUntil(() => heard.times === 2);
    await listener.stop();
  });

  it('a listener reconnects and calls once, because it may have missed notifications', async () => {
    const { heard, listener } = listening('bell');
    await listener.start();
    expect(await scratch.disconnect('listen bell')).toBe(1);
    await waitUntil(() => heard.times === 2);
    await scratch.run(`notify bell`);
    await waitUntil(() => heard.times === 3);
    await listener.stop();
  });

  it('a listener starts without a database and stops at once', async () => {
    const { heard, listener } = listening('bell', closedUrl);
    await Promise.all([listener.start(), listener.start()]);
    await Promise.all([listener.stop(), listener.stop()]);
    expect(heard.times).toBe(0);
  });
});
