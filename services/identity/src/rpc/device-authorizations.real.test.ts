import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Failure } from '@patchbay/errors/failure';
import type { CallerContext } from '@patchbay/rpc/caller';
import { callAs } from '@patchbay/rpc/client';
import { anonymousContext } from '@patchbay/testing/callers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anonymously,
  authenticate,
  callAsUser,
  isLive,
  portalUrl,
  requestedToken,
  type SignedIn,
  sharedIdentity,
  signUpAndIn,
  type TestIdentity,
} from '../test-bed.fixture.ts';

const identity = await sharedIdentity();

const error = (value: string) => ({ case: 'error', value });
const notFound = { code: 'not_found', reason: 'user_code_unknown' };

describe('device authorization', () => {
  let ada: SignedIn;
  let device: Awaited<ReturnType<TestIdentity['client']['startDeviceAuthorization']>>;

  beforeEach(async () => {
    ada = await signUpAndIn(identity);
    device = await identity.client.startDeviceAuthorization({}, anonymously());
  });

  const decide = (approve: boolean, { person = ada, userCode = device.userCode } = {}) =>
    identity.client.decideDeviceAuthorization({ userCode, approve }, callAsUser(person));
  const poll = async (context: CallerContext = anonymousContext(), { deviceCode } = device) => {
    const options = callAs(context);
    return (await identity.client.pollDeviceAuthorization({ deviceCode }, options)).outcome;
  };
  const pass = (seconds: number) => identity.clock.advance(seconds * 1_000);
  const sessions = async () => (await identity.client.listSessions({}, callAsUser(ada))).sessions;
  const look = (userCode: string) => identity.client.getDeviceAuthorization({ userCode }, callAsUser(ada));
  const decideOn = (userCode: string) => decide(true, { userCode });
  const wrongCode = () => decide(true, { userCode: 'BBBB-BBBB' });

  it('a device gets a secret code and a code that people can type', () => {
    expect(device).toMatchObject({
      verificationUri: `${portalUrl}/device`,
      verificationUriComplete: `${portalUrl}/device?user_code=${device.userCode}`,
      expiresIn: 600,
      interval: 5,
    });
    expect(Buffer.from(device.deviceCode, 'base64url')).toHaveLength(32);
    expect(device.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  });

  it('the secret code of a device is not stored in plain text', async () => {
    const { rows } = await identity.db.pool.query<{ row: string }>(
      "select t::text || encode(device_code_digest, 'escape') as row from device_authorizations t",
    );
    const bits = Buffer.from(device.deviceCode, 'base64url').toString('hex');
    for (const { row } of rows) {
      expect(row).not.toContain(device.deviceCode);
      expect(row).not.toContain(bits);
    }
  });

  it('a device waits until somebody decides', async () => {
    expect(await poll()).toEqual(error('authorization_pending'));
    await pass(5);
    expect(await poll()).toEqual(error('authorization_pending'));
  });

  it('a device that polls too soon must slow down by five seconds each time', async () => {
    await poll();
    expect(await poll()).toEqual(error('slow_down'));
    await pass(9);
    expect(await poll()).toEqual(error('slow_down'));
    await pass(15);
    expect(await poll()).toEqual(error('authorization_pending'));
  });

  it('a device that was approved gets a session of the person, with its own address and user agent', async () => {
    await poll();
    await decide(true);
    const context = { ...anonymousContext(), ipAddress: '198.51.100.9', userAgent: 'patchbay-cli/1.0' };
    const outcome = await poll(context);
    if (outcome.case !== 'approved') throw new Error(`not approved: ${outcome.value}`);
    const { sessionToken, session, user } = outcome.value;
    expect(user).toEqual(ada.user);
    expect(session).toMatchObject({ ipAddress: '198.51.100.9', userAgent: 'patchbay-cli/1.0' });
    expect(session?.id).not.toBe(ada.session.id);
    expect((await authenticate(identity, sessionToken)).session?.id).toBe(session?.id);
    expect((await identity.eventsOf(ada.user.id)).at(-1)).toMatchObject({
      action: 'user.signed_in',
      actor: { type: 'user', id: ada.user.id },
      metadata: { sessionId: session?.id, method: 'device' },
      ipAddress: '198.51.100.9',
    });
  });

  it('a device that was denied is refused for good', async () => {
    await decide(false);
    expect(await poll()).toEqual(error('access_denied'));
    expect(await poll()).toEqual(error('access_denied'));
    expect(await sessions()).toHaveLength(1);
  });

  it('fifty concurrent polls of a device get one session', async () => {
    await decide(true);
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => poll()));
    // On a busy machine some calls time out waiting for a connection: they fail with `unavailable` and open no session.
    const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Failure)));
    const answers = outcomes.map((outcome) => ('case' in outcome ? outcome.case : outcome.code));
    expect(answers.filter((answer) => answer === 'approved')).toHaveLength(1);
    expect(new Set(answers)).not.toContain('internal');
    expect(await poll()).toEqual(error('unknown_code'));
    expect(await sessions()).toHaveLength(2);
    const events = await identity.eventsOf(ada.user.id);
    expect(events.map(({ action }) => action)).toEqual(['user.signed_in', 'user.signed_in']);
  });

  it('a device with an unknown code is not found, and with an old one has expired after ten minutes', async () => {
    expect(await poll(anonymousContext(), { ...device, deviceCode: 'x' })).toEqual(error('unknown_code'));
    expect(await poll(anonymousContext(), { ...device, deviceCode: device.userCode })).toEqual(
      error('unknown_code'),
    );
    await decide(true);
    await pass(600);
    expect(await poll()).toEqual(error('expired_token'));
  });

  it('a device cannot be decided on twice, after its expiry or after it got its session', async () => {
    await decide(false);
    await expect(decide(true)).rejects.toMatchObject(notFound);
    expect(await poll()).toEqual(error('access_denied'));

    device = await identity.client.startDeviceAuthorization({}, anonymously());
    await pass(600);
    await expect(decide(true)).rejects.toMatchObject(notFound);

    device = await identity.client.startDeviceAuthorization({}, anonymously());
    await decide(true);
    await poll();
    await expect(decide(true)).rejects.toMatchObject(notFound);
  });

  it('of many concurrent decisions on a device one counts', async () => {
    const outcomes = await Promise.allSettled([true, false, true, false].map((approve) => decide(approve)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a device gets no session after the session that approved it has ended', async () => {
    await decide(true);
    await identity.client.revokeSession({ sessionId: ada.session.id }, callAsUser(ada));
    expect(await poll()).toEqual(error('access_denied'));
    expect(await sessions()).toEqual([]);
  });

  it('a device gets its session although another session of the person has ended', async () => {
    const token = await requestedToken(identity, ada.user.email);
    const other = await identity.client.verifySignInLink({ token }, anonymously());
    await decide(true);
    await identity.client.revokeSession({ sessionId: other.session?.id ?? '' }, callAsUser(ada));
    expect(await poll()).toMatchObject({ case: 'approved' });
  });

  it('the fifth wrong user code ends the session, which is recorded', async () => {
    for (let tries = 0; tries < 4; tries += 1) await expect(wrongCode()).rejects.toMatchObject(notFound);
    expect(await isLive(identity, ada)).toBe(true);
    await expect(wrongCode()).rejects.toMatchObject(notFound);
    expect(await isLive(identity, ada)).toBe(false);
    const events = await identity.eventsOf(ada.user.id);
    expect(events.map(({ action }) => action)).toEqual(['user.signed_in', 'session.revoked']);
    expect(events[1]).toMatchObject({
      target: { type: 'session', id: ada.session.id },
      metadata: { reason: 'wrong_user_codes' },
    });
  });

  it.each(['unknown', 'decided', 'expired', 'impossible'])(
    'five user codes that are %s end the session, whether they are looked up or decided on',
    async (kind) => {
      const userCode = { unknown: 'BBBB-BBBB', impossible: 'AEIOU' }[kind] ?? device.userCode;
      if (kind === 'decided') await decide(false);
      if (kind === 'expired') await pass(600);
      for (const attempt of [look, decideOn, look, decideOn, look]) {
        expect(await isLive(identity, ada)).toBe(true);
        await expect(attempt(userCode)).rejects.toMatchObject(notFound);
      }
      expect(await isLive(identity, ada)).toBe(false);
    },
  );

  it('guesses in progress are not looked up after the session has ended', async () => {
    const guesses = ['BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'FFFF-FFFF', 'GGGG-GGGG'];
    for (const guess of guesses) await expect(look(guess)).rejects.toMatchObject(notFound);
    // The gateway authenticated these before the fifth guess had ended the session.
    await expect(look(device.userCode)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(decide(true)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await poll()).toEqual(error('authorization_pending'));
  });

  it('of thirty concurrent guesses five are looked up', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => look('BBBB-BBBB')));
    const codes = outcomes.map(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as Failure).code,
    );
    expect(codes.filter((code) => code === 'not_found')).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(['not_found', 'unauthenticated']));
    const events = await identity.eventsOf(ada.user.id);
    expect(events.filter(({ action }) => action === 'session.revoked')).toHaveLength(1);
  });

  it('the person who decides sees who asks until the decision', async () => {
    const context = { ...anonymousContext(), ipAddress: '198.51.100.9', userAgent: 'patchbay-cli/1.0' };
    const { userCode } = await identity.client.startDeviceAuthorization({}, callAs(context));
    for (const typed of [userCode, userCode.toLowerCase().replace('-', ' ')]) {
      const shown = await look(typed);
      expect(shown).toMatchObject({ userCode, ipAddress: '198.51.100.9', userAgent: 'patchbay-cli/1.0' });
      expect(Number(shown.expiresAt?.seconds) - Number(shown.createdAt?.seconds)).toBe(600);
      expect(shown.createdAt).toEqual(timestampFromDate(identity.clock.now()));
    }
    await decideOn(userCode);
    await expect(look(userCode)).rejects.toMatchObject(notFound);
  });

  it('a device waits while organization is unavailable and gets its session when it is back', async () => {
    await decide(true);
    const isolated = await identity.startAnother('unreachable');
    try {
      const { deviceCode } = device;
      await expect(
        isolated.client.pollDeviceAuthorization({ deviceCode }, anonymously()),
      ).rejects.toMatchObject({
        code: 'unavailable',
      });
    } finally {
      await isolated.stop();
    }
    expect(await poll()).toMatchObject({ case: 'approved' });
  });
});
