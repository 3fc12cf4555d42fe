import type { Transaction } from '@patchbay/database/transaction';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { maxEarlyMs } from '../domain/chain.ts';
import { findRecorded } from './append.ts';

/** Answers each statement with these rows; `asked` has the values of each. */
function txWith(rows: readonly object[]) {
  const asked: (readonly unknown[])[] = [];
  const query = async (_: unknown, values: readonly unknown[]) => {
    asked.push(values);
    return rows;
  };
  return { tx: { query } as unknown as Transaction, asked };
}

it('recorded events are looked up from the earliest one on', async () => {
  const [eventId, now] = [v7(), Date.now()];
  const { tx, asked } = txWith([{ removedBefore: new Date(0), organizationId: null, eventId: null }]);
  const events = Array.from({ length: 200_000 }, (_, index) => ({
    organizationId: 'one',
    eventId,
    occurredAt: new Date(now - (index % 1_000)),
  }));
  expect(await findRecorded(tx, events)).toEqual({ removedBefore: new Date(0), events: [] });
  expect(asked).toEqual([[[eventId], new Date(now - 999 - maxEarlyMs)]]);
});

it('nothing is recorded without the row of retention', async () => {
  const { tx } = txWith([]);
  const found = findRecorded(tx, [{ organizationId: 'one', eventId: v7(), occurredAt: new Date() }]);
  await expect(found).rejects.toThrow('retention has no row');
});
