import { createMailQueue } from '@patchbay/mail/queue';
import { operatePlatform } from '@patchbay/service/main-operate';
import { runOperate } from '@patchbay/service/operate';
import { describe, expect, it } from 'vitest';
import { assertion, confirmWith, registerPasskey } from '../rpc/passkeys.fixture.ts';
import { newAccount, sharedWithProviders } from '../rpc/provider-sign-in.fixture.ts';
import {
  anonymously,
  callAsUser,
  isLive,
  portalUrl,
  requestedToken,
  type SignedIn,
  signUpAndIn,
} from '../test-bed.fixture.ts';
import { operate } from './operate.ts';

const bed = await sharedWithProviders();
const { identity } = bed;

const operator = { by: 'Olga Ops', reason: 'ticket 7' };
const given = ['--by', operator.by, '--reason', operator.reason];

describe('main-operate of identity', () => {
  const platform = operatePlatform('identity', identity.db, () => ({
    mails: createMailQueue({ sealer: identity.sealer, clock: identity.clock }),
    portalUrl,
  }));

  const run = async (...args: string[]) => {
    const [printed, errors]: [string[], string[]] = [[], []];
    const code = await runOperate(args, operate, {
      open: () => ({ platform, close: async () => {} }),
      print: (text) => void printed.push(text),
      printError: (text) => void errors.push(text),
    });
    return { code, printed: printed.join('\n'), errors: errors.join('\n') };
  };
  const signInAgain = async ({ user }: SignedIn) => {
    const token = await requestedToken(identity, user.email);
    return identity.client.verifySignInLink({ token }, anonymously());
  };
  /** The events since the sign-up. */
  const eventsOf = async ({ user }: SignedIn) => (await identity.eventsOf(user.id)).slice(1);
  const inspected = {
    action: 'user.inspected',
    actor: { type: 'system' },
    requestId: '',
    metadata: { operator },
  };

  it('show prints sessions and passkeys without a secret, and is recorded', async () => {
    const ada = await signUpAndIn(identity);
    await identity.db.pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, name, transports, backed_up, created_at)
       values (gen_random_uuid(), $1, 'credential', 'public key', 0, 'Laptop', '{}', false, now())`,
      [ada.user.id],
    );
    const { code, printed } = await run('person', 'show', ada.user.email, ...given, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toEqual({
      done: `What identity knows about ${ada.user.email}:`,
      id: ada.user.id,
      email: ada.user.email,
      name: ada.user.name,
      emailVerified: true,
      createdAt: expect.stringMatching(/Z$/),
      suspendedAt: null,
      suspendedReason: null,
      signInProviders: [],
      sessions: [
        {
          id: ada.session.id,
          method: 'link',
          createdAt: expect.any(String),
          authenticatedAt: expect.any(String),
          lastSeenAt: expect.any(String),
          expiresAt: expect.any(String),
          ipAddress: expect.anything(),
          userAgent: expect.anything(),
        },
      ],
      passkeys: [{ id: expect.any(String), name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null }],
    });
    expect(printed).not.toContain(ada.sessionToken);
    expect(await eventsOf(ada)).toMatchObject([
      { ...inspected, target: { type: 'user', id: ada.user.id, name: ada.user.name } },
    ]);
  });

  it('show prints characters that a terminal obeys as escapes', async () => {
    const ada = await signUpAndIn(identity);
    await identity.db.pool.query('update sessions set user_agent = $2 where user_id = $1', [
      ada.user.id,
      'x\u001b[2J\u009b2J\u202e',
    ]);
    const { printed } = await run('person', 'show', ada.user.email, ...given);
    expect(printed).toContain(String.raw`"x\u001b[2J\u009b2J\u202e"`);
    expect(printed).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it('sign-out ends every session, each in the trail, and the person can sign in again', async () => {
    const ada = await signUpAndIn(identity);
    const second = await signInAgain(ada);
    const { code, printed } = await run('person', 'sign-out', ada.user.email.toUpperCase(), ...given);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringContaining('Ended 2 sessions'),
    });
    expect(await Promise.all([ada, second].map((one) => isLive(identity, one)))).toEqual([false, false]);
    const revoked = (await eventsOf(ada)).slice(1);
    expect(revoked).toHaveLength(2);
    expect(new Set(revoked.map(({ target }) => target?.id))).toEqual(
      new Set([ada.session.id, second.session?.id]),
    );
    for (const event of revoked)
      expect(event).toMatchObject({
        action: 'session.revoked',
        actor: { type: 'system' },
        metadata: { reason: 'operator', email: ada.user.email, operator },
      });
    expect(await isLive(identity, await signInAgain(ada))).toBe(true);
  });

  it('sign-out of a person without sessions is recorded as a look', async () => {
    const ada = await signUpAndIn(identity);
    await identity.client.signOut({}, callAsUser(ada));
    expect(await run('person', 'sign-out', ada.user.email, ...given)).toMatchObject({ code: 0 });
    expect((await eventsOf(ada)).at(-1)).toMatchObject(inspected);
  });

  it('suspend ends the sessions and refuses sign-ins until resume', async () => {
    const ada = await signUpAndIn(identity);
    const suspended = await run('person', 'suspend', ada.user.email, ...given, '--json');
    expect(suspended.code).toBe(0);
    expect(JSON.parse(suspended.printed)).toMatchObject({
      suspendedReason: operator.reason,
      sessionsEnded: 1,
    });
    expect(await isLive(identity, ada)).toBe(false);
    await expect(signInAgain(ada)).rejects.toMatchObject({
      code: 'unauthenticated',
      publicText: expect.stringContaining('suspended'),
    });
    expect(await eventsOf(ada)).toMatchObject([
      { action: 'user.suspended', actor: { type: 'system' }, metadata: { operator } },
      { action: 'session.revoked', metadata: { reason: 'operator', operator } },
    ]);

    expect(await run('person', 'resume', ada.user.email, ...given)).toMatchObject({ code: 0 });
    expect(await isLive(identity, await signInAgain(ada))).toBe(true);
    expect((await eventsOf(ada)).map(({ action }) => action)).toEqual([
      'user.suspended',
      'session.revoked',
      'user.resumed',
      'user.signed_in',
    ]);
  });

  it('a suspended person does not sign in with a provider', async () => {
    const ada = await signUpAndIn(identity);
    const account = newAccount({ email: ada.user.email, email_verified: true });
    await run('person', 'suspend', ada.user.email, ...given);
    expect((await bed.signIn('google', account)).outcome).toEqual({
      case: 'error',
      value: 'account_suspended',
    });
  });

  it('a device that was approved before a suspension is refused after it', async () => {
    const ada = await signUpAndIn(identity);
    const { deviceCode, userCode } = await identity.client.startDeviceAuthorization({}, anonymously());
    await identity.client.decideDeviceAuthorization({ userCode, approve: true }, callAsUser(ada));
    await run('person', 'suspend', ada.user.email, ...given);
    expect(await identity.client.pollDeviceAuthorization({ deviceCode }, anonymously())).toMatchObject({
      outcome: { case: 'error', value: 'access_denied' },
    });
  });

  it('a second suspension and a resume of somebody who is not suspended change nothing, and are recorded', async () => {
    const ada = await signUpAndIn(identity);
    expect(await run('person', 'resume', ada.user.email, ...given)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('is not suspended'),
    });
    await run('person', 'suspend', ada.user.email, ...given);
    const again = await run('person', 'suspend', ada.user.email, '--by', 'Otto', '--reason', 'another');
    expect(again.printed).toContain('is suspended already');
    expect(again.printed).toContain(`suspendedReason: "${operator.reason}"`);
    expect((await eventsOf(ada)).map(({ action }) => action)).toEqual([
      'user.inspected',
      'user.suspended',
      'session.revoked',
      'user.inspected',
    ]);
  });

  it('reset-passkeys deletes every passkey, each in the trail, mails the person, and lets any session register the first one', async () => {
    const ada = await signUpAndIn(identity);
    const { authenticator } = await registerPasskey(identity, ada);
    await confirmWith(identity, ada, authenticator);
    await registerPasskey(identity, ada);
    const { code, printed } = await run('person', 'reset-passkeys', ada.user.email, ...given, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      done: expect.stringContaining('Deleted 2 passkeys'),
      email: ada.user.email,
      passkeysDeleted: 2,
    });
    const deleted = {
      action: 'passkey.deleted',
      userId: ada.user.id,
      actor: { type: 'system' },
      requestId: '',
      target: { type: 'passkey', name: 'Laptop' },
      metadata: { operator },
    };
    const events = await eventsOf(ada);
    expect(events.slice(-2)).toMatchObject([deleted, deleted]);
    expect(events.at(-1)?.occurredAt).toEqual(events.at(-2)?.occurredAt);
    const mail = await identity.nextMailTo(ada.user.email);
    expect(mail.text).toContain('has deleted all 2 passkeys of your account');
    expect(mail.text).toContain(`${portalUrl}/account`);
    const signed = await assertion(identity, authenticator);
    await expect(identity.passkeys.verifyPasskeySignIn({ assertion: signed })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await isLive(identity, ada)).toBe(true);
    const again = await signInAgain(ada);
    if (again.session === undefined || again.user === undefined) throw new Error('no session');
    await registerPasskey(identity, { ...again, session: again.session, user: again.user });
  });

  it('reset-passkeys of a person without one is recorded as a look, and mails nobody', async () => {
    const ada = await signUpAndIn(identity);
    expect(await run('person', 'reset-passkeys', ada.user.email, ...given)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('has no passkey. Nothing was changed.'),
    });
    expect(await eventsOf(ada)).toMatchObject([inspected]);
    const { rows } = await identity.db.pool.query('select 1 from mails where recipient = $1', [
      ada.user.email,
    ]);
    expect(rows).toEqual([]);
  });

  it('no passkey is deleted where the mail cannot be queued', async () => {
    const ada = await signUpAndIn(identity);
    await registerPasskey(identity, ada);
    const broken = operatePlatform('identity', identity.db, () => {
      throw new Error('SEALING_KEYS is missing');
    });
    await expect(operate.handlers['reset-passkeys'](broken, ada.user.email, operator)).rejects.toThrow(
      'SEALING_KEYS',
    );
    expect((await identity.passkeys.listPasskeys({}, callAsUser(ada))).passkeys).toHaveLength(1);
    expect((await eventsOf(ada)).map(({ action }) => action)).toEqual(['passkey.created']);
  });

  it('a command about an unknown address ends with 3', async () => {
    expect(await run('person', 'suspend', 'nobody@nowhere.example', ...given)).toEqual({
      code: 3,
      printed: '',
      errors: 'There is no person with the address nobody@nowhere.example.',
    });
  });
});
