import { expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { googleDv360 } from './provider.ts';

const signal = new AbortController().signal;
const credentials = lastingCredentials({ accessToken: 'access' });

it.each([{ partnerId: '1' }, { advertiserId: '2' }])(
  'a partner or advertiser that Google does not know is not found: %j',
  async (settings) => {
    const { connector } = scripted(googleDv360, [{ status: 404, json: { error: { status: 'NOT_FOUND' } } }]);
    await expect(connector.verify({ settings, credentials }, signal)).rejects.toMatchObject({
      reason: 'account_not_found',
    });
  },
);

it('a 404 without an id in the settings is a fault of this installation: the API version is gone', async () => {
  const { connector } = scripted(googleDv360, [{ status: 404, text: '<html>' }]);
  await expect(connector.verify({ settings: {}, credentials }, signal)).rejects.toMatchObject({
    kind: 'ours',
  });
});
