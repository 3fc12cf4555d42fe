import { inject } from 'vitest';

/** Addresses of the servers of the test run. All test files share them, so each uses its own database, keys or topics. */
export interface TestServers {
  /** Logs in as a superuser. */
  postgresUrl: string;
  redisUrl: string;
  kafkaBrokers: string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: TestServers;
  }
}

/** Only in projects with the global setup: `*.real.test.ts` and stories. */
export const testServers = (): TestServers => inject('servers');
