import { hash } from 'node:crypto';
import {
  create as createMessage,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  toBinary,
} from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';
import type { Principal } from '@patchbay/access/caller';
import type { Transact, Transaction, TransactionOptions } from '@patchbay/database/transaction';
import { conflict } from '@patchbay/errors/failure';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import { type IdempotencyKey, idempotencyKeyOf, setKeyOutcome } from '@patchbay/rpc/idempotency-key';
import { type Seal, sealOf } from './sealed-answer.ts';
import { findAnswer, keepAnswer, type Place, tryLock } from './store.ts';

/** The two steps of a creation. Both run in one transaction. */
export interface Creation<Tx extends Transaction, Authorized, Answer> {
  /**
   * Refuses a caller who may not create this: everything that depends on credential, role and visibility. Runs before a
   * replay too, so that a caller who has lost the right does not get the first answer again.
   */
  readonly authorize: (tx: Tx) => Promise<Authorized>;
  /**
   * Creates it, and returns the answer of the method. Everything that depends on the state (taken, full, already there) is
   * checked here: the first creation has changed that state, and it must not refuse the replay.
   */
  readonly create: (tx: Tx, authorized: Authorized) => Promise<Answer>;
  /** The id of a workspace that the body names by its slug; undefined: it names none. Left out: bodies name none. */
  readonly workspaceIn?: (authorized: Authorized) => string | undefined;
}

/**
 * Runs a creation in one transaction. Where the call carries an Idempotency-Key, the sealed answer is inserted in the same
 * transaction, and a call with the same key, caller, path and body gets it again instead of creating a second time, unless the
 * path stands for another organization or workspace by now. Without a key it costs no statement.
 */
export type CreateOnce<Tx extends Transaction> = <Authorized, Answer extends MessageInitShape<DescMessage>>(
  transaction: string | TransactionOptions,
  context: HandlerContext,
  creation: Creation<Tx, Authorized, Answer>,
) => Promise<Answer>;

/** All sessions of a user are the same caller; each API key is a caller of its own, as for limits. */
const nameOf = (caller: Principal): string =>
  caller.type === 'api_key' ? `key ${caller.keyId}` : `user ${caller.userId}`;

/** The caller is that of the verified token: nobody can name another caller's key. */
function sealFor(context: HandlerContext, { key, scope, body }: IdempotencyKey): Seal {
  const { method } = context;
  const rpc = `${method.parent.typeName}/${method.name}`;
  return sealOf({ key, scope: [nameOf(principalOf(context)), rpc, scope], body });
}

/** What the slugs of a request stand for: another workspace or organization may have had them when an earlier request was made. */
function placeOf(context: HandlerContext, workspaceId: string | undefined): Place {
  const { access } = callOf(context);
  const ids = [access?.organization.id, access?.workspace?.id, workspaceId];
  return ids.some(Boolean) ? hash('sha256', JSON.stringify(ids), 'base64url') : null;
}

const stillRunning = () =>
  conflict('The first request with this Idempotency-Key is still running. Try again later.');
const anotherBody = () => conflict('This Idempotency-Key was used with another body. Use a new key.');

export function createOnceBy<Tx extends Transaction>(transact: Transact<Tx>): CreateOnce<Tx> {
  // Keys of running requests, from their start: the advisory lock is taken later, when the transaction has its turn.
  const running = new Set<string>();
  return async <Authorized, Answer extends MessageInitShape<DescMessage>>(
    transaction: string | TransactionOptions,
    context: HandlerContext,
    { authorize, create, workspaceIn }: Creation<Tx, Authorized, Answer>,
  ): Promise<Answer> => {
    const sent = idempotencyKeyOf(context);
    if (sent === undefined) return transact(transaction, async (tx) => create(tx, await authorize(tx)));

    const { output } = context.method;
    const seal = sealFor(context, sent);
    const attempt = async (tx: Tx) => {
      // Another process may be creating. Before `authorize`, which may wait for a row lock: a second request does not wait too.
      if (!(await tryLock(tx, seal))) throw stillRunning();
      const authorized = await authorize(tx);
      const place = placeOf(context, workspaceIn?.(authorized));
      const kept = await findAnswer(tx, seal, place);
      if (kept !== undefined) {
        const opened = seal.open(kept.sealed);
        if (opened === undefined) throw anotherBody();
        // The whole message, so an `Answer` too: `method` is the one that this handler serves.
        if (kept.isHere)
          return { answer: fromBinary(output, opened) as unknown as Answer, outcome: 'replayed' as const };
      }
      const made = await create(tx, authorized);
      await keepAnswer(tx, seal, seal.seal(toBinary(output, createMessage(output, made))), place);
      return { answer: made, outcome: 'kept' as const };
    };
    const request = seal.name.toString('base64url');
    if (running.has(request)) throw stillRunning();
    running.add(request);
    try {
      const { answer, outcome } = await transact(transaction, attempt);
      setKeyOutcome(context, outcome);
      return answer;
    } finally {
      running.delete(request);
    }
  };
}
