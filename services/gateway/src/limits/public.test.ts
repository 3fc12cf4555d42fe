import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { post, startGateway } from '../testing/gateway.ts';
import { limitsOf } from './limit.ts';

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });
const poll = post({ deviceCode: 'x' });

describe('public operations', () => {
  it('every public operation except infra has the limit publicPerAddress', () => {
    const limited = operations.filter((operation) =>
      limitsOf(operation).some(({ name }) => name === 'publicPerAddress'),
    );
    const open = operations.filter(({ credentials, group }) => credentials === 'none' && group !== 'infra');
    expect(limited).toEqual(open);
    expect(open.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'signUp',
        'getInvitation',
        'pollDeviceAuthorization',
        'completeProviderSignIn',
      ]),
    );
  });

  it('public operations count together per address before a body is read, and are a 429 beyond the limit', async () => {
    const { fetch, calls } = await startGateway({ limits: { publicPerAddress: perMinute(2) } });
    expect((await fetch('/v1/auth/device', { method: 'POST' })).headers.get('ratelimit-policy')).toBe(
      '"publicPerAddress";q=2;w=60, "deviceStartPerAddress";q=30;w=900',
    );
    expect((await fetch('/v1/auth/device/token', { ...poll, body: '{' })).status).toBe(400);
    const before = calls.length;
    for (const [path, request] of [
      ['/v1/auth/device/token', poll],
      ['/v1/auth/google/callback?state=x', {}],
      ['/v1/signup', { ...post({}), body: '{' }],
    ] as const) {
      const refused = await fetch(path, request);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('ratelimit')).toContain('"publicPerAddress";r=0;');
      expect(refused.headers.get('retry-after')).not.toBeNull();
    }
    expect(calls).toHaveLength(before);
  });

  it('infra, unknown routes, other methods, preflights and pages do not count for publicPerAddress', async () => {
    const { fetch } = await startGateway({ limits: { publicPerAddress: perMinute(1) } });
    for (const [path, method, status] of [
      ['/version', 'GET', 200],
      ['/v1/nothing', 'GET', 404],
      ['/v1/signup', 'PUT', 405],
      ['/v1/signup', 'OPTIONS', 204],
      ['/docs', 'GET', 200],
    ] as const) {
      const answer = await fetch(path, { method });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('ratelimit')).toBeNull();
    }
    expect((await fetch('/v1/auth/device', { method: 'POST' })).status).not.toBe(429);
  });

  it('an address may start a limited number of device authorizations', async () => {
    const { fetch } = await startGateway({ limits: { deviceStartPerAddress: perMinute(1) } });
    const start = () => fetch('/v1/auth/device', { method: 'POST' });
    expect((await start()).status).not.toBe(429);
    expect((await start()).headers.get('ratelimit')).toContain('"deviceStartPerAddress";r=0;');
    expect((await start()).status).toBe(429);
  });
});
