import { expect, it } from 'vitest';
import { signal, simulated } from '../simulated.fixture.ts';

it('a member that is not in the list is not found', async () => {
  const { connector, connect } = await simulated('microsoft_monetize');
  const { credentials } = await connect();
  await expect(connector.verify({ settings: { memberId: '1' }, credentials }, signal)).rejects.toMatchObject({
    reason: 'account_not_found',
  });
});

it('a token has no end: a new login is made only when the token is refused', async () => {
  const { connect } = await simulated('microsoft_monetize');
  const { credentials } = await connect();
  expect(credentials).toMatchObject({ expiresAt: null, renewAt: null, endsAt: null });
});

it('a throttled request waits as long as the answer says', async () => {
  const provider = await simulated('microsoft_monetize');
  const { connector, connect } = provider;
  const { credentials } = await connect();
  provider.answer({ status: 503, headers: { 'x-ratelimit-code': '1', 'retry-after': '60' } });
  await expect(connector.verify({ settings: {}, credentials }, signal)).rejects.toMatchObject({
    reason: 'rate_limited',
    retryAfterMs: 60_000,
  });
});

it.each([
  ['NOAUTH_DISABLED', 'no_access', 'The user is deactivated there'],
  ['NOAUTH_EXPIRED', 'ended', "The user's password has expired"],
])('the failure %s says what to do', async (errorId, reason, hint) => {
  const provider = await simulated('microsoft_monetize');
  provider.answer({ json: { response: { error_id: errorId } } });
  await expect(provider.connect()).rejects.toMatchObject({
    reason,
    hint: expect.stringContaining(hint),
  });
});
