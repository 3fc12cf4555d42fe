import { expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { googleAdManager } from './provider.ts';

const signal = new AbortController().signal;
const credentials = lastingCredentials({ accessToken: 'access' });

it.each([{ networkCode: '1' }])(
  'does not find what the settings name and Google does not know: %j',
  async (settings) => {
    const { connector } = scripted(googleAdManager, [
      { status: 404, json: { error: { status: 'NOT_FOUND' } } },
    ]);
    await expect(connector.verify({ settings, credentials }, signal)).rejects.toMatchObject({
      reason: 'account_not_found',
    });
  },
);

it('takes 404 for ours where the settings name nothing: the version is gone', async () => {
  const { connector } = scripted(googleAdManager, [{ status: 404, text: '<html>' }]);
  await expect(connector.verify({ settings: {}, credentials }, signal)).rejects.toMatchObject({
    kind: 'ours',
  });
});
