import { testServers } from '@patchbay/testing/servers';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { invite, signIn, signUpAndIn } from '../people.ts';
import { type Stack, startStack } from '../stack.ts';

let smtp: TestSmtpServer;
let stack: Stack;
let here: Api;
let there: Api;

beforeAll(async () => {
  smtp = await createSmtpServer();
  stack = await startStack({ ...testServers(), smtpUrl: smtp.url });
  here = apiAt(stack.address);
  there = apiAt(await stack.startSecondGateway());
});
afterAll(async () => {
  await stack?.stop();
  await smtp?.stop();
});

const acme = { email: 'ada@acme.example', name: 'Ada', organizationName: 'Acme', organizationSlug: 'acme' };

describe('with two gateways, what one was told holds at the other on the very next request', () => {
  let ada: string;
  let bob: { token: string; userId: string };
  let bobsKey: string;

  beforeAll(async () => {
    ada = await signUpAndIn(here, smtp, acme);
    await invite(here.as(ada), '/v1/organizations/acme', { email: 'bob@elsewhere.example', role: 'admin' });
    bob = await signIn(here, smtp, 'bob@elsewhere.example');
    const { body } = await here.as(bob.token).get<{ invitations: { id: string }[] }>('/v1/me/invitations');
    await here.as(bob.token).post(`/v1/me/invitations/${body.invitations[0]?.id}/accept`);
  });

  it('a session that was revoked, also under a stream of requests', async () => {
    for (let round = 0; round < 10; round += 1) {
      const session = await signIn(here, smtp, acme.email);
      const before = await Promise.all(
        Array.from({ length: 10 }, () => there.as(session.token).get('/v1/me')),
      );
      expect(before.map(({ status }) => status)).toEqual(Array(10).fill(200));
      const { body } = await there.as(session.token).get<{ session: { id: string } }>('/v1/auth/session');
      expect((await here.as(ada).delete(`/v1/auth/sessions/${body.session.id}`)).status).toBe(204);
      const after = await Promise.all(
        Array.from({ length: 10 }, () => there.as(session.token).get('/v1/me')),
      );
      expect(after.map(({ status }) => status)).toEqual(Array(10).fill(401));
    }
  });

  it.each(['disable', 'revoke'])('an API key after its %s', async (verb) => {
    const created = await here.as(ada).post<{ id: string; key: string }>('/v1/organizations/acme/api-keys', {
      name: verb,
      level: 'organization',
      role: 'viewer',
    });
    const { id, key } = created.body;
    expect((await there.withKey(key).get('/v1/organizations/acme')).status).toBe(200);
    expect((await here.as(ada).post(`/v1/organizations/acme/api-keys/${id}/${verb}`)).status).toBe(200);
    expect((await there.withKey(key).get('/v1/organizations/acme')).status).toBe(401);
  });

  it('a key of a person, until that person is removed', async () => {
    const mine = await here
      .as(bob.token)
      .post<{ key: string }>('/v1/organizations/acme/api-keys', { name: 'mine', level: 'user' });
    bobsKey = mine.body.key;
    expect((await there.withKey(bobsKey).get('/v1/me')).body).toMatchObject({ id: bob.userId });
  });

  it('a role that was taken', async () => {
    const rename = (name: string) => there.as(bob.token).patch('/v1/organizations/acme', { name });
    expect((await rename('Acme Inc')).status).toBe(200);
    const demoted = await here
      .as(ada)
      .patch(`/v1/organizations/acme/members/${bob.userId}`, { role: 'viewer' });
    expect(demoted.status).toBe(200);
    expect((await rename('Acme Ltd')).status).toBe(403);
    expect((await there.as(bob.token).get('/v1/organizations/acme')).body).toMatchObject({ role: 'viewer' });
  });

  it('a membership that was ended', async () => {
    expect((await there.as(bob.token).get('/v1/organizations/acme')).status).toBe(200);
    expect((await here.as(ada).delete(`/v1/organizations/acme/members/${bob.userId}`)).status).toBe(204);
    expect((await there.as(bob.token).get('/v1/organizations/acme')).status).toBe(404);
    expect((await there.as(bob.token).get('/v1/me')).status).toBe(200);
    expect((await there.withKey(bobsKey).get('/v1/me')).status).toBe(401);
  });
});
