import { waitFor } from '@patchbay/testing/wait';
import type { Api } from '../../api.ts';
import { expected } from './expected.ts';

/** A read of the simulated provider, which is a POST there as at many. */
export const relayedRead = (api: Api, integration: string) =>
  api.post(`${integration}/relay/marketing/statistics/report`, { dimensions: ['AdvertiserId'] });

/** The path of a change in the trail and at the provider. The number tells one change from all others. */
export const changePath = (adSet: string): string => `/marketing-solutions/ad-sets/${adSet}/audience`;

/** A change at the simulated provider. */
export const relayedChange = (api: Api, integration: string, adSet: string) =>
  api.put(`${integration}/relay/marketing${changePath(adSet)}`, {
    data: { type: 'AdSetAudienceLink', attributes: { audienceId: '1' } },
  });

interface Use {
  readonly caller: { readonly type: string };
  readonly reads: number;
  readonly changes: number;
}

/** A key uses a connection through the relay: refused without a grant, then with one. What it did is counted. */
export async function useConnection(parts: {
  readonly api: Api;
  readonly keyApi: Api;
  readonly keyId: string;
  readonly integration: string;
}): Promise<void> {
  const { api, keyApi, keyId, integration } = parts;
  const { accounts } = expected(
    'the accounts of a connection',
    200,
    await api.get<{ accounts: unknown[] }>(`${integration}/accounts`),
  );
  if (accounts.length === 0) throw new Error('the connection has no accounts');
  const refused = await relayedRead(keyApi, integration);
  expected('a relayed read without a grant', 403, refused);
  expected(
    'a grant',
    201,
    await api.post(`${integration}/grants`, { apiKeyId: keyId, access: 'manage', accounts: null }),
  );
  const read = await relayedRead(keyApi, integration);
  expected('a relayed read', 200, read);
  if (read.headers.get('patchbay-relay') !== 'provider')
    throw new Error('the answer of a relayed read is not the provider’s');
  expected('a relayed change', 200, await relayedChange(keyApi, integration, '1'));
  await waitFor(
    async () => {
      const { body } = await api.get<{ uses: Use[] }>(`${integration}/uses`);
      const uses = body.uses.filter(({ caller }) => caller.type === 'api_key');
      const sum = (of: (use: Use) => number): number => uses.reduce((total, use) => total + of(use), 0);
      return sum(({ reads }) => reads) === 1 && sum(({ changes }) => changes) === 1;
    },
    { what: 'the uses of the key: one read and one change', intervalMs: 500 },
  );
}
