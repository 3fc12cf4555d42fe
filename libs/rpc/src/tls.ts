import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { internal } from '@patchbay/errors/failure';
import { alpnProtocols } from './port/alpn.ts';

/** TLS between services; each value is PEM. Servers need a certificate and its key, clients of `https://` nothing. */
export interface RpcTls {
  /** The certificate of this service, followed by intermediate ones. */
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** The certificates that servers and clients are verified against; unset: servers by those of the system, clients not. */
  readonly ca?: string | undefined;
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** One or several certificates and no key, as PEM without anything between them. The error never contains the text. */
export function parseCertificates(text: string): string {
  const certificates = text.match(pem) ?? [];
  const problem = 'must be certificates, each as PEM';
  if (certificates.length === 0 || text.replace(pem, '').includes('-----BEGIN')) throw internal(problem);
  try {
    return certificates.map((certificate) => new X509Certificate(certificate).toString()).join('');
  } catch {
    throw internal(problem);
  }
}

/** The error never contains the text, which may be a private key. */
export function parseTlsKey(text: string): string {
  try {
    createPrivateKey(text);
  } catch {
    throw internal('must be a private key without a passphrase, as PEM');
  }
  return text;
}

/** Whether the key belongs to the first certificate; undefined where one of them cannot be read. */
export function isKeyOf(key: string, certificate: string): boolean | undefined {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return undefined;
  }
}

const minVersion = 'TLSv1.2';

/** Undefined: no TLS. */
export const serverTlsOptions = ({ certificate, key, ca }: RpcTls): TlsOptions | undefined => {
  if (certificate === undefined || key === undefined) return undefined;
  return {
    cert: certificate,
    key,
    minVersion,
    ALPNProtocols: alpnProtocols,
    ...(ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true }),
  };
};

export const clientTlsOptions = ({ certificate, key, ca }: RpcTls): SecureContextOptions => ({
  minVersion,
  ...(ca !== undefined && { ca }),
  ...(certificate !== undefined && key !== undefined && { cert: certificate, key }),
});
