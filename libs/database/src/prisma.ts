import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tracer } from '@opentelemetry/api';
import { internal } from '@patchbay/errors/failure';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import type { Database } from './pool.ts';
import { inStatementSpan, operationOf, tableOf } from './query.ts';
import { type ConnectedTransaction, type Transact, type Transaction, transactOn } from './transaction.ts';

/** A transaction with a service's Prisma client. `query` and the models use the same connection and keep their order. */
export interface PrismaTransaction<Client> extends Transaction {
  /** Without the `$` methods: raw statements go through `query`, which prepares them and returns rows as `pg` does. */
  readonly prisma: Omit<Client, `$${string}`>;
}

/** Any service's Prisma client; `Client` is the type that `$transaction` passes to its callback. */
export interface TransactionOpener<Client> {
  $transaction<R>(
    work: (client: Client) => Promise<R>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<R>;
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type AdapterTransaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/**
 * The transaction that the current `$transaction` call belongs to. Prisma offers no way to pass data between its driver adapter and
 * the caller of `$transaction`; but the adapter starts the transaction in the async context of that call, also with concurrent calls.
 */
const callingTransaction = new AsyncLocalStorage<{ readonly tx: ConnectedTransaction; isJoined: boolean }>();

/** Longer than the timeout of the transaction, whose own error is thrown. */
const prismaMarginMs = 5_000;

/** Transactions of a Prisma client whose adapter is `prismaAdapter` of the same database. */
export const createPrismaTransact =
  <Client>(prisma: TransactionOpener<Client>, database: Database): Transact<PrismaTransaction<Client>> =>
  (transaction, work) => {
    const workWithPrisma = (tx: ConnectedTransaction) => {
      const calling = { tx, isJoined: false };
      const workWith = (client: Client) => {
        if (!calling.isJoined) throw internal('the Prisma client was not created with prismaAdapter');
        return work({ transactionName: tx.transactionName, query: tx.query, now: tx.now, prisma: client });
      };
      return callingTransaction.run(calling, () =>
        prisma.$transaction(workWith, { maxWait: prismaMarginMs, timeout: tx.timeoutMs + prismaMarginMs }),
      );
    };
    return transactOn(database, transaction, workWithPrisma);
  };

/** Prisma's adapter takes a pool: this one sends every query to the connection of one transaction and opens none. */
class TransactionPool extends Pool {
  constructor({ send }: ConnectedTransaction) {
    super();
    this.query = send;
  }
}

function traced<T>(tracer: Tracer, sql: string, work: () => Promise<T>): Promise<T> {
  const table = tableOf(sql);
  const operation = operationOf(sql);
  return inStatementSpan(tracer, table === undefined ? operation : `${operation} ${table}`, sql, work);
}

/**
 * Prisma on the service's pool, with a span for each statement. An interactive transaction runs on the connection of the transaction
 * that calls `$transaction`, which sends BEGIN and COMMIT itself: to Prisma both are done ("phantom queries").
 */
class PoolAdapterFactory extends PrismaPg {
  readonly #database: Database;
  readonly #schema: string;

  constructor(database: Database, schema: string) {
    super(database.pool, { schema, disposeExternalPool: false });
    this.#database = database;
    this.#schema = schema;
  }

  override async connect(): Promise<Adapter> {
    const adapter = this.#traced(await super.connect());
    adapter.startTransaction = () => this.#joinTransaction();
    return adapter;
  }

  async #joinTransaction(): Promise<AdapterTransaction> {
    const calling = callingTransaction.getStore();
    if (calling === undefined) throw internal('a Prisma transaction was not opened by createPrismaTransact');
    calling.isJoined = true;
    const pool = new TransactionPool(calling.tx);
    const adapter = this.#traced(await new PrismaPg(pool, { schema: this.#schema }).connect());
    return {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      options: { usePhantomQuery: true },
      queryRaw: (query) => adapter.queryRaw(query),
      executeRaw: (query) => adapter.executeRaw(query),
      async commit() {},
      async rollback() {},
    };
  }

  #traced(adapter: Adapter): Adapter {
    const { tracer } = this.#database;
    const queryRaw = adapter.queryRaw.bind(adapter);
    const executeRaw = adapter.executeRaw.bind(adapter);
    adapter.queryRaw = (query) => traced(tracer, query.sql, () => queryRaw(query));
    adapter.executeRaw = (query) => traced(tracer, query.sql, () => executeRaw(query));
    return adapter;
  }
}

/** Prisma on the service's pool; `$disconnect` does not end the pool. Each statement has a span. */
export const prismaAdapter = (database: Database, schema: string): PrismaPg =>
  new PoolAdapterFactory(database, schema);
