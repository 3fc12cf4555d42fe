import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import type { Provider } from '../../connector/provider.ts';
import type { RelayedIntegration } from '../../store/relayed-integration.ts';
import {
  integrationOf,
  judgedOf,
  key,
  ofOneAccount,
  permittedOf,
  requestOf,
  session,
} from './echo.fixture.ts';
import { renewExpired, renewRefused } from './renew.ts';

const clock = createManualClock();
const signal = new AbortController().signal;
const turn = { signal, ended: () => undefined, repeat: async () => {} };

/** Renews what a request is sent with; `later` is the integration after that. */
async function start(
  line: string,
  before: Partial<RelayedIntegration>,
  later: RelayedIntegration = integrationOf({}, 2),
  use: Partial<Provider['use']> = {},
) {
  const caller = before.grant === undefined ? session : key;
  const permitted = await permittedOf(before, use, { caller });
  const asked: unknown[] = [];
  const renewing = {
    tokens: {
      renew: async (...[, version, why]: readonly unknown[]) => void asked.push(version, why),
      refused: () => expect.unreachable(),
    },
    current: () => permittedOf(later, use, { caller }),
    clock,
  };
  const given = [renewing, permitted, judgedOf(permitted, requestOf(line)), turn] as const;
  return { given, asked, expired: () => renewExpired(...given), refused: () => renewRefused(...given) };
}

const expiring = (ms: number): Partial<RelayedIntegration> => {
  const { stored } = integrationOf();
  if (stored === null) throw new Error('it is connected');
  const expiresAt = new Date(clock.now().getTime() + ms);
  return { stored: { ...stored, credentials: { ...stored.credentials, expiresAt } } };
};

it.each([
  [30_000, 2],
  [30_001, 1],
])('a token that expires in %i ms is sent in version %i', async (ms, version) => {
  const { expired } = await start('GET a', expiring(ms));
  expect((await expired()).stored.version).toBe(version);
});

it('a refused token is renewed, unless the connection was found to work a moment ago', async () => {
  const { refused, asked } = await start('GET a', {});
  expect((await refused()).authorization.headers['x-token']).toBe('Atza|token-2');
  expect(asked).toEqual([1, 'refused']);
  const working = await start('GET a', { isWorking: true });
  expect([await working.refused(), working.asked]).toEqual([working.given[1], []]);
});

const grant = { id: 'g', access: 'manage', accounts: null } as const;
it.each<[string, Partial<RelayedIntegration>, Partial<RelayedIntegration>, Partial<Provider['use']>?]>([
  ['the client chose other accounts', {}, { chosen: ['1'] }],
  [
    'the settings name another account',
    { settings: { company: '1' }, chosen: ['1'] },
    { settings: { company: '2' }, chosen: ['1'] },
    ofOneAccount,
  ],
  ['another grant took the place of the first', { grant }, { grant: { ...grant, id: 'other' } }],
])('a request is not sent again where meanwhile %s', async (_, before, later, use) => {
  const { refused } = await start('GET accounts/2', before, integrationOf(later, 2), use);
  await expect(refused()).rejects.toMatchObject({ code: 'forbidden' });
});
