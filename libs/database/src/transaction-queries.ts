import { internal } from '@patchbay/errors/failure';
import type { Queryable } from './queryable.ts';
import type { Transaction } from './transaction.ts';

export interface TransactionQueries extends Transaction {
  /**
   * Call it before COMMIT or ROLLBACK is sent: from then on `query` throws. The connection returns to the pool, where a late
   * statement would run inside the next transaction on that connection.
   */
  end(): void;
}

/** `query` of one transaction. `pg` keeps the order: statements sent before `end` run before COMMIT, awaited or not. */
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
