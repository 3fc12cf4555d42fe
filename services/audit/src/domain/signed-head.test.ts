import { createPublicKey, verify } from 'node:crypto';
import { createServiceKeys, thumbprintOf } from '@patchbay/tokens/service-keys';
import { describe, expect, it } from 'vitest';
import { readSignedHead, signHead, UntrustedHead } from './signed-head.ts';

const [ours, theirs] = [createServiceKeys(), createServiceKeys()];
const head = { organizationId: '0190f0b4-0000-7000-8000-000000000000', sequence: 7, hash: 'a'.repeat(64) };
const now = new Date('2026-11-15T10:00:00.500Z');
const line = signHead(head, ours.privateKey, now);
const publicKey = createPublicKey(ours.privateKey);
const other = createPublicKey(theirs.privateKey);

/** The line with other fields, and the signature that it had. */
const changed = (fields: object) => JSON.stringify({ ...JSON.parse(line), ...fields });

describe('a signed head', () => {
  it('a signed head is one line with the head, the time and the key', () => {
    const key = thumbprintOf(publicKey);
    expect(line).not.toContain('\n');
    const read = readSignedHead(line, [other, publicKey]);
    expect(read).toEqual({ ...head, signedAt: '2026-11-15T10:00:00.500Z', key, signature: read.signature });
  });

  it('anyone can verify a signed head: Ed25519 of a prefix and the line without its signature', () => {
    const { signature } = readSignedHead(line, [publicKey]);
    const key = thumbprintOf(publicKey);
    const signed = `patchbay chain head v1\n{"hash":"${head.hash}","key":"${key}","organizationId":"${head.organizationId}","sequence":7,"signedAt":"2026-11-15T10:00:00.500Z"}`;
    expect(verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('a signed head may have its fields in any order', () => {
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).toReversed()));
    expect(readSignedHead(reversed, [publicKey])).toMatchObject(head);
  });

  it.each<[what: string, line: string, reason: string]>([
    ['another sequence', changed({ sequence: 6 }), 'its signature is not one of its key'],
    ['an empty signature', changed({ signature: '' }), 'its signature is not one of its key'],
    [
      'our key and the signature of another',
      changed({ signature: JSON.parse(signHead(head, theirs.privateKey, now)).signature }),
      'its signature is not one of its key',
    ],
    [
      'a key that we do not trust',
      signHead(head, theirs.privateKey, now),
      `it is signed with an unknown key, ${thumbprintOf(other)}`,
    ],
    ['no signature', JSON.stringify(head), 'it is not a signed head'],
    ['a sequence that is no number', changed({ sequence: '7' }), 'it is not a signed head'],
    ['null instead of a head', 'null', 'it is not a signed head'],
    ['an empty line instead of a head', '', 'it is not JSON'],
  ])('a signed head is refused with %s', (_, given, reason) => {
    expect(() => readSignedHead(given, [publicKey])).toThrow(new UntrustedHead(reason));
  });
});
