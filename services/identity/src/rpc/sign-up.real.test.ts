import type { Database } from '@patchbay/database/pool';
import { callAs } from '@patchbay/rpc/client';
import { anonymousContext } from '@patchbay/testing/callers';
import { escapeIdentifier } from 'pg';
import { describe, expect, it } from 'vitest';
import {
  anonymously,
  newDomain,
  portalUrl,
  sharedIdentity,
  signUpAndIn,
  signUpOf,
  tokenIn,
} from '../test-bed.fixture.ts';

const identity = await sharedIdentity();

/** The bytes of every value in every table of the schema, by table name. */
async function everythingIn({ pool }: Database): Promise<Map<string, Buffer[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  );
  const everything = new Map<string, Buffer[]>();
  for (const { name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from ${escapeIdentifier(name)}`);
    const bytes = (value: unknown) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
    everything.set(
      name,
      rows.flatMap((row) => Object.values(row).map(bytes)),
    );
  }
  return everything;
}

/** The tables that hold a token in plain: as its text, or as the bytes that it encodes. */
function tablesHolding(token: string, everything: Map<string, Buffer[]>): string[] {
  const forms = [Buffer.from(token), Buffer.from(token, 'base64url')];
  const holds = (value: Buffer) => forms.some((form) => value.includes(form));
  return [...everything].filter(([, values]) => values.some(holds)).map(([name]) => name);
}

describe('signUp', () => {
  const hasLink = async (email: string) => {
    const { rows } = await identity.db.pool.query('select from sign_in_links where email = $1', [email]);
    return rows.length === 1;
  };

  it('a sign-up is acknowledged and mails one link, in text and in HTML', async () => {
    const email = `ada@${newDomain()}`;
    const signUp = signUpOf(email);
    expect(await identity.client.signUp(signUp, anonymously())).toMatchObject({
      email,
      organizationSlug: signUp.organizationSlug,
      provider: 'magic-link',
    });
    const mail = await identity.nextMailTo(email);
    const link = `${portalUrl}/sign-in/verify?token=${tokenIn(mail)}`;
    expect(mail).toMatchObject({
      from: 'no-reply@patchbay.example',
      to: [email],
      subject: 'Finish signing up for Patchbay',
    });
    // The person sees what the link creates, and whether it was they who asked for it.
    for (const part of [mail.text, mail.html]) expect(part).toContain('creates the organization “Acme”');
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain(`href="${link}"`);
  });

  it('verifying the link of a sign-up creates the organization, with the person as the actor', async () => {
    const email = `ada@${newDomain()}`;
    const context = anonymousContext();
    const { organizationSlug: slug } = await identity.client.signUp(signUpOf(email), anonymously());
    const token = tokenIn(await identity.nextMailTo(email));
    const { user, callbackUrl } = await identity.client.verifySignInLink({ token }, callAs(context));
    expect(user).toMatchObject({ email, name: 'Ada Lovelace', emailVerified: true, role: 'user' });
    expect(callbackUrl).toBe(portalUrl);

    const { rows } = await identity.organizationDb.pool.query<{ id: string; role: string }>(
      'select o.id, m.role from organizations o join members m on m.organization_id = o.id where o.slug = $1',
      [slug],
    );
    expect(rows).toMatchObject([{ role: 'admin' }]);
    const events = await identity.organizationEventsOf(rows[0]?.id ?? '');
    expect(events.map(({ action }) => action)).toEqual(['organization.created', 'member.added']);
    for (const { actor, ipAddress, requestId } of events) {
      expect(actor).toMatchObject({ type: 'user', id: user?.id, email });
      expect({ ipAddress, requestId }).toEqual({
        ipAddress: context.ipAddress,
        requestId: context.requestId,
      });
    }
  });

  it('a sign-up that continues at a provider is parked without a mail', async () => {
    const email = `ada@${newDomain()}`;
    await identity.client.signUp({ ...signUpOf(email), provider: 'google' }, anonymously());
    expect(await hasLink(email)).toBe(false);
    const { rows } = await identity.organizationDb.pool.query(
      'select name from parked_sign_ups where email = $1',
      [email],
    );
    expect(rows).toEqual([{ name: 'Ada Lovelace' }]);
  });

  it('a sign-up that organization refuses is refused with the same text, and mails nothing', async () => {
    const domain = newDomain();
    await signUpAndIn(identity, `ada@${domain}`);
    const colleague = signUpOf(`grace@${domain}`);
    await expect(identity.client.signUp(colleague, anonymously())).rejects.toMatchObject({
      code: 'conflict',
      publicText: expect.stringContaining(`There is already an organization for ${domain}`) as string,
    });
    const mailbox = { ...signUpOf('ada@gmail.com'), organizationSlug: 'a-mailbox' };
    await expect(identity.client.signUp(mailbox, anonymously())).rejects.toMatchObject({
      code: 'invalid',
      problems: [{ path: 'email' }],
    });
    expect([await hasLink(colleague.email), await hasLink(mailbox.email)]).toEqual([false, false]);
  });

  it.each([
    ['name', 'two\nlines', 'must not contain control characters'],
    [
      'organizationSlug',
      '-acme',
      'must be lower-case letters, digits and hyphens, not beginning with a hyphen',
    ],
  ])(
    'a sign-up with the malformed %s %j is refused before organization is called, and mails nothing',
    async (path, text, message) => {
      const email = `ada@${newDomain()}`;
      const isolated = await identity.startAnother('unreachable');
      try {
        await expect(
          isolated.client.signUp({ ...signUpOf(email), [path]: text }, anonymously()),
        ).rejects.toMatchObject({ code: 'invalid', problems: [{ path, message }] });
      } finally {
        await isolated.stop();
      }
      expect(await hasLink(email)).toBe(false);
    },
  );

  it('a sign-up while organization is unavailable fails and mails nothing', async () => {
    const email = `ada@${newDomain()}`;
    const isolated = await identity.startAnother('unreachable');
    try {
      await expect(isolated.client.signUp(signUpOf(email), anonymously())).rejects.toMatchObject({
        code: 'unavailable',
      });
    } finally {
      await isolated.stop();
    }
    expect(await hasLink(email)).toBe(false);
  });

  it('a sign-up stores no token of its link, its session or its waiting mail in plain text', async () => {
    const email = `ada@${newDomain()}`;
    const { db, smtp, client } = identity;
    await smtp.stop();
    await client.signUp(signUpOf(email), anonymously());
    await identity.runDue('mails of identity');
    const whileWaiting = await everythingIn(db);
    await smtp.start();
    await identity.clock.jump(60_000);
    const linkToken = tokenIn(await identity.nextMailTo(email));
    const { sessionToken } = await client.verifySignInLink({ token: linkToken }, anonymously());
    const signedIn = await everythingIn(db);

    expect(whileWaiting.get('mails')?.length).toBeGreaterThan(0);
    expect(signedIn.get('outbox')?.length).toBeGreaterThan(0);
    expect(tablesHolding(email, whileWaiting).toSorted()).toEqual(['mails', 'sign_in_links']);
    expect(tablesHolding(linkToken, whileWaiting)).toEqual([]);
    expect(tablesHolding(linkToken, signedIn)).toEqual([]);
    expect(tablesHolding(sessionToken, signedIn)).toEqual([]);
  });
});
