import { unavailable } from '@patchbay/errors/failure';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { beginReads, createReplicaReads } from './reads.ts';

const statement = { name: 'read', text: 'select' };
const gone = () => unavailable('away', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
const cancelled = () =>
  Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });

function setUp() {
  const { logger, lines } = createLog();
  let failure: (() => Error) | undefined;
  const asked: string[] = [];
  const clock = createManualClock();
  const reads = createReplicaReads({
    primary: {
      now: () => clock.now(),
      async query() {
        asked.push('primary');
        return [];
      },
    },
    replica: {
      now: () => clock.now(),
      async query() {
        asked.push('replica');
        if (failure !== undefined) throw failure();
        return [];
      },
    },
    logger,
    clock,
  });
  return {
    clock,
    reads,
    asked,
    messages: () => lines.map(({ msg }) => msg),
    failWith: (next: (() => Error) | undefined) => void (failure = next),
  };
}

describe('reads at a replica', () => {
  it('reads go to the primary while the replica does not answer, and return to it', async () => {
    const { clock, reads, asked, messages, failWith } = setUp();
    await reads.query(statement);
    failWith(gone);
    await reads.query(statement);
    await reads.query(statement);
    expect(asked.splice(0)).toEqual(['replica', 'replica', 'primary', 'primary']);
    await clock.advance(5_000);
    await reads.query(statement);
    failWith(undefined);
    await clock.advance(5_000);
    await reads.query(statement);
    expect(asked).toEqual(['replica', 'primary', 'replica']);
    expect(messages()).toEqual([
      'replica did not answer, trails are read at the primary',
      'replica recovered, trails are read there',
    ]);
  });

  it('the reads of one operation never return from the primary to the replica', async () => {
    const { clock, reads, asked, failWith } = setUp();
    const operation = beginReads(reads);
    failWith(cancelled);
    await operation.query(statement);
    failWith(undefined);
    await operation.query(statement);
    await beginReads(reads).query(statement);
    expect(asked.splice(0)).toEqual(['replica', 'primary', 'primary', 'replica']);

    failWith(gone);
    await reads.query(statement);
    failWith(undefined);
    const begunAtPrimary = beginReads(reads);
    await clock.advance(5_000);
    await begunAtPrimary.query(statement);
    expect(asked).toEqual(['replica', 'primary', 'primary']);
  });

  it('a read that fails at the replica for its statement is not sent to the primary', async () => {
    const { reads, asked, failWith } = setUp();
    failWith(() => new Error('column does not exist'));
    await expect(reads.query(statement)).rejects.toThrow('column does not exist');
    expect(asked).toEqual(['replica']);
  });
});
