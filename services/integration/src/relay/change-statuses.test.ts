import type { Queryable } from '@patchbay/database/query';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ChangeStatusesOptions, createChangeStatuses } from './change-statuses.ts';

const second = 1_000;
const noDeadline = new AbortController().signal;

/** Notes as Postgres has them, and the statuses of a process that writes there. */
async function start(options: Partial<ChangeStatusesOptions> = {}) {
  const { logger, lines } = createLog();
  const clock = createManualClock();
  const postgres = {
    isAway: false,
    /** By id: those that the trail does not have. */
    notes: new Map<string, unknown>(),
    attempts: [] as unknown[],
    /** What happens to an update after Postgres has made it. */
    acknowledge: async (): Promise<void> => {},
  };
  const db: Queryable = {
    now: () => clock.now(),
    async query<Row>(_statement: unknown, [id, status]: readonly unknown[] = []) {
      postgres.attempts.push(id);
      if (postgres.isAway) throw new Error('away');
      const isThere = postgres.notes.has(id as string);
      if (isThere) postgres.notes.set(id as string, status);
      await postgres.acknowledge();
      return (isThere ? [{ answered: 1 }] : []) as Row[];
    },
  };
  const { component, writerFor } = createChangeStatuses({ db, logger, clock, ...options });
  await component.start?.();
  onTestFinished(() => component.stop?.());
  /** Notes a change; resolves with what writes its status. */
  const note = (id: string) => {
    postgres.notes.set(id, undefined);
    return writerFor({ id, organizationId: 'o', integrationId: 'i', requestId: `request of ${id}` });
  };
  const lost = () =>
    lines
      .filter(({ msg }) => msg === 'status of a relayed change was lost')
      .map(({ level, change, status, reason }) => [level, change, status, reason]);
  return { note, component, postgres, clock, lines, lost };
}

describe('the status of a relayed change', () => {
  it('a status that could not be written does not hold the answer up, and is written when Postgres is back', async () => {
    const { note, postgres, clock, lost } = await start();
    const [first, next] = [note('a'), note('b')];
    postgres.isAway = true;
    await first(200);
    await next(404);
    await clock.advance(600 * second);
    expect([...postgres.notes.values()]).toEqual([undefined, undefined]);
    postgres.isAway = false;
    await clock.advance(2 * second);
    expect([...postgres.notes]).toEqual([
      ['a', 200],
      ['b', 404],
    ]);
    expect(lost()).toEqual([]);
  });

  it('a status that is written at once is not written again', async () => {
    const { note, postgres, clock } = await start();
    await note('a')(200);
    await clock.advance(60 * second);
    expect(postgres.attempts).toEqual(['a']);
  });

  it('a change whose status is not known is not kept: it is recorded without one all the same', async () => {
    const { note, postgres, clock } = await start();
    const write = note('a');
    postgres.isAway = true;
    await write(null);
    await clock.advance(60 * second);
    expect(postgres.attempts).toEqual(['a']);
  });

  it('a status whose acknowledgement was lost is written again, unless the trail has taken it since', async () => {
    const { note, postgres, clock, lost } = await start();
    postgres.acknowledge = () => Promise.reject(new Error('the connection was lost'));
    await note('there')(200);
    await note('taken')(201);
    expect([...postgres.notes.values()]).toEqual([200, 201]);
    postgres.notes.delete('taken');
    postgres.acknowledge = async () => {};
    await clock.advance(2 * second);
    expect([...postgres.notes]).toEqual([['there', 200]]);
    const attempts = postgres.attempts.length;
    await clock.advance(60 * second);
    expect(postgres.attempts).toHaveLength(attempts);
    expect(lost()).toEqual([]);
  });

  it('a status that comes after its change was recorded without one is logged', async () => {
    const { note, postgres, clock, lost } = await start();
    const write = note('a');
    postgres.isAway = true;
    await write(200);
    await clock.advance(300 * second);
    postgres.notes.delete('a');
    postgres.isAway = false;
    await clock.advance(2 * second);
    expect(lost()).toEqual([['error', 'a', 200, 'note_gone']]);
  });

  it('a process keeps a bounded number of statuses, and logs the oldest one that it gives up', async () => {
    const { note, postgres, clock, lost } = await start({ maxKept: 2 });
    const writers = ['a', 'b', 'c'].map(note);
    postgres.isAway = true;
    for (const write of writers) await write(200);
    expect(lost()).toEqual([['error', 'a', 200, 'too_many']]);
    postgres.isAway = false;
    await clock.advance(2 * second);
    expect([...postgres.notes.values()]).toEqual([undefined, 200, 200]);
  });
});

describe('a relay that stops while Postgres is away', () => {
  it('a relay that drains tries on, and loses no status if Postgres is back before the deadline', async () => {
    const { note, postgres, clock, component, lost } = await start();
    const write = note('a');
    postgres.isAway = true;
    await write(200);
    const drained = component.drain?.(noDeadline);
    await clock.advance(30 * second);
    expect(postgres.notes.get('a')).toBeUndefined();
    postgres.isAway = false;
    await clock.advance(2 * second);
    await drained;
    expect(postgres.notes.get('a')).toBe(200);
    await component.stop?.();
    expect(lost()).toEqual([]);
  });

  it('a relay that stops logs each status that it has not written, with what finds its change and nothing more', async () => {
    const { note, postgres, clock, component, lines, lost } = await start();
    const [first, next] = [note('a'), note('b')];
    postgres.isAway = true;
    await first(200);
    await next(500);
    const drained = component.drain?.(clock.deadline(30 * second));
    await clock.advance(30 * second);
    await drained;
    await component.stop?.();
    expect(lost()).toEqual([
      ['error', 'a', 200, 'stopped'],
      ['error', 'b', 500, 'stopped'],
    ]);
    const { level: _level, time: _time, service: _service, ...fields } = lines.at(-2) ?? {};
    expect(fields).toEqual({
      msg: 'status of a relayed change was lost',
      change: 'a',
      organizationId: 'o',
      integration: 'i',
      requestId: 'request of a',
      status: 200,
      reason: 'stopped',
    });
  });

  it('a status whose attempt has no result yet when the relay stops is logged once', async () => {
    const { note, postgres, clock, component, lost } = await start();
    const [first, kept, late] = [note('first'), note('kept'), note('late')];
    postgres.isAway = true;
    await kept(200);
    postgres.isAway = false;
    const cut = Promise.withResolvers<void>();
    postgres.acknowledge = () => cut.promise;
    const writing = first(201);
    // The second attempt of the kept one begins, and hangs.
    await clock.advance(2 * second);
    const stopped = component.stop?.();
    await clock.advance(second);
    const atStop = lost();
    cut.reject(new Error('the connection was lost'));
    await Promise.all([writing, stopped]);
    await late(202);
    expect(atStop).toEqual([
      ['error', 'kept', 200, 'stopped'],
      ['error', 'first', 201, 'stopped'],
    ]);
    expect(lost()).toEqual([...atStop, ['error', 'late', 202, 'stopped']]);
  });
});
