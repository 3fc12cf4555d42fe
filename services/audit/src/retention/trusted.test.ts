import { createServiceKeys } from '@patchbay/tokens/service-keys';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { signHead } from '../domain/signed-head.ts';
import { followsTrusted } from './trusted.ts';

const { privateKey, publicKey } = createServiceKeys();
const organizationId = v7();
const row = { sequence: 41, hash: 'a'.repeat(64) };
const signed = (head: object = {}, key = privateKey) => ({
  ...row,
  signedHead: signHead({ organizationId, ...row, ...head }, key, new Date()),
});

it('a part follows a checkpoint that was signed for exactly this row, or none', () => {
  const follows = (checkpoint: ReturnType<typeof signed> | null) =>
    followsTrusted({ organizationId, checkpoint }, [publicKey]);
  expect(follows(null)).toBe(true);
  expect(follows(signed())).toBe(true);
  expect(follows(signed({ organizationId: v7() }))).toBe(false);
  expect(follows(signed({ sequence: 40 }))).toBe(false);
  expect(follows(signed({ hash: 'b'.repeat(64) }))).toBe(false);
  expect(follows(signed({}, createServiceKeys().privateKey))).toBe(false);
  expect(follows({ ...row, signedHead: 'invented' })).toBe(false);
});
