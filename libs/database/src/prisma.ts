import type { Tracer } from '@opentelemetry/api';
import { attributes } from '@patchbay/telemetry/attributes';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { PrismaPg } from '@prisma/adapter-pg';
import { operationOf, tableOf } from './operation.ts';
import type { Database } from './pool.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>;

function traced<T>(tracer: Tracer, sql: string, work: () => Promise<T>): Promise<T> {
  const operation = operationOf(sql);
  const table = tableOf(sql);
  return inSpan(
    tracer,
    table === undefined ? `db ${operation}` : `db ${operation} ${table}`,
    {
      kind: SpanKind.CLIENT,
      attributes: { [attributes.dbSystem]: 'postgresql', [attributes.dbOperation]: operation },
    },
    work,
  );
}

/** Gives every statement of an adapter or a transaction its span. */
function traceQueries<Q extends Queryable>(queryable: Q, tracer: Tracer): Q {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (query) => traced(tracer, query.sql, () => queryRaw(query));
  queryable.executeRaw = (query) => traced(tracer, query.sql, () => executeRaw(query));
  return queryable;
}

class TracedPrismaPg extends PrismaPg {
  readonly #tracer: Tracer;

  constructor({ pool }: Database, schema: string) {
    super(pool, { schema, disposeExternalPool: false });
    this.#tracer = tracerOf(pool.options.application_name ?? schema);
  }

  override async connect(): Promise<Adapter> {
    const adapter = traceQueries(await super.connect(), this.#tracer);
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) =>
      traceQueries(await traced(this.#tracer, 'BEGIN', () => startTransaction(isolationLevel)), this.#tracer);
    return adapter;
  }
}

/** Prisma on the service's own pool, which stays the pool's to end. Each statement has a span. */
export const prismaAdapter = (database: Database, schema: string): PrismaPg =>
  new TracedPrismaPg(database, schema);
