import { expect, it } from 'vitest';
import { judgedOf, permittedOf, requestOf } from './echo.fixture.ts';
import { note } from './note.ts';
import { settle } from './settle.ts';

const { signal } = new AbortController();

async function start(line: string, isWorking = false) {
  const events: unknown[] = [];
  const permitted = await permittedOf({ isWorking });
  const parts = {
    note: async (_integration: unknown, change: unknown) => {
      events.push(change);
      return async (status: number | null) => void events.push(status);
    },
  };
  const request = requestOf(line, { query: 'q=secret', body: Buffer.from('{}') });
  const change = await note(parts, request, permitted, judgedOf(permitted, request));
  const tokens = {
    renew: () => expect.unreachable(),
    refused: async () => void events.push('refused'),
  };
  const current = async () => {
    events.push('current');
    return permitted;
  };
  return {
    events,
    change,
    settle: (status: number, isRefused: boolean) =>
      settle({ tokens, current }, permitted, { status, isRefused }, change, { signal }),
  };
}

it('a change is noted without query and body, and its note is told the status once', async () => {
  const { events, change, settle: settled } = await start('POST accounts/1/a');
  const noted = { api: 'ads', method: 'POST', path: '/accounts/1/a', account: '1', grantId: null };
  expect(events).toEqual([noted]);
  change?.learn(202);
  await settled(202, false);
  await change?.[Symbol.asyncDispose]();
  expect(events).toEqual([noted, 202]);
});

it('a refused token is verified; after that a 401 is about the request, and others are passed on', async () => {
  const { events, settle: settled } = await start('POST search');
  await settled(200, true);
  expect(events).toEqual(['refused', 'current']);
  await expect(settled(401, true)).rejects.toMatchObject({
    code: 'conflict',
    publicText: 'Echo Ads refuses this request with 401, although the connection is active.',
  });
});

it('a token that was found to work a moment ago is not verified', async () => {
  const { events, settle: settled } = await start('POST search', true);
  await expect(settled(401, true)).rejects.toMatchObject({ code: 'conflict' });
  expect(events).toEqual([]);
});
