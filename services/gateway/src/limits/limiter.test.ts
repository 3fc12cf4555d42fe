import { createRateLimits, type RateLimits } from '@patchbay/limits/rate-limits';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { bearer, post, startGateway } from '../testing/gateway.ts';
import { linkToken } from '../testing/values.ts';

const link = '/v1/auth/magic-link';
const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });
const forwardedFor = (address: string) => ({ 'x-forwarded-for': address });
const behindOneProxy = { trustedProxies: 1 };

describe('limits', () => {
  it('every limited answer has RateLimit headers with one member per limit', async () => {
    const { fetch } = await startGateway();
    const { headers, status } = await fetch(link, post({ email: 'a@b.example' }));
    expect(status).toBe(202);
    expect(headers.get('ratelimit-policy')).toBe(
      '"publicPerAddress";q=600;w=60, "signInLinkPerAddress";q=30;w=900, "signInLinkPerEmail";q=5;w=900',
    );
    expect(headers.get('ratelimit')).toMatch(
      /^"publicPerAddress";r=599;t=(60|59), "signInLinkPerAddress";r=29;t=(900|899), "signInLinkPerEmail";r=4;t=(900|899)$/,
    );
  });

  it('an email has one limit however it is written and from whatever address it comes', async () => {
    const { fetch, calls } = await startGateway({
      config: behindOneProxy,
      limits: { signInLinkPerEmail: perMinute(2) },
    });
    const ask = (email: string, address: string) => fetch(link, post({ email }, forwardedFor(address)));
    expect((await ask('a@b.example', '192.0.2.1')).status).toBe(202);
    expect((await ask(' A@B.example ', '192.0.2.2')).status).toBe(202);
    const refused = await ask('a@b.EXAMPLE', '192.0.2.3');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ title: 'Too Many Requests', status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toContain('"signInLinkPerEmail";r=0;t=');
    expect((await ask('other@b.example', '192.0.2.3')).status).toBe(202);
    expect(calls.filter(({ method }) => method === 'requestSignInLink')).toHaveLength(3);
  });

  it('IPv6 addresses of one /64 share a limit', async () => {
    const { fetch } = await startGateway({
      config: behindOneProxy,
      limits: { signUpPerAddress: perMinute(1) },
    });
    const signUp = (address: string) => fetch('/v1/signup', post({}, forwardedFor(address)));
    expect((await signUp('2001:db8:0:1::1')).status).toBe(400);
    expect((await signUp('2001:db8:0:1:ffff::2')).status).toBe(429);
    expect((await signUp('2001:db8:0:2::1')).status).toBe(400);
  });

  it('all requests of a caller share the limit requestPerCaller', async () => {
    const { fetch } = await startGateway({ limits: { requestPerCaller: perMinute(2) } });
    const statuses = [];
    for (let index = 0; index < 3; index++)
      statuses.push((await fetch('/v1/me', { headers: bearer })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('X-Forwarded-For of a client does not change the address that is counted', async () => {
    const { fetch } = await startGateway({ limits: { signUpPerAddress: perMinute(1) } });
    await fetch('/v1/signup', post({}, forwardedFor('192.0.2.1')));
    expect((await fetch('/v1/signup', post({}, forwardedFor('192.0.2.2')))).status).toBe(429);
  });
});

describe('failed credentials', () => {
  const wrong = { headers: { authorization: 'Bearer nonsense' } };

  it('an address with too many failed credentials is refused before any lookup, except for public operations', async () => {
    const { fetch, calls } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(2) } });
    await fetch('/v1/me', wrong);
    await fetch('/v1/me', { headers: { 'x-api-key': 'pby_nonsense' } });
    const before = calls.length;
    const locked = await fetch('/v1/me', { headers: bearer });
    expect(locked.status).toBe(429);
    expect(locked.headers.get('ratelimit-policy')).toBe('"failedCredentialPerAddress";q=2;w=60');
    expect(locked.headers.get('retry-after')).not.toBeNull();
    expect(calls).toHaveLength(before);
    expect((await fetch('/v1/me')).status).toBe(401);
    expect((await fetch('/version', wrong)).status).toBe(200);
    expect((await fetch('/v1/auth/magic-link/verify', post({ token: linkToken }))).status).toBe(200);
  });

  it('failed credentials beyond the limit are refused also when they come at once', async () => {
    const { fetch } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(3) } });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await fetch('/v1/me', wrong)).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('an address without failed credentials is checked once, not for each request', async () => {
    const clock = createManualClock(new Date());
    const rateLimits = createRateLimits({ logger: createLogger({ service: 'test', level: 'silent' }) });
    const peeks: string[] = [];
    const counting: RateLimits = {
      ...rateLimits,
      peek: (name, key) => {
        peeks.push(key);
        return rateLimits.peek(name, key);
      },
    };
    const { fetch } = await startGateway({ parts: { rateLimits: counting, clock } });
    await fetch('/v1/me', { headers: bearer });
    await fetch('/v1/me', { headers: bearer });
    expect(peeks).toEqual(['127.0.0.1']);
    await clock.advance(1_000);
    await fetch('/v1/me', { headers: bearer });
    expect(peeks).toHaveLength(2);
    await fetch('/v1/me', wrong);
    await fetch('/v1/me', { headers: bearer });
    await fetch('/v1/me', { headers: bearer });
    expect(peeks).toHaveLength(4);
  });

  it('a refused sign-in link counts as a failed credential', async () => {
    const { fetch } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(1) } });
    expect((await fetch('/v1/auth/magic-link/verify', post({ token: 'spent' }))).status).toBe(401);
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(429);
  });

  it('a missing credential and one of a refused class do not count as failed', async () => {
    const { fetch } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(1) } });
    await fetch('/v1/me');
    await fetch('/v1/auth/sign-out', { method: 'POST', headers: { 'x-api-key': 'pby_x' } });
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(200);
  });
});
