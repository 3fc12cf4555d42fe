import { internal } from '@patchbay/errors/failure';
import type { Queryable } from './queryable.ts';
import type { TransactionLocks } from './row-locks.ts';
import type { Transaction } from './transaction.ts';

export interface TransactionQueries extends Transaction {
  /** Call it when a statement failed that did not go through `query`. */
  statementFailed(): void;
  /**
   * Call it when the work has returned: throws where a statement failed and the work caught its error. Postgres has aborted such a
   * transaction: COMMIT would roll it back and report success.
   */
  refuseIfAborted(): void;
  /**
   * Call it before COMMIT or ROLLBACK is sent: from then on `query` throws. The connection returns to the pool, where a late
   * statement would run inside the next transaction on that connection.
   */
  end(): void;
}

/** `query` of one transaction. `pg` keeps the order: statements sent before `end` run before COMMIT, awaited or not. */
export function transactionQueries(
  transactionName: string,
  send: Queryable['query'],
  locks: TransactionLocks,
): TransactionQueries {
  let ended = false;
  let failed = false;
  const query: Queryable['query'] = async (statement, values) => {
    if (ended) throw internal(`${statement.name}: the transaction ${transactionName} has ended already`);
    try {
      return await send(statement, values);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  return {
    transactionName,
    query,
    lockRow: (lock, values) => locks.lockRow(query, lock, values),
    statementFailed() {
      failed = true;
    },
    refuseIfAborted() {
      if (failed)
        throw internal(`a statement of the transaction ${transactionName} failed and its error was caught`);
    },
    end() {
      ended = true;
    },
  };
}
