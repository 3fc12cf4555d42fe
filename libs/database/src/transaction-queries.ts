import { internal } from '@patchbay/errors/failure';
import type { Queryable } from './queryable.ts';
import type { Transaction } from './transaction.ts';

export interface TransactionQueries extends Transaction {
  /**
   * Called before COMMIT or ROLLBACK is sent: from then on nothing is sent any more. The connection goes back to the pool
   * after that, and a late statement would run in somebody else's transaction.
   */
  end(): void;
}

/** The statements of one transaction. Those that were sent before its end run before it: `pg` keeps the order. */
export function transactionQueries(transactionName: string, query: Queryable['query']): TransactionQueries {
  let ended = false;
  return {
    transactionName,
    query: async (statement, values) => {
      if (ended) throw internal(`${statement.name}: the transaction ${transactionName} has ended already`);
      return query(statement, values);
    },
    end() {
      ended = true;
    },
  };
}
