import { createPublicKey } from 'node:crypto';
import { createServiceKeys } from '@patchbay/tokens/service-keys';
import { describe, expect, it } from 'vitest';
import { brokenBeginningOf, type Checkpoint, signCheckpoint } from './checkpoint.ts';
import { signHead } from './signed-head.ts';

const { privateKey } = createServiceKeys();
const organizationId = '0190f0b4-0000-7000-8000-000000000000';
const head = { sequence: 7, hash: 'a'.repeat(64), recordedAt: new Date(0) };
const stated = { organizationId, sequence: head.sequence, hash: head.hash };
const checkpoint: Checkpoint = { ...head, signed: signCheckpoint(stated, privateKey, new Date(1)) };

const brokenOf = (
  given: Checkpoint | undefined,
  firstSequence: number | undefined,
  id = organizationId,
  trustedKeys = [createPublicKey(privateKey)],
) => brokenBeginningOf({ checkpoint: given, firstSequence }, id, trustedKeys);

describe('a chain begins', () => {
  it('a chain without a checkpoint begins with 1 or has no entries', () => {
    expect(brokenOf(undefined, 1)).toBeUndefined();
    expect(brokenOf(undefined, undefined)).toBeUndefined();
  });

  it('a chain with a checkpoint begins after it or has no entries', () => {
    expect(brokenOf(checkpoint, 8)).toBeUndefined();
    expect(brokenOf(checkpoint, undefined)).toBeUndefined();
  });

  it.each<[what: string, broken: number, ...Parameters<typeof brokenOf>]>([
    ['the first entries are missing', 1, undefined, 3],
    ['there is an entry below 1', 1, undefined, -3],
    ['entries after the checkpoint are missing', 8, checkpoint, 10],
    ['the last entry that was removed is there', 7, checkpoint, 7],
    ['the checkpoint says another sequence than was signed', 1, { ...checkpoint, sequence: 8 }, 9],
    ['the checkpoint says another hash than was signed', 1, { ...checkpoint, hash: 'b'.repeat(64) }, 8],
    ['the checkpoint was signed for another chain', 1, checkpoint, 8, 'other'],
    [
      'we do not trust who signed it',
      1,
      { ...checkpoint, signed: signCheckpoint(stated, createServiceKeys().privateKey, new Date(1)) },
      8,
    ],
    [
      'it is a head that was published',
      1,
      { ...checkpoint, signed: signHead(stated, privateKey, new Date(1)) },
      8,
    ],
    ['nobody signed it', 1, { ...checkpoint, signed: '' }, 8],
  ])('where it must not: %s', (_, broken, ...given) => {
    expect(brokenOf(...given)).toBe(broken);
  });
});
