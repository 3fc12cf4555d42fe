import { readConfig } from '@patchbay/config/config';
import { secret } from '@patchbay/config/secret';
import { parsedBy } from '@patchbay/config/variables';
import type { RpcTls } from '@patchbay/rpc/tls';
import type { Logger } from '@patchbay/telemetry/logger';
import { isKeyOf, parseCertificates, parseTlsKey } from '@patchbay/tokens/pem';
import type { Worker } from '@patchbay/worker/worker';
import type { z } from 'zod';
import { createCertificateReload, type Environment } from './certificate-reload.ts';

/** For every process that calls services or is called; secrets, so that `…_FILE` works for all three. */
export const rpcTlsVariables = {
  RPC_TLS_CERTIFICATE: secret(
    parsedBy(parseCertificates)
      .optional()
      .describe(
        'PEM: the certificate of this process and the intermediate ones. `RPC_PORT` and `GRPC_PORT` speak TLS then, and nothing else; presented to called services too',
      ),
  ),
  RPC_TLS_KEY: secret(parsedBy(parseTlsKey).optional().describe('PEM: the key of `RPC_TLS_CERTIFICATE`')),
  RPC_TLS_CA: secret(
    parsedBy(parseCertificates)
      .optional()
      .describe(
        'PEM: the authorities that certificates of called services are verified against, and of callers, who must have one then; unset: those that Node trusts, and callers need none',
      ),
  ),
};

export type RpcTlsConfig = z.output<z.ZodObject<typeof rpcTlsVariables>>;

export const rpcTlsOf = (config: Partial<RpcTlsConfig>): RpcTls => ({
  certificate: config.RPC_TLS_CERTIFICATE,
  key: config.RPC_TLS_KEY,
  ca: config.RPC_TLS_CA,
});

/** Problems between the variables, for a process that only calls. */
export function callingTlsProblems(environment: Environment): string[] {
  const { RPC_TLS_CERTIFICATE: certificate, RPC_TLS_KEY: key } = environment;
  if (!certificate !== !key) return ['RPC_TLS_CERTIFICATE and RPC_TLS_KEY must be set together'];
  if (certificate && key && isKeyOf(key, certificate) === false) {
    return ['RPC_TLS_KEY is not the key of the first certificate in RPC_TLS_CERTIFICATE'];
  }
  return [];
}

/** For a process that is called: without a certificate it could not ask callers for theirs. */
export function servingTlsProblems(environment: Environment): string[] {
  const isCaAlone = environment['RPC_TLS_CA'] && !environment['RPC_TLS_CERTIFICATE'];
  const isPlainAnyway = environment['RPC_PLAIN_PORT'] && !environment['RPC_TLS_CERTIFICATE'];
  return [
    ...callingTlsProblems(environment),
    ...(isCaAlone ? ['RPC_TLS_CA needs RPC_TLS_CERTIFICATE: without TLS nobody presents a certificate'] : []),
    ...(isPlainAnyway ? ['RPC_PLAIN_PORT needs RPC_TLS_CERTIFICATE: without it RPC_PORT speaks no TLS'] : []),
  ];
}

/** Gives changed certificates to servers and transports. */
export function rpcTlsReload(
  environment: Environment,
  current: RpcTls,
  users: readonly { setTls(tls: RpcTls): void }[],
  logger: Logger,
): readonly Worker[] {
  const name = 'reload of RPC certificates';
  return createCertificateReload({
    name,
    environment,
    prefix: 'RPC_TLS_',
    current,
    read: () => rpcTlsOf(readConfig(name, rpcTlsVariables, environment, callingTlsProblems)),
    use: (renewed) => users.forEach((user) => user.setTls(renewed)),
    logger,
  });
}
