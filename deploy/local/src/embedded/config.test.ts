import { poolOf } from '@patchbay/service/database';
import { expect, it } from 'vitest';
import { readLocalConfig } from './config.ts';

it('the embedded platform reads the variables of pools, as the services do', () => {
  const environment = { DATABASE_POOL_SIZE: '3', DATABASE_LOCK_TIMEOUT_SECONDS: '3' };
  expect(poolOf(readLocalConfig(environment))).toMatchObject({ max: 3, lockTimeoutMs: 3_000 });
  expect(poolOf(readLocalConfig({}))).toMatchObject({ max: 8, lockTimeoutMs: 8_000 });
});

it.each([
  [{}, 3_005],
  [{ PORT: '4000' }, 4_005],
  [{ PORT: '65533' }, 65_528],
  [{ PORT: '0' }, 0],
  [{ PORT: '4000', PORTAL_PORT: '80' }, 80],
])('the port of the pages with %j is %d', (environment, expected) => {
  expect(readLocalConfig(environment).PORTAL_PORT).toBe(expected);
});
