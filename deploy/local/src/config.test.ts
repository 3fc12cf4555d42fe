import { poolOf } from '@patchbay/service/database';
import { expect, it } from 'vitest';
import { readLocalConfig } from './config.ts';

it('the embedded platform reads the variables of pools, as the services do', () => {
  const environment = { DATABASE_POOL_SIZE: '3', DATABASE_LOCK_TIMEOUT_SECONDS: '1' };
  expect(poolOf(readLocalConfig(environment))).toMatchObject({ max: 3, lockTimeoutMs: 1_000 });
  expect(poolOf(readLocalConfig({}))).toMatchObject({ max: 8, lockTimeoutMs: 2_000 });
});
