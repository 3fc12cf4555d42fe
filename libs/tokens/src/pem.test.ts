import { createPrivateKey } from 'node:crypto';
import { createAuthority } from '@patchbay/testing/certificates';
import { describe, expect, it } from 'vitest';
import { isKeyOf, parseCertificates, parseTlsKey, privateKeyIn } from './pem.ts';

const authority = createAuthority();
const own = authority.issue(['audit']);
const oneLine = (pem: string): string => pem.replaceAll('\n', '\\n');
const sealed = createPrivateKey(own.key).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'hunter3',
}) as string;

describe('certificates and keys in the environment', () => {
  it('one or several certificates are read as PEM', () => {
    expect(parseCertificates(`${own.certificate}\n${authority.certificate}`)).toBe(
      own.certificate + authority.certificate,
    );
    expect(parseTlsKey(own.key)).toBe(own.key);
    expect(isKeyOf(own.key, own.certificate)).toBe(true);
  });

  it('a PEM may have its line ends written as \\n', () => {
    expect(parseCertificates(oneLine(own.certificate + authority.certificate))).toBe(
      own.certificate + authority.certificate,
    );
    expect(parseTlsKey(oneLine(own.key))).toBe(own.key);
    expect(isKeyOf(oneLine(own.key), oneLine(own.certificate))).toBe(true);
  });

  it.each(['', 'hunter2', '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----'])(
    'a text that is no PEM is refused by an error without the text: %s',
    (text) => {
      expect(() => parseCertificates(text)).toThrow(/^must be certificates, each as PEM$/);
      expect(() => parseTlsKey(text)).toThrow(/^must be a private key without a passphrase, as PEM$/);
    },
  );

  it('a key is not accepted as a certificate, nor a certificate as a key', () => {
    expect(() => parseCertificates(own.key)).toThrow('must be certificates');
    expect(() => parseCertificates(own.certificate + own.key)).toThrow('must be certificates');
    expect(() => parseTlsKey(own.certificate)).toThrow('must be a private key');
    expect(isKeyOf(authority.issue(['audit']).key, own.certificate)).toBe(false);
    expect(isKeyOf(own.certificate, own.certificate)).toBeUndefined();
    expect(isKeyOf(own.key, own.key)).toBeUndefined();
  });

  it('an encrypted key is opened by its passphrase only', () => {
    expect(privateKeyIn(sealed, 'hunter3')?.asymmetricKeyType).toBe('ec');
    expect(privateKeyIn(sealed, 'hunter2')).toBeUndefined();
    expect(privateKeyIn(sealed)).toBeUndefined();
    expect(isKeyOf(sealed, own.certificate, 'hunter3')).toBe(true);
    expect(() => parseTlsKey(sealed)).toThrow('without a passphrase');
  });
});
