import { expect, it } from 'vitest';
import { signal, simulated } from '../simulated.fixture.ts';

it('the publisher of another seat is no_access', async () => {
  const { connector, connect } = await simulated('magnite');
  const { credentials } = await connect();
  await expect(
    connector.verify({ settings: { publisherId: '1' }, credentials }, signal),
  ).rejects.toMatchObject({ reason: 'no_access' });
});

it('requests use the API version of the installation', async () => {
  const provider = await simulated('magnite', { app: { apiVersion: 'v9' } });
  provider.answer({ json: {} });
  await provider.connector.verify(await provider.connect(), signal);
  expect(provider.lines()).toEqual(['GET https://api.rubiconproject.com/analytics/v9/report/']);
});
