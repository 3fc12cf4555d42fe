import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { internal } from '@patchbay/errors/failure';

/** Certificates and private keys of TLS in variables and files. Errors never contain the text, which may be a private key. */

/** In a variable, a PEM may have `\n` written out instead of its line ends. */
export const withLineEnds = (text: string): string => text.replaceAll('\\n', '\n');

const certificatePem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** One or several certificates and no key, as PEM without anything between them. */
export function parseCertificates(pem: string): string {
  const text = withLineEnds(pem);
  const certificates = text.match(certificatePem) ?? [];
  const problem = 'must be certificates, each as PEM';
  if (certificates.length === 0 || text.replace(certificatePem, '').includes('-----BEGIN'))
    throw internal(problem);
  try {
    return certificates.map((certificate) => new X509Certificate(certificate).toString()).join('');
  } catch {
    throw internal(problem);
  }
}

/** Undefined if it is not a private key as PEM, or if the passphrase does not open it. */
export function privateKeyIn(pem: string, passphrase?: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: withLineEnds(pem), ...(passphrase && { passphrase }) });
  } catch {
    return undefined;
  }
}

/** A private key without a passphrase, as PEM. */
export function parseTlsKey(pem: string): string {
  if (privateKeyIn(pem) === undefined) throw internal('must be a private key without a passphrase, as PEM');
  return withLineEnds(pem);
}

/** Whether the key belongs to the first certificate; undefined where one of them cannot be read. */
export function isKeyOf(key: string, certificate: string, passphrase?: string): boolean | undefined {
  const privateKey = privateKeyIn(key, passphrase);
  if (privateKey === undefined) return undefined;
  try {
    return new X509Certificate(withLineEnds(certificate)).checkPrivateKey(privateKey);
  } catch {
    return undefined;
  }
}
