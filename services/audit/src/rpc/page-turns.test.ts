import { setImmediate } from 'node:timers/promises';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPageTurns } from './page-turns.ts';

const pages = (atOnce: number) => ({ name: 'pages', atOnce });

/** Pages that are read until `end` is called; `reading` are those that have their turns. Those that still wait are given up. */
const startPages = (options: Partial<Parameters<typeof createPageTurns>[0]> = {}) => {
  const readers = new AbortController();
  onTestFinished(() => readers.abort());
  const clock = createManualClock();
  const inTurn = createPageTurns({
    clock,
    perOrganization: pages(2),
    inAll: 3,
    maxWaiting: 2,
    timeoutMs: 60_000,
    ...options,
  });
  const reading: { readonly organizationId: string; readonly end: () => void }[] = [];
  const read = (organizationId: string, by = readers.signal) => {
    const turn = inTurn(
      organizationId,
      by,
      () =>
        new Promise<void>((resolve) => {
          const page = {
            organizationId,
            end: () => {
              reading.splice(reading.indexOf(page), 1);
              resolve();
            },
          };
          reading.push(page);
        }),
    );
    turn.catch(() => {});
    return turn;
  };
  const organizations = async () => {
    await setImmediate();
    return reading.map(({ organizationId }) => organizationId);
  };
  return { clock, read, reading, organizations };
};

describe('turns for pages', () => {
  it('an organization that asks for many pages leaves turns to others', async () => {
    const { read, reading, organizations } = startPages();
    for (let count = 0; count < 4; count += 1) void read('slow');
    expect(await organizations()).toEqual(['slow', 'slow']);
    void read('a');
    void read('b');
    expect(await organizations()).toEqual(['slow', 'slow', 'a']);
    reading[2]?.end();
    expect(await organizations()).toEqual(['slow', 'slow', 'b']);
    reading[0]?.end();
    expect(await organizations()).toEqual(['slow', 'b', 'slow']);
  });

  it('a page is refused if too many pages of its organization wait', async () => {
    const { read, organizations } = startPages();
    for (let count = 0; count < 4; count += 1) void read('slow');
    await expect(read('slow')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    void read('a');
    expect(await organizations()).toEqual(['slow', 'slow', 'a']);
  });

  it('a page gives up after the time for both turns, and gives its turn back', async () => {
    const { clock, read, reading, organizations } = startPages({ perOrganization: pages(1), inAll: 2 });
    void read('a');
    void read('b');
    const late = read('b');
    void read('c');
    await clock.advance(40_000);
    reading[1]?.end();
    // The late page has the turn of its organization now, and waits for the other one.
    expect(await organizations()).toEqual(['a', 'c']);
    await clock.advance(20_000);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    reading[0]?.end();
    void read('b');
    expect(await organizations()).toEqual(['c', 'b']);
  });

  it('a turn is given back if the reader leaves or the page fails', async () => {
    const { clock, read, reading, organizations } = startPages({ inAll: 1 });
    void read('a');
    const reader = new AbortController();
    const left = read('b', reader.signal);
    reader.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    reading[0]?.end();
    const { signal } = new AbortController();
    const inTurn = createPageTurns({
      perOrganization: pages(1),
      inAll: 1,
      maxWaiting: 0,
      timeoutMs: 10,
      clock,
    });
    await expect(inTurn('a', signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await inTurn('a', signal, async () => 'read')).toBe('read');
    void read('b');
    expect(await organizations()).toEqual(['b']);
  });
});
