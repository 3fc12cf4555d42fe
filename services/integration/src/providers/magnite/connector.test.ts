import { expect, it } from 'vitest';
import { signal, simulated } from '../simulated.fixture.ts';

it('keeps the key as entered: it does not end, and nothing is called for it', async () => {
  const { logIn, ways, requests } = await simulated('magnite');
  expect((await logIn()).credentials).toEqual({
    secrets: ways[0].fields,
    expiresAt: null,
    renewAt: null,
    endsAt: null,
  });
  expect(requests).toEqual([]);
});

it('has no access to a publisher of somebody else', async () => {
  const { connector, logIn } = await simulated('magnite');
  const { credentials } = await logIn();
  await expect(
    connector.verify({ settings: { publisherId: '1' }, credentials }, signal),
  ).rejects.toMatchObject({ reason: 'no_access' });
});
