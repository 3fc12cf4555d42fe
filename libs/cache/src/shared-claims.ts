import type { Redis } from 'ioredis';

/** Sets the claim if the key is free and returns null; otherwise returns the stored claim or answer. */
const claimScript = `
if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
return redis.call('get', KEYS[1])`;

/**
 * Stores the answer only if the key holds this request's claim or is free: a request that took longer than its claim must
 * not overwrite the claim or answer of another.
 */
const keepScript = `
local held = redis.call('get', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

const releaseScript = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`;

type Commands = Redis & {
  patchbayClaim(key: string, claim: string, ms: number): Promise<string | null>;
  patchbayKeep(key: string, claim: string, value: string, ms: number): Promise<number>;
  patchbayRelease(key: string, claim: string): Promise<number>;
};

const keyOf = (name: string): string => `idempotency:${name}`;

/** Claims and sealed answers in Redis, shared by all processes. Each command is one Lua script, so it is atomic. */
export function createSharedClaims(redis: Redis) {
  redis.defineCommand('patchbayClaim', { numberOfKeys: 1, lua: claimScript });
  redis.defineCommand('patchbayKeep', { numberOfKeys: 1, lua: keepScript });
  redis.defineCommand('patchbayRelease', { numberOfKeys: 1, lua: releaseScript });
  const client = redis as Commands;
  return {
    claim: (name: string, claim: string, forMs: number) => client.patchbayClaim(keyOf(name), claim, forMs),
    keep: (name: string, claim: string, value: string, forMs: number) =>
      client.patchbayKeep(keyOf(name), claim, value, forMs),
    release: (name: string, claim: string) => client.patchbayRelease(keyOf(name), claim),
  };
}
