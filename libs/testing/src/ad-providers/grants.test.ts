import { expect, it } from 'vitest';
import { createGrants, type KeptGrants } from './grants.ts';

function createMemory() {
  const kept = new Map<string, KeptGrants>();
  return {
    read: (prefix: string) => kept.get(prefix),
    write: (prefix: string, grants: KeptGrants) => void kept.set(prefix, grants),
  };
}

it('issued tokens work after a restart with a memory, and only for the same provider', () => {
  const memory = createMemory();
  const before = createGrants('one', memory);
  const access = before.newAccessToken();
  const refresh = before.rotate(before.newRefreshToken());

  const after = createGrants('one', memory);
  expect(after.isLive(access)).toBe(true);
  expect(after.isRefreshToken(refresh)).toBe(true);
  for (const other of [createGrants('two', memory), createGrants('one')]) {
    expect(other.isLive(access)).toBe(false);
    expect(other.isRefreshToken(refresh)).toBe(false);
  }

  after.revoke();
  const last = createGrants('one', memory);
  expect(last.isRevoked()).toBe(true);
  expect(last.isRefreshToken(refresh)).toBe(false);
});

it('expired tokens stay expired after a restart', () => {
  const memory = createMemory();
  const before = createGrants('one', memory);
  const access = before.newAccessToken();
  before.expireAccessTokens();
  expect(createGrants('one', memory).isLive(access)).toBe(false);
});
