import { createRouterTransport } from '@connectrpc/connect';
import { createInProcessBus } from '@patchbay/events/in-process';
import { topicOf } from '@patchbay/events/topics';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createTestDatabase } from '@patchbay/testing/postgres';
import { Client } from 'pg';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { build } from './app.ts';
import { migrations, programRoles, schema } from './migrations.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('the integration service', () => {
  it('the integration service publishes the events in its outbox', async () => {
    const database = await createTestDatabase({ schema, programRoles, migrations });
    const { publisher, source } = createInProcessBus({ logger });
    const received = Promise.withResolvers<readonly string[]>();
    const topic = topicOf(schema);
    const consumer = source.subscribe({
      group: 'test',
      topics: [topic],
      async handle(batch) {
        received.resolve(batch.map(({ key }) => key));
      },
    });
    const { components } = build(
      {
        database,
        installations: {},
        publicUrl: 'https://api.example',
        portalUrl: 'https://portal.example',
        verificationIntervalMs: 21_600_000,
      },
      {
        publisher,
        source: createTestEventKeys().verified(source),
        organization: createRouterTransport(() => {}),
        sealer: createSealer(parseSealingKeys(generateSealingKey())),
        logger,
      },
    );
    const runtime = createRuntime([consumer, ...components], logger);
    const client = new Client({ connectionString: database.url });
    try {
      await client.connect();
      await client.query('insert into outbox (id, topic, key, payload) values ($1, $2, $3, $4)', [
        v7(),
        topic,
        'organization',
        Buffer.from('event'),
      ]);
      await runtime.start();
      expect(await runtime.notReady()).toEqual({});
      expect(await received.promise).toEqual(['organization']);
    } finally {
      await runtime.stop();
      await client.end();
      await database.drop();
    }
  });
});
