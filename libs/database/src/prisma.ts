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

/** Callbacks for the code that opens an interactive transaction of Prisma. */
export interface TransactionHooks {
  /** BEGIN has succeeded: `query` runs on the transaction's own connection. */
  afterBegin(query: Queryable['query']): void;
  /** A statement of Prisma's models failed. */
  statementFailed(): void;
  /** COMMIT or ROLLBACK is about to be sent; afterwards the connection returns to the pool. */
  beforeEnd(): void;
}

/**
 * The hooks of the current `$transaction` call. Prisma offers no way to pass data between its driver adapter and the caller
 * of `$transaction`; but the adapter starts the transaction in the async context of that call, also with concurrent calls.
 */
export const transactionHooks = new AsyncLocalStorage<TransactionHooks>();

function traced<T>(tracer: Tracer, sql: string, work: () => Promise<T>): Promise<T> {
  const table = tableOf(sql);
  const operation = operationOf(sql);
  return inStatementSpan(tracer, table === undefined ? operation : `${operation} ${table}`, sql, work);
}

/** Wraps every statement of an adapter or a transaction in a span. */
function traceQueries<Q extends Pick<Adapter, 'queryRaw' | 'executeRaw'>>(queryable: Q, tracer: Tracer): Q {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (query) => traced(tracer, query.sql, () => queryRaw(query));
  queryable.executeRaw = (query) => traced(tracer, query.sql, () => executeRaw(query));
  return queryable;
}

/** Reads the `pg` connection of a transaction from a private property of the adapter. */
function connectionOf(transaction: AdapterTransaction): PoolClient {
  const { client } = transaction as unknown as { readonly client?: PoolClient };
  if (typeof client?.query !== 'function')
    throw internal('@prisma/adapter-pg hides its connection elsewhere');
  return client;
}

const endStatements = new Set(['COMMIT', 'ROLLBACK']);

/** Calls `beforeEnd` before COMMIT or ROLLBACK is sent, also when Prisma rolls back a transaction that timed out. */
function callHooks(transaction: AdapterTransaction, hooks: TransactionHooks): void {
  const noteFailure = (error: unknown): never => {
    hooks.statementFailed();
    throw error;
  };
  const queryRaw = transaction.queryRaw.bind(transaction);
  transaction.queryRaw = (query) => queryRaw(query).catch(noteFailure);
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = (query) => {
    if (!endStatements.has(query.sql)) return executeRaw(query).catch(noteFailure);
    hooks.beforeEnd();
    return executeRaw(query).catch((error: unknown) => {
      // It may never have been sent, because `pg` drops a queued statement that times out. The adapter gives the connection back to
      // the pool all the same: with the transaction still open, the next user of the connection would commit it.
      void connectionOf(transaction)
        .end()
        .catch(() => {});
      throw error;
    });
  };
  const commit = transaction.commit.bind(transaction);
  transaction.commit = () => {
    hooks.beforeEnd();
    return commit();
  };
  const rollback = transaction.rollback.bind(transaction);
  transaction.rollback = () => {
    hooks.beforeEnd();
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
      const hooks = transactionHooks.getStore();
      if (hooks !== undefined) {
        hooks.afterBegin(queryOn(connectionOf(transaction), this.#tracer));
        callHooks(transaction, hooks);
      }
      return traceQueries(transaction, this.#tracer);
    };
    return adapter;
  }
}

/** Prisma on the service's pool; `$disconnect` does not end the pool. Each statement has a span. */
export const prismaAdapter = (database: Database, schema: string): PrismaPg =>
  new TracedPrismaPg(database, schema);
