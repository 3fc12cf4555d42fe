import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tracer } from '@opentelemetry/api';
import { internal } from '@patchbay/errors/failure';
import { tracerOf } from '@patchbay/telemetry/span';
import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolClient } from 'pg';
import { operationOf, tableOf } from './operation.ts';
import type { Database } from './pool.ts';
import { inStatementSpan, type Queryable, queryOn } from './queryable.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type AdapterTransaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** What whoever opens an interactive transaction of Prisma is told of it. */
export interface StartedTransaction {
  /** BEGIN was answered: `query` runs on the transaction's own connection. */
  begun(query: Queryable['query']): void;
  /** COMMIT or ROLLBACK is about to be sent; the connection goes back to the pool afterwards. */
  ending(): void;
}

/**
 * Prisma has no way to hand something from its driver adapter to the caller of `$transaction`. The async context of that
 * call is still there when the adapter starts the transaction, also where many are started at once.
 */
export const startedTransactions = new AsyncLocalStorage<StartedTransaction>();

function traced<T>(tracer: Tracer, sql: string, work: () => Promise<T>): Promise<T> {
  const table = tableOf(sql);
  const operation = operationOf(sql);
  return inStatementSpan(tracer, table === undefined ? operation : `${operation} ${table}`, sql, work);
}

/** Gives every statement of an adapter or a transaction its span. */
function traceQueries<Q extends Pick<Adapter, 'queryRaw' | 'executeRaw'>>(queryable: Q, tracer: Tracer): Q {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (query) => traced(tracer, query.sql, () => queryRaw(query));
  queryable.executeRaw = (query) => traced(tracer, query.sql, () => executeRaw(query));
  return queryable;
}

/** The adapter keeps the connection of a transaction in a property that its types hide. */
function connectionOf(transaction: AdapterTransaction): PoolClient {
  const { client } = transaction as unknown as { readonly client?: PoolClient };
  if (typeof client?.query !== 'function')
    throw internal('@prisma/adapter-pg hides its connection elsewhere');
  return client;
}

const endings = new Set(['COMMIT', 'ROLLBACK']);

/** Calls `ending` before the transaction is ended: by its work, or by Prisma when it takes too long. */
function announceEnd(transaction: AdapterTransaction, ending: () => void): void {
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = (query) => {
    if (endings.has(query.sql)) ending();
    return executeRaw(query);
  };
  const commit = transaction.commit.bind(transaction);
  transaction.commit = () => {
    ending();
    return commit();
  };
  const rollback = transaction.rollback.bind(transaction);
  transaction.rollback = () => {
    ending();
    return rollback();
  };
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
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await traced(this.#tracer, 'BEGIN', () => startTransaction(isolationLevel));
      const started = startedTransactions.getStore();
      if (started !== undefined) {
        started.begun(queryOn(connectionOf(transaction), this.#tracer));
        announceEnd(transaction, () => started.ending());
      }
      return traceQueries(transaction, this.#tracer);
    };
    return adapter;
  }
}

/** Prisma on the service's own pool, which stays the pool's to end. Each statement has a span. */
export const prismaAdapter = (database: Database, schema: string): PrismaPg =>
  new TracedPrismaPg(database, schema);
