import type { SecureContextOptions, TlsOptions } from 'node:tls';

/** TLS between services; each value is PEM. Servers need a certificate and its key, clients of `https://` nothing. */
export interface RpcTls {
  /** The certificate of this service, followed by intermediate ones. */
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** The certificates that servers and clients are verified against; unset: servers by those of the system, clients not. */
  readonly ca?: string | undefined;
}

const minVersion = 'TLSv1.2';

/** Undefined: no TLS. */
export const serverTlsOptions = ({ certificate, key, ca }: RpcTls): TlsOptions | undefined => {
  if (certificate === undefined || key === undefined) return undefined;
  return {
    cert: certificate,
    key,
    minVersion,
    ...(ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true }),
  };
};

export const clientTlsOptions = ({ certificate, key, ca }: RpcTls): SecureContextOptions => ({
  minVersion,
  ...(ca !== undefined && { ca }),
  ...(certificate !== undefined && key !== undefined && { cert: certificate, key }),
});
