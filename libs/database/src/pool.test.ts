import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { createPool, startupOptions } from './pool.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('a pool whose Postgres accepts and says nothing', () => {
  it('a query and the readiness check time out where Postgres accepts the connection and does not answer', async () => {
    const silentServer = createServer();
    silentServer.listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const { port } = silentServer.address() as AddressInfo;
    const database = createPool({
      url: `postgresql://u:p@127.0.0.1:${port}/d`,
      applicationName: 'test',
      connectTimeoutMs: 50,
      logger,
    });
    await expect(database.query({ name: 'one', text: 'select 1' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(database.component.ready()).rejects.toThrow('timeout');
    await database.component.stop();
    silentServer.close();
  });
});

it('sessions are opened with the settings of the service', () => {
  const url = 'postgresql://audit:secret@127.0.0.1:5432/patchbay?sslmode=verify-full';
  expect(startupOptions(url, { timezone: 'UTC', jit: 'off' })).toEqual({
    connectionString: url,
    options: '-c timezone=UTC -c jit=off',
  });
});

it('settings in the URL come before those of the service, which win', () => {
  const url = 'postgresql://127.0.0.1/patchbay?options=-c%20search_path%3Daudit&sslmode=require';
  expect(startupOptions(url, { timezone: 'UTC' })).toEqual({
    connectionString: 'postgresql://127.0.0.1/patchbay?sslmode=require',
    options: '-c search_path=audit -c timezone=UTC',
  });
});
