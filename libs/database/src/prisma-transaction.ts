import { internal } from '@patchbay/errors/failure';
import type { Database } from './pool.ts';
import { transactionHooks } from './prisma.ts';
import { type Transact, type Transaction, transactBy } from './transaction.ts';
import { type TransactionQueries, transactionQueries } from './transaction-queries.ts';

/** A transaction of a service's Prisma client. `query` and the models use the same connection and keep their order. */
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

/** Prisma waits this much longer for a connection than the pool does, so that the pool's own error is thrown. */
const connectMarginMs = 1_000;

/** Transactions of a Prisma client whose adapter is `prismaAdapter` of the same database. */
export const createPrismaTransact = <Client>(
  prisma: TransactionOpener<Client>,
  database: Database,
): Transact<PrismaTransaction<Client>> =>
  transactBy(database, (name, work, timeoutMs, locks) => {
    let queries: TransactionQueries | undefined;
    const hooks = {
      afterBegin: (query: Transaction['query']) => {
        queries = transactionQueries(name, query, locks);
      },
      statementFailed: () => queries?.statementFailed(),
      beforeEnd: () => queries?.end(),
    };
    const runWork = async (client: Client) => {
      if (queries === undefined) throw internal('the Prisma client was not created with prismaAdapter');
      try {
        const { query, lockRow } = queries;
        const result = await work({ transactionName: name, query, lockRow, prisma: client });
        queries.refuseIfAborted();
        return result;
      } finally {
        queries.end();
      }
    };
    return transactionHooks.run(hooks, () =>
      prisma.$transaction(runWork, {
        maxWait: database.connectTimeoutMs + connectMarginMs,
        timeout: timeoutMs,
      }),
    );
  });
