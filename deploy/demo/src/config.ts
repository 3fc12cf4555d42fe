import { readConfig } from '@patchbay/config/config';
import { baseUrl, port } from '@patchbay/config/variables';
import { defaultLimits } from '@patchbay/limits/rate-limits';
import {
  demoFolder,
  type LocalConfig,
  variables as local,
  readLocalConfig,
} from '@patchbay/local/embedded/config';
import { z } from 'zod';

/**
 * Variables of `make demo`. No other variable of `make start` is read: one that is set for a platform in use, such as
 * DATABASE_URL or SMTP_URL, must not lead the demo's people and mails there.
 */
export const variables = {
  PORT: local.PORT,
  PORTAL_PORT: local.PORTAL_PORT,
  DEMO_PORTAL_URL: baseUrl()
    .optional()
    .describe(
      'Where links lead instead of to PORTAL_PORT, such as the development server of the pages, `http://localhost:5173`',
    ),
  DEMO_PORT: port(3002).describe(
    "The port of the demo's start page and of the simulated advertising systems",
  ),
  DEMO_GOOGLE_PORT: port(3003).describe('The port of the simulated Google, to sign in with'),
  DATA_DIR: z
    .string()
    .default(demoFolder)
    .describe('Where the demo keeps its data; an empty folder, or that of an earlier demo'),
  STOP_TIMEOUT_SECONDS: local.STOP_TIMEOUT_SECONDS,
  LOG_LEVEL: local.LOG_LEVEL.default('warn').describe('fatal, error, warn, info, debug, trace or silent'),
};

export const readDemoConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('patchbay', variables, environment);

export type DemoConfig = ReturnType<typeof readDemoConfig>;

/** What the platform needs to know of the simulators. */
export interface SimulatorSettings {
  readonly providersFile: string;
  readonly google: { readonly clientId: string; readonly clientSecret: string; readonly issuer: string };
}

/** Out of reach: all requests of a demo come from one address, and nobody should have to wait for a limit. */
const generous = { limit: 100_000, windowSeconds: 60 };
const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous]));

/** The configuration of the embedded platform of a demo; without simulators that of its lock, folder and address. */
export const localConfigOf = (demo: DemoConfig, simulators?: SimulatorSettings): LocalConfig =>
  readLocalConfig({
    PORT: String(demo.PORT),
    ...(demo.PORTAL_PORT !== undefined && { PORTAL_PORT: String(demo.PORTAL_PORT) }),
    ...(demo.DEMO_PORTAL_URL !== undefined && { PORTAL_URL: demo.DEMO_PORTAL_URL }),
    DATA_DIR: demo.DATA_DIR,
    STOP_TIMEOUT_SECONDS: String(demo.STOP_TIMEOUT_SECONDS),
    LOG_LEVEL: demo.LOG_LEVEL,
    RATE_LIMITS: JSON.stringify(limits),
    ...(simulators && {
      PROVIDERS_FILE: simulators.providersFile,
      GOOGLE_CLIENT_ID: simulators.google.clientId,
      GOOGLE_CLIENT_SECRET: simulators.google.clientSecret,
      GOOGLE_ISSUER: simulators.google.issuer,
    }),
  });
