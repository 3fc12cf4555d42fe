import { Code } from '@connectrpc/connect';
import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { createRpcTransport } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createRpcServer } from '@patchbay/rpc/server';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import { createTestDatabase } from '@patchbay/testing/postgres';
import { expect, it } from 'vitest';
import { migrations, programRoles, schema } from '../migrations.ts';
import { build } from './app.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const mebibyte = 1_048_576;

it('the relay starts as its own role and takes calls of the gateway with bodies of 4 MiB', async () => {
  const database = await createTestDatabase({ schema, programRoles, migrations });
  const callers = createTestCallers();
  const { routes, components, limits } = build(
    { database: { url: database.urlOf('relay') }, installations: {} },
    {
      integration: createInProcessTransport({
        from: 'relay',
        to: 'integration',
        routes: () => {},
        verifier: callers.verifier('integration'),
        minter: callers.minter('relay'),
        logger,
      }),
      sealer: createSealer(parseSealingKeys(generateSealingKey())),
      logger,
    },
  );
  const verifier = callers.verifier('relay');
  const server = createRpcServer({ service: 'relay', routes, verifier, logger, port: 0, ...limits });
  const runtime = createRuntime([...components, server], logger);
  try {
    await runtime.start();
    expect(await runtime.notReady()).toEqual({});
    const baseUrl = `http://127.0.0.1:${server.port()}`;
    const minter = callers.minter('gateway');
    const transport = createRpcTransport({ from: 'gateway', to: 'relay', baseUrl, minter });
    const relayed = (bytes: number) =>
      transport.bodies(RelayService.method.relay, {}, new Uint8Array(bytes), { timeoutMs: 60_000 });
    // The call carries no caller. A body that is too large is refused before.
    await expect(relayed(4 * mebibyte)).rejects.toMatchObject({ code: Code.Internal });
    await expect(relayed(4 * mebibyte + 1)).rejects.toMatchObject({ code: Code.ResourceExhausted });
    await transport.close();
  } finally {
    await runtime.stop();
    await database.drop();
  }
});
