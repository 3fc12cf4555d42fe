import { parseRateLimits } from '@patchbay/cache/rate-limits';
import { readConfig } from '@patchbay/config/config';
import { baseUrl, commaSeparated, count, logLevel, parsedBy, port, url } from '@patchbay/config/variables';
import { parsePrivateKey } from '@patchbay/rpc/caller-token';
import { z } from 'zod';

/** What a gateway is, wherever it runs. */
export interface GatewayConfig {
  /** 0 takes any free port. */
  readonly port: number;
  /** Without a trailing slash; https makes cookies `Secure` and answers carry HSTS. */
  readonly publicUrl: string;
  readonly portalUrl: string;
  /** Beyond those of the two addresses above, which are trusted anyway. */
  readonly trustedOrigins: readonly string[];
  /** Proxy hops in front whose `X-Forwarded-For` entries count; 0 believes none. */
  readonly trustedProxies: number;
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

const variables = {
  PORT: port(3000),
  ADMIN_PORT: port(9000),
  PUBLIC_URL: baseUrl(),
  PORTAL_URL: baseUrl(),
  TRUSTED_ORIGINS: commaSeparated()
    .refine((origins) => origins.every(origin), 'must be origins such as https://portal.example, by commas')
    .default([]),
  TRUSTED_PROXIES: count(0),
  REDIS_URL: url('redis', 'rediss').optional(),
  RATE_LIMITS: rateLimits.optional(),
  IDENTITY_URL: baseUrl(),
  ORGANIZATION_URL: baseUrl(),
  INTEGRATION_URL: baseUrl(),
  AUDIT_URL: baseUrl(),
  CALLER_PRIVATE_KEY: parsedBy(parsePrivateKey),
  LOG_LEVEL: logLevel(),
  COMMIT: z.string().optional(),
  BUILT_AT: z.string().optional(),
};

/** The configuration of a gateway that is a process of its own. */
export const readGatewayConfig = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
) => {
  const read = readConfig('gateway', variables, environment);
  return {
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    portalUrl: read.PORTAL_URL,
    trustedOrigins: read.TRUSTED_ORIGINS,
    trustedProxies: read.TRUSTED_PROXIES,
    commit: read.COMMIT ?? null,
    builtAt: read.BUILT_AT ?? null,
    adminPort: read.ADMIN_PORT,
    redisUrl: read.REDIS_URL,
    rateLimits: read.RATE_LIMITS,
    services: {
      identity: read.IDENTITY_URL,
      organization: read.ORGANIZATION_URL,
      integration: read.INTEGRATION_URL,
      audit: read.AUDIT_URL,
    },
    callerPrivateKey: read.CALLER_PRIVATE_KEY,
    logLevel: read.LOG_LEVEL,
  };
};

export type GatewayProcessConfig = ReturnType<typeof readGatewayConfig>;
