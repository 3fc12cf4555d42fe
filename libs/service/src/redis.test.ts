import { readConfig } from '@patchbay/config/config';
import { createAuthority } from '@patchbay/testing/certificates';
import { describe, expect, it } from 'vitest';
import { redisOf, redisProblems, redisVariables } from './redis.ts';

const read = (environment: Record<string, string>) =>
  redisOf(readConfig('gateway', redisVariables, environment, redisProblems));

const ca = createAuthority().certificate;

describe('where limits are counted', () => {
  it('limits are counted in the process, one Redis or a cluster', () => {
    expect(read({})).toBeUndefined();
    expect(read({ REDIS_URL: 'redis://127.0.0.1:6379' })).toEqual({
      urls: ['redis://127.0.0.1:6379'],
      cluster: false,
      ca: undefined,
    });
    const nodes = ['rediss://limits:a,b@one.example:6379/0', 'rediss://limits:a,b@two.example:6379/0'];
    expect(read({ REDIS_URL: nodes.join(', '), REDIS_CLUSTER: 'true', REDIS_CA: ca })).toEqual({
      urls: nodes,
      cluster: true,
      ca,
    });
    expect(read({ REDIS_URL: 'redis://cluster.example', REDIS_CLUSTER: 'true' })).toMatchObject({
      cluster: true,
    });
  });

  it.each([
    [{ REDIS_URL: 'http://a.example' }, 'REDIS_URL must be an address beginning with redis:// or rediss://'],
    [
      { REDIS_URL: 'redis://u:hidden@a.example,redis://u:hidden@b.example' },
      'REDIS_URL has several addresses: REDIS_CLUSTER must be true',
    ],
    [
      { REDIS_URL: 'redis://u:hidden@a.example,redis://u:other@b.example', REDIS_CLUSTER: 'true' },
      'REDIS_URL must be addresses with the same scheme, user and password',
    ],
    [
      { REDIS_URL: 'redis://u:hidden@a.example/3', REDIS_CLUSTER: 'true' },
      'REDIS_URL must name database 0, the only one of a cluster',
    ],
    [
      { REDIS_URL: 'redis://a.example', REDIS_CA: ca },
      'REDIS_CA has no effect where REDIS_URL is not rediss://',
    ],
    [{ REDIS_CLUSTER: 'true' }, 'REDIS_CLUSTER has no effect without REDIS_URL'],
    [{ REDIS_CA: ca }, 'REDIS_CA has no effect without REDIS_URL'],
  ])('the Redis variables %o are refused', (environment, problem) => {
    let message = '';
    try {
      read(environment);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(problem);
    expect(message).not.toContain('hidden');
  });
});
