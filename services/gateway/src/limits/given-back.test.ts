import { conflict, type Failure, invalid, unavailable } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { post, startGateway } from '../testing/gateway.ts';

const link = '/v1/auth/magic-link';
const email = 'ada@acme.example';
const signUp = {
  email,
  name: 'Ada',
  organizationName: 'Acme',
  organizationSlug: 'acme',
  provider: 'magic-link',
};
const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });
const json = { 'content-type': 'application/json' };

describe('a refused request', () => {
  it.each([
    ['an untrusted callbackURL', post({ email, callbackURL: 'https://evil.example' }), 400],
    ['broken JSON', { method: 'POST', headers: json, body: `{"email":"${email}"` }, 400],
    ['another media type', post({ email }, { 'content-type': 'text/plain' }), 415],
    ['a body that is too large', post({ email, callbackURL: 'x'.repeat(300_000) }), 413],
  ])('a request with %s counts for its address, not for the email in it', async (_, request, status) => {
    const { fetch } = await startGateway({ limits: { signInLinkPerEmail: perMinute(1) } });
    for (let index = 0; index < 3; index += 1) {
      const refused = await fetch(link, request);
      expect(refused.status).toBe(status);
      expect(refused.headers.get('ratelimit-policy')).not.toContain('signInLinkPerEmail');
    }
    const valid = await fetch(link, post({ email }));
    expect(valid.status).toBe(202);
    expect(valid.headers.get('ratelimit')).toMatch(/"signInLinkPerAddress";r=26;.*"signInLinkPerEmail";r=0;/);
    expect((await fetch(link, post({ email }))).status).toBe(429);
  });

  const signUpRefusedWith = (failure: Failure) =>
    startGateway({
      limits: { signUpPerEmail: perMinute(1), signUpPerAddress: perMinute(4) },
      implementations: {
        identity: {
          signUp(request) {
            if (request.organizationSlug === 'taken') throw failure;
            return {
              email: request.email,
              organizationSlug: request.organizationSlug,
              provider: 'magic-link',
            };
          },
        },
      },
    });
  const taken = post({ ...signUp, organizationSlug: 'taken' });

  it.each([
    ['a public mailbox', invalid({ path: 'email', message: 'must be a work email' }), 400],
    ['a slug that is taken', conflict('The slug is taken.'), 409],
  ])('a request that the service refuses for %s counts for the address alone', async (_, failure, status) => {
    const { fetch } = await signUpRefusedWith(failure);
    expect((await fetch('/v1/signup', taken)).status).toBe(status);
    expect((await fetch('/v1/signup', taken)).status).toBe(status);
    expect((await fetch('/v1/signup', post(signUp))).status).toBe(202);
    expect((await fetch('/v1/signup', post(signUp))).status).toBe(429);
    const beyond = await fetch('/v1/signup', taken);
    expect(beyond.status).toBe(429);
    expect(beyond.headers.get('ratelimit')).toContain('"signUpPerAddress";r=0;');
  });

  it('a failed request counts for the email when a mail may have been sent', async () => {
    const { fetch } = await signUpRefusedWith(unavailable('the database is away'));
    expect((await fetch('/v1/signup', taken)).status).toBe(503);
    expect((await fetch('/v1/signup', post(signUp))).status).toBe(429);
  });
});
