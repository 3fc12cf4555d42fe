import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, type AuditLog, apiAt, firstBrokenLink, trailWhen } from '../api.ts';
import { mailTo, tokenIn } from '../people.ts';

export interface World {
  readonly address: string;
  readonly smtp: TestSmtpServer;
}

const signUp = {
  email: 'ada@acme.example',
  name: 'Ada',
  organizationName: 'Acme',
  organizationSlug: 'acme',
  provider: 'magic-link',
};
const expected = ['organization.created', 'member.added', 'user.signed_in', 'user.updated'];

/** Ids of a request that causes entries of the trail, from the headers of its answer. */
interface Cause {
  readonly requestId: string;
  readonly traceId: string;
}

const causeOf = (headers: Headers): Cause => ({
  requestId: headers.get('x-request-id') ?? '',
  traceId: headers.get('traceparent')?.split('-')[1] ?? '',
});

/** Declares the tests from sign-up to sign-out, for any way to run the platform. Each test depends on those before it. */
export function describeStory(world: () => World): void {
  let api: Api;
  let ada: Api;
  let token: string;
  let verified: Cause;
  let updated: Cause;
  let trail: AuditLog[];

  describe('the story', () => {
    beforeAll(() => {
      api = apiAt(world().address);
    });

    it('a sign-up is answered 202 and mails a link, as text and as HTML', async () => {
      const { status, body } = await api.post('/v1/signup', signUp);
      expect(status).toBe(202);
      expect(body).toEqual({ email: signUp.email, organizationSlug: 'acme', provider: 'magic-link' });
      const mail = await mailTo(world().smtp, signUp.email);
      token = tokenIn(mail);
      expect(mail.text).toContain(token);
      expect(mail.html).toContain(token);
    });

    it("the mail's token gives a session, by cookie and by bearer", async () => {
      const answer = await api.post<{ token: string; user: { email: string } }>(
        '/v1/auth/magic-link/verify',
        { token },
      );
      expect(answer.status).toBe(200);
      expect(answer.body.user).toMatchObject({ email: signUp.email, name: 'Ada', emailVerified: true });
      expect(answer.headers.get('set-cookie')).toMatch(/^patchbay_session=[\w-]+;.*HttpOnly/i);
      ada = api.withSession(answer.body.token);
      verified = causeOf(answer.headers);
      const byCookie = await fetch(`${world().address}/v1/me`, {
        headers: { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' },
      });
      expect(byCookie.status).toBe(200);
    });

    it('the token of a mailed link works once', async () => {
      expect((await api.post('/v1/auth/magic-link/verify', { token })).status).toBe(401);
    });

    it('a person reads and changes the own profile', async () => {
      expect((await ada.get('/v1/me')).body).toMatchObject({ email: signUp.email, name: 'Ada' });
      const answer = await ada.patch('/v1/me', { name: 'Ada Lovelace' });
      expect(answer).toMatchObject({ status: 200, body: { name: 'Ada Lovelace' } });
      updated = causeOf(answer.headers);
      expect((await ada.get('/v1/me')).body).toMatchObject({ name: 'Ada Lovelace' });
    });

    it('a sign-up makes an organization with the person as its admin', async () => {
      const acme = { slug: 'acme', name: 'Acme', role: 'admin', domain: 'acme.example' };
      const { body } = await ada.get<{ organizations: unknown[] }>('/v1/organizations');
      expect(body.organizations).toEqual([expect.objectContaining(acme)]);
      expect((await ada.get('/v1/organizations/acme')).body).toMatchObject(acme);
      expect((await ada.get('/v1/organizations/other')).status).toBe(404);
    });

    it('the trail shows who did what, by which request and in which trace, and when', async () => {
      trail = await trailWhen(ada, 'acme', ({ length }) => length >= expected.length);
      expect(trail.map(({ action }) => action).toSorted()).toEqual(expected.toSorted());
      for (const entry of trail) {
        expect(entry.actor).toMatchObject({ type: 'user', email: signUp.email });
        const cause = entry.action === 'user.updated' ? updated : verified;
        expect(entry).toMatchObject(cause);
      }
      expect(trail.find(({ action }) => action === 'user.updated')?.changes).toEqual([
        { field: 'name', before: 'Ada', after: 'Ada Lovelace' },
      ]);
    });

    it('the chain of the trail is intact, for us and for whoever computes it again', async () => {
      expect(firstBrokenLink(trail)).toBeUndefined();
      const { body } = await ada.get('/v1/organizations/acme/audit-logs/verify');
      expect(body).toEqual({
        intact: true,
        checked: trail.length,
        firstBrokenSequence: null,
        nextSequence: null,
      });
    });

    it('the next request after a sign-out is answered 401', async () => {
      expect((await ada.post('/v1/auth/sign-out')).status).toBe(204);
      expect((await ada.get('/v1/me')).status).toBe(401);
    });
  });
}
