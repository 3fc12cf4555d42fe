import { conflict } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { bearer, cookie, portalOrigin, post, startGateway } from '../../testing/gateway.ts';
import { signUpProof, user } from '../../testing/values.ts';

const signUpBody = {
  email: 'Ada@Acme.example',
  name: ' Ada ',
  organizationName: 'Acme',
  organizationSlug: 'acme',
  provider: 'magic-link',
};

describe('signUp', () => {
  it('a sign-up is normalized, passed to identity and acknowledged', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/signup', post(signUpBody));
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({
      email: 'ada@acme.example',
      organizationSlug: 'acme',
      provider: 'magic-link',
    });
    expect(calls[0]?.request).toMatchObject({ email: 'ada@acme.example', name: 'Ada' });
    expect(response.headers.get('ratelimit-policy')).toBe(
      '"publicPerAddress";q=600;w=60, "signUpPerAddress";q=20;w=3600, "signUpPerEmail";q=5;w=3600',
    );
  });

  it.each([
    ['http://localhost:3000', 'patchbay_sign_up', ''],
    ['https://api.example', '__Host-patchbay_sign_up', ' Secure;'],
  ])(
    'the proof of a sign-up for a provider is kept in a cookie of the browser, on %s',
    async (publicUrl, name, secure) => {
      const { fetch } = await startGateway({ config: { publicUrl } });
      const response = await fetch('/v1/signup', post({ ...signUpBody, provider: 'google' }));
      expect(response.headers.getSetCookie()).toEqual([
        `${name}=${signUpProof}; Max-Age=86400; Path=/; HttpOnly;${secure} SameSite=Lax`,
      ]);
      expect(await response.text()).not.toContain(signUpProof);
      expect((await fetch('/v1/signup', post(signUpBody))).headers.getSetCookie()).toEqual([]);
    },
  );

  it('a sign-up accepts three sign-in methods and no other', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/signup', post({ ...signUpBody, provider: 'facebook' }));
    expect(await response.json()).toMatchObject({
      errors: [{ path: 'provider', message: 'must be one of magic-link, google, microsoft' }],
    });
  });
});

describe('getMe', () => {
  it('the own account is answered without a further call', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/me', { headers: bearer });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(user);
    expect(calls).toMatchObject([{ method: 'authenticate', call: { caller: { type: 'system' } } }]);
  });
});

describe('updateMe', () => {
  it('an update of the account changes the name of the caller only', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/me', { ...post({ name: '  Ada Lovelace ' }, bearer), method: 'PATCH' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ...user, name: 'Ada Lovelace' });
    expect(calls.at(-1)).toMatchObject({
      request: { name: 'Ada Lovelace' },
      call: { caller: { type: 'user', userId: user.id } },
    });
    const refused = await fetch('/v1/me', {
      ...post({ name: 'x', email: 'a@b.example' }, bearer),
      method: 'PATCH',
    });
    expect(refused.status).toBe(400);
  });

  it('a person changes their profile so often a minute and not more; refused changes do not count', async () => {
    let isRefused = true;
    const { fetch, calls } = await startGateway({
      limits: { profilePerUser: { limit: 2, windowSeconds: 60 } },
      implementations: {
        identity: {
          updateUser: ({ name }) => {
            if (isRefused) throw conflict('The account was changed meanwhile.');
            return { user: { ...user, name } };
          },
        },
      },
    });
    const rename = (headers: Record<string, string>) =>
      fetch('/v1/me', { ...post({ name: 'Ada' }, headers), method: 'PATCH' });
    for (let count = 0; count < 3; count += 1) expect((await rename(bearer)).status).toBe(409);
    isRefused = false;
    for (const status of [200, 200, 429]) expect((await rename(bearer)).status).toBe(status);
    const refused = await rename({ ...cookie, origin: portalOrigin });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit')).toContain('"profilePerUser";r=0;');
    expect(calls.filter(({ method }) => method === 'updateUser')).toHaveLength(5);
  });
});
