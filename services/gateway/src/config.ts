import { readConfig } from '@patchbay/config/config';
import { insecureHttpVariables, publicAddress } from '@patchbay/config/public-address';
import { baseUrl, commaSeparated, count, port, wholeNumber } from '@patchbay/config/variables';
import { parseRateLimits } from '@patchbay/limits/rate-limits';
import { services } from '@patchbay/platform/services';
import { redisProblems, redisVariables } from '@patchbay/service/redis';
import { callingTlsProblems, rpcTlsVariables } from '@patchbay/service/rpc-tls';
import { callVariables, processVariables } from '@patchbay/service/variables';
import { z } from 'zod';

/** What `build()` takes, in a process of its own as in the embedded platform. */
export interface GatewayConfig {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address that the port is bound to. Default: every interface. */
  readonly host?: string | undefined;
  /** Without a trailing slash; https makes cookies `Secure` and answers carry HSTS. */
  readonly publicUrl: string;
  readonly portalUrl: string;
  /** In addition to the origins of `publicUrl` and `portalUrl`, which are always trusted. */
  readonly trustedOrigins: readonly string[];
  /** Number of proxies in front whose `X-Forwarded-For` entries are used; 0: the header is ignored. */
  readonly trustedProxies: number;
  /** Requests that may run at once; further ones are refused. */
  readonly maxConcurrentRequests: number;
  readonly commit: string | null;
  readonly builtAt: string | null;
}

const origin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

const rateLimits = z.string().transform((text, context) => {
  const result = parseRateLimits(text);
  if ('limits' in result) return result.limits;
  for (const problem of result.problems) context.addIssue(problem);
  return z.NEVER;
});

export const variables = {
  PORT: port(services.gateway.port).describe('The port of the API'),
  ...processVariables('gateway'),
  PUBLIC_URL: publicAddress(
    baseUrl().describe("The API's address; https makes cookies `Secure` and answers carry HSTS"),
  ),
  PORTAL_URL: publicAddress(baseUrl().describe("The Portal's address, where people are sent")),
  TRUSTED_ORIGINS: publicAddress(
    commaSeparated()
      .refine((origins) => origins.every(origin), 'must be origins such as https://portal.example, by commas')
      .default([])
      .describe(
        'Origins that browsers may call from, comma-separated; those of the two addresses are trusted anyway',
      ),
  ),
  ...insecureHttpVariables,
  TRUSTED_PROXIES: count(0).describe('Number of proxies in front whose `X-Forwarded-For` counts'),
  MAX_CONCURRENT_REQUESTS: wholeNumber(2_048, 1, 100_000).describe(
    'Requests that a process answers at once, without streamed answers; further ones get a 503. Lowered by the process itself while its event loop is late',
  ),
  ...redisVariables,
  RATE_LIMITS: rateLimits
    .optional()
    .describe(
      'JSON that changes limits by name: `{"signUpPerAddress": {"limit": 20, "windowSeconds": 3600}}`',
    ),
  ...callVariables('gateway'),
  ...rpcTlsVariables,
  BUILT_AT: z.string().optional().describe('When this was built, for /version'),
};

/** The configuration of a gateway that is a process of its own. */
export const readGatewayConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('gateway', variables, environment, (given) => [
    ...callingTlsProblems(given),
    ...redisProblems(given),
  ]);

export type GatewayProcessConfig = ReturnType<typeof readGatewayConfig>;

export const gatewayConfigOf = (read: GatewayProcessConfig): GatewayConfig => ({
  port: read.PORT,
  host: read.HOST,
  publicUrl: read.PUBLIC_URL,
  portalUrl: read.PORTAL_URL,
  trustedOrigins: read.TRUSTED_ORIGINS,
  trustedProxies: read.TRUSTED_PROXIES,
  maxConcurrentRequests: read.MAX_CONCURRENT_REQUESTS,
  commit: read.COMMIT ?? null,
  builtAt: read.BUILT_AT ?? null,
});
