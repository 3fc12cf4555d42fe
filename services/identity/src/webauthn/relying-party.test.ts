import { createAuthenticator } from '@patchbay/testing/authenticator';
import { describe, expect, it } from 'vitest';
import { createRelyingParty, isWithoutCertificate } from './relying-party.ts';

const ada = { id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01', email: 'ada@acme.example', name: 'Ada' };

describe('the address of the Portal', () => {
  it.each([
    ['https://portal.example', 'portal.example'],
    ['http://localhost:3005', 'localhost'],
    ['https://portal.example/patchbay', 'portal.example'],
  ])('passkeys of %s are bound to %s', async (portalUrl, host) => {
    const relyingParty = createRelyingParty(portalUrl);
    expect(await relyingParty.creationOptions(ada, 'c', [])).toMatchObject({ rp: { id: host } });
    expect(await relyingParty.requestOptions('c')).toMatchObject({ rpId: host });
  });

  it.each(['http://127.0.0.1:3005', 'http://[::1]:3005', 'https://192.0.2.7'])(
    'there are no options for %s: the refusal says why',
    async (portalUrl) => {
      const relyingParty = createRelyingParty(portalUrl);
      const refused = {
        code: 'conflict',
        publicText: expect.stringContaining(`the Portal is at ${portalUrl}`),
      };
      await expect(relyingParty.creationOptions(ada, 'c', [])).rejects.toMatchObject(refused);
      await expect(relyingParty.requestOptions('c')).rejects.toMatchObject(refused);
    },
  );
});

describe('the attestation of a new credential', () => {
  const { attestationObject } = createAuthenticator('https://portal.example').register({
    challenge: 'Yw',
    user: { id: 'AAAA' },
  }).response;

  /** Replaces {"fmt": "none", "attStmt": {}} by another format and statement in CBOR. */
  const attested = (format: string, statement: string): string => {
    const named = String.fromCharCode(0x60 | format.length) + format;
    const object = Buffer.from(attestationObject, 'base64url').toString('latin1');
    const changed = object.replace('dnone', named).replace('attStmt\xa0', `attStmt${statement}`);
    return Buffer.from(changed, 'latin1').toString('base64url');
  };
  const signature = '\xa1csigA\x00';
  const certificate = '\xa1cx5c\x81A\x00';

  it('an attestation that is missing or made with the new key itself is read', () => {
    expect(isWithoutCertificate(attestationObject)).toBe(true);
    expect(isWithoutCertificate(attested('packed', signature))).toBe(true);
  });

  it.each([
    ['packed', certificate],
    ['tpm', certificate],
    ['apple', certificate],
    ['android-key', certificate],
    ['fido-u2f', certificate],
    ['android-safetynet', signature],
  ])('an attestation of format %s that can name a certificate is not read', (format, statement) => {
    expect(isWithoutCertificate(attested(format, statement))).toBe(false);
  });
});
