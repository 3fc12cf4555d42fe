import '@patchbay/telemetry/fresh-modules';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Database } from './pool.ts';
import { createPrismaTransact, prismaAdapter } from './prisma.ts';
import { createScratchDatabase, patient, type ScratchDatabase, silent } from './scratch-database.fixture.ts';
import { generateThingsClient, type ThingsClient, thingsTable } from './things-client.fixture.ts';

const exporter = new InMemorySpanExporter();
let scratch: ScratchDatabase;
let createClient: Awaited<ReturnType<typeof generateThingsClient>>;
let database: Database;
let prisma: ThingsClient;

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  [scratch, createClient] = await Promise.all([createScratchDatabase(), generateThingsClient()]);
  await scratch.run('create schema warehouse');
  await scratch.run(`set search_path to warehouse; ${thingsTable}`);
  database = createPool({ url: scratch.url, applicationName: 'warehouse', ...patient, logger: silent });
  prisma = createClient(prismaAdapter(database, 'warehouse'));
});
afterAll(async () => {
  await database.component.stop();
  await scratch.drop();
});

describe('Prisma on the pool', () => {
  it('Prisma reads and writes in the schema that the adapter was given', async () => {
    await prisma.thing.create({ data: { id: 1, name: 'one' } });
    expect(await scratch.run('select * from warehouse.things')).toEqual([{ id: 1, name: 'one' }]);
  });

  it('Prisma writes times in UTC, whatever the time zone of the server is', async () => {
    const [{ name } = { name: '' }] = await scratch.run<{ name: string }>(
      'select current_database() as name',
    );
    await scratch.run(`alter database ${name} set timezone to 'America/New_York'`);
    const elsewhere = createPool({
      url: scratch.url,
      applicationName: 'warehouse',
      ...patient,
      logger: silent,
    });
    const there = createClient(prismaAdapter(elsewhere, 'warehouse'));
    const noon = new Date('2026-01-01T12:00:00.000Z');
    const [row] = await there.$queryRawUnsafe<{ same: boolean }[]>(
      `select $1::timestamptz = '2026-01-01T12:00:00Z'::timestamptz as same`,
      noon,
    );
    await elsewhere.component.stop();
    expect(row).toEqual({ same: true });
  });

  it('statements of a Prisma transaction are spans inside of its span, without values', async () => {
    exporter.reset();
    await createPrismaTransact(prisma, database)('create thing', async (tx) => {
      await tx.prisma.thing.create({ data: { id: 2, name: 'hunter2' } });
      await tx.query({ name: 'thing by name', text: 'select id from warehouse.things where name = $1' }, [
        'hunter2',
      ]);
    });
    const spans = exporter.getFinishedSpans();
    const outer = spans.find(({ name }) => name === 'transaction create thing');
    const inner = spans.filter(
      ({ parentSpanContext }) => parentSpanContext?.spanId === outer?.spanContext().spanId,
    );
    expect(inner.map(({ name }) => name)).toEqual([
      'db BEGIN',
      'db INSERT things',
      'db thing by name',
      'db COMMIT',
    ]);
    expect(JSON.stringify(spans.map(({ attributes, events }) => [attributes, events]))).not.toContain(
      'hunter2',
    );
  });

  it('the pool stays open when Prisma disconnects', async () => {
    await prisma.$disconnect();
    expect(await database.query({ name: 'one', text: 'select 1 as one' })).toEqual([{ one: 1 }]);
  });
});
