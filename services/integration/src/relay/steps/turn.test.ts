import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import type { Provider } from '../../connector/provider.ts';
import type { RunningRequest } from '../../store/relayed-integration.ts';
import { createAdmission } from '../admission.ts';
import { integrationId, judgedOf, permittedOf, requestOf } from './echo.fixture.ts';
import { takeTurn } from './turn.ts';

/** Takes turns of one relay. */
function start(use?: Partial<Provider['use']>) {
  const admission = createAdmission({ clock: createManualClock() });
  const ending = new AbortController();
  const client = new AbortController();
  const running = new Set<RunningRequest>();
  const hold = (request: RunningRequest) => {
    running.add(request);
    return { signal: ending.signal, release: () => void running.delete(request) };
  };
  const take = async (line = 'GET a', held = new DisposableStack()) => {
    const permitted = await permittedOf({}, use);
    const judged = judgedOf(permitted, requestOf(line));
    const parts = { admission, hold, signal: client.signal };
    return { held, ...(await takeTurn(parts, { organizationId: 'o' }, permitted, judged, held)) };
  };
  return { take, ending, client, running };
}

it('the turn and the watch of a request are given back together', async () => {
  const { take, running } = start();
  const { held } = await take();
  expect(running.size).toBe(1);
  held.dispose();
  expect(running.size).toBe(0);
});

it('an organization has its part of what a provider lets our app send, for repetitions too', async () => {
  const { take } = start({ limitPerApp: { perMinute: 2 } });
  const turn = await take();
  await expect(turn.repeat()).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(take()).rejects.toMatchObject({ code: 'rate_limited' });
});

it.each([
  ['GET accounts/3', ['3']],
  ['GET a', null],
])('a running request %s is held with the accounts that it names', async (line, accounts) => {
  const { take, running } = start();
  await take(line);
  expect([...running]).toEqual([{ integrationId, grantId: null, accounts }]);
});

it('a request is aborted with its caller and with its grant, of which the latter is a refusal', async () => {
  const { take, client, ending } = start();
  const [left, refused] = [await take(), await take()];
  client.abort();
  expect([left.signal.aborted, left.ended()]).toEqual([true, undefined]);
  ending.abort();
  expect(refused.ended()).toMatchObject({ code: 'forbidden' });
});
