import { internal } from '@patchbay/errors/failure';
import { startedTransactions } from './prisma.ts';
import { type Transact, type Transaction, transactBy } from './transaction.ts';
import { type TransactionQueries, transactionQueries } from './transaction-queries.ts';

/** A transaction of a service's Prisma client. `query` and the models share its connection, so their order is kept. */
export interface PrismaTransaction<Client> extends Transaction {
  /** The models alone: raw statements go through `query`, which prepares them and gives rows as the database does. */
  readonly prisma: Omit<Client, `$${string}`>;
}

/** Any service's Prisma client; `Client` is what it hands to the work of a transaction. */
export interface TransactionOpener<Client> {
  $transaction<R>(
    work: (client: Client) => Promise<R>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<R>;
}

/** How long to wait for a connection; not below the pool's own limit, so that the pool's error is the one seen. */
const maxWaitMs = 4_000;

/** Transactions of a Prisma client whose adapter is `prismaAdapter`. */
export const createPrismaTransact = <Client>(
  prisma: TransactionOpener<Client>,
): Transact<PrismaTransaction<Client>> =>
  transactBy((name, work, timeoutMs) => {
    let queries: TransactionQueries | undefined;
    const started = {
      begun: (query: Transaction['query']) => {
        queries = transactionQueries(name, query);
      },
      ending: () => queries?.end(),
    };
    const inside = async (client: Client) => {
      if (queries === undefined) throw internal('the Prisma client was not created with prismaAdapter');
      try {
        return await work({ transactionName: name, query: queries.query, prisma: client });
      } finally {
        queries.end();
      }
    };
    return startedTransactions.run(started, () =>
      prisma.$transaction(inside, { maxWait: maxWaitMs, timeout: timeoutMs }),
    );
  });
