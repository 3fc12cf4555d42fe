import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { createPool } from './pool.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('a pool whose Postgres accepts and says nothing', () => {
  it('gives up after its time limit, and so does readiness', async () => {
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
