import type { Transaction } from '@patchbay/database/transaction';
import { internal } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import type { Seal } from './sealed-answer.ts';

type Name = Pick<Seal, 'name'>;

const lock = {
  name: 'idempotency lock',
  text: 'select pg_try_advisory_xact_lock($1::bigint) as locked',
};
const find = {
  name: 'idempotency find',
  text: `select sealed_answer, (place = $3) is not false as here from idempotency_keys
         where name = $1 and expires_at > $2`,
};
const keep = {
  name: 'idempotency keep',
  text: `insert into idempotency_keys as kept (name, sealed_answer, expires_at, place)
         values ($1, $2, $4::timestamptz + make_interval(hours => $3), $5)
         on conflict (name) do update
         set sealed_answer = excluded.sealed_answer, expires_at = excluded.expires_at, place = excluded.place
         where kept.expires_at <= $4 or (kept.place = $5) is false
         returning true as kept`,
};

/** The organization and the workspace that an answer was made for; null: it is about neither. */
export type Place = string | null;

interface Kept {
  readonly sealed: Buffer;
  /** Whether it was made for this place. */
  readonly isHere: boolean;
}

/**
 * Takes an advisory lock on the name until the transaction ends; false, without waiting, where another transaction holds it.
 * Its key is the first 64 bits of the name: where those of two names are equal, one of two concurrent requests is refused.
 */
export async function tryLock(tx: Transaction, { name }: Name): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(lock, [name.readBigInt64BE(0).toString()]);
  return row?.locked === true;
}

/** Must be a later statement than `tryLock`: only then does it see what the previous holder of the lock committed. */
export async function findAnswer(tx: Transaction, { name }: Name, place: Place): Promise<Kept | undefined> {
  const [row] = await tx.query<{ sealed_answer: Buffer; here: boolean }>(find, [name, tx.now(), place]);
  return row && { sealed: row.sealed_answer, isHere: row.here };
}

/**
 * Replaces an expired answer, and one of another place. Any other is a bug: `findAnswer` would have found it under the same lock.
 */
export async function keepAnswer(
  tx: Transaction,
  { name }: Name,
  sealedAnswer: Buffer,
  place: Place,
): Promise<void> {
  const rows = await tx.query<{ kept: boolean }>(keep, [
    name,
    sealedAnswer,
    lifetimes.idempotencyKeyHours,
    tx.now(),
    place,
  ]);
  if (rows.length !== 1) throw internal('this idempotency key already has an answer');
}
