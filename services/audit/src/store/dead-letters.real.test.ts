import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { beforeEach, describe, expect, it } from 'vitest';
import { sharedTrail } from '../test-bed.fixture.ts';
import { endDeadLetter, insertDeadLetters, listDeadLetters } from './dead-letters.ts';

const trail = await sharedTrail();

type Given = Omit<MessageInitShape<typeof DeadLetterSchema>, '$typeName' | '$unknown'>;

const first = { topic: 't', partition: 1, offset: '7', consumer: 'audit', reason: 'no' };
const [key, value] = [Buffer.from('k'), Buffer.from('v')];
const letter = (given: Given = {}) => create(DeadLetterSchema, { ...first, key, value, ...given });

describe('the table of dead letters', () => {
  beforeEach(async () => void (await trail.db.pool.query('delete from dead_letters')));

  const all = () => listDeadLetters(trail.db, { ended: true, limit: 100 });

  it('a message has one waiting row, however often it is delivered', async () => {
    await insertDeadLetters(trail.db, [letter()]);
    await insertDeadLetters(trail.db, [letter({ reason: 'another' }), letter({ offset: '8' })]);
    expect((await all()).map(({ offset, reason }) => [offset, reason])).toEqual([
      ['7', 'no'],
      ['8', 'no'],
    ]);
  });

  it('a different message, and one whose row was ended, has a new row', async () => {
    const others: Given[] = [
      { topic: 'u' },
      { partition: 2 },
      { offset: '8' },
      { consumer: 'organization' },
      { key: Buffer.from('l') },
      { value: Buffer.from('w') },
    ];
    await insertDeadLetters(trail.db, [letter()]);
    await insertDeadLetters(trail.db, others.map(letter));
    const rows = await all();
    expect(rows).toHaveLength(1 + others.length);
    await endDeadLetter(trail.db, rows[0]?.id ?? '', 'discarded');
    await insertDeadLetters(trail.db, [letter()]);
    expect(await all()).toHaveLength(2 + others.length);
  });

  it('a list of dead letters holds only what it shows', async () => {
    await insertDeadLetters(trail.db, [letter(), letter({ offset: '8', value: Buffer.alloc(65_537) })]);
    const rows = await all();
    expect(rows.map((row) => row.value.byteLength)).toEqual([1, 0]);
    for (const row of rows) expect(row).not.toHaveProperty('key');
    for (const row of rows) expect(row).not.toHaveProperty('headers');
  });
});
