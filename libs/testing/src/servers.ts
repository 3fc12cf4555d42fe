import { inject } from 'vitest';

/** Addresses of the run's servers. They are shared by all test files: each makes a database, key prefix or topics of its own. */
export interface TestServers {
  /** Of a superuser. */
  postgresUrl: string;
  redisUrl: string;
  kafkaBrokers: string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: TestServers;
  }
}

/** For tests of the projects that have the global set-up: `*.real.test.ts`, stories and faults. */
export const testServers = (): TestServers => inject('servers');
