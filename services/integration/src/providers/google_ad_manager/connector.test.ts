import { expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { googleAdManager } from './provider.ts';

const signal = new AbortController().signal;
const credentials = lastingCredentials({ accessToken: 'access' });

it.each([{ networkCode: '1' }])('a network that Google does not know is not found: %j', async (settings) => {
  const { connector } = scripted(googleAdManager, [
    { status: 404, json: { error: { status: 'NOT_FOUND' } } },
  ]);
  await expect(connector.verify({ settings, credentials }, signal)).rejects.toMatchObject({
    reason: 'account_not_found',
  });
});
