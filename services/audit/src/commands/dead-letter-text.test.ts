import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { describe, expect, it } from 'vitest';
import type { StoredDeadLetter } from '../store/dead-letters.ts';
import { described, lineOf, printable } from './dead-letter-text.ts';

const event = create(EventSchema, {
  id: '0192f3c0-0000-7000-8000-000000000001',
  action: 'user.updated',
  occurredAt: timestampFromDate(new Date('2026-11-15T10:00:00.123Z')),
  userId: 'u1',
  actor: { type: 'user', id: 'u1', email: 'ada@example.com', name: 'Ada' },
  target: { type: 'user', id: 'u1', name: 'Ada Lovelace' },
  changes: [{ field: 'name', after: { kind: { case: 'stringValue', value: 'Countess' } } }],
  metadata: { reason: 'marriage' },
  ipAddress: '192.0.2.1',
  userAgent: 'browser',
  requestId: 'r1',
});

const deadLetter = (given: Partial<StoredDeadLetter> = {}): StoredDeadLetter => ({
  id: '7',
  topic: 'patchbay.identity.events.v1',
  partition: 3,
  offset: '17',
  consumer: 'audit',
  reason: 'it is signed with an unknown key',
  failedAt: new Date('2026-11-15T10:00:01.000Z'),
  headers: { signature: 'AAAA', 'signature-key': 'thumb' },
  key: Buffer.from('u1'),
  value: Buffer.from(toBinary(EventSchema, event)),
  endedAt: null,
  outcome: null,
  ...given,
});

const personal = /ada@|Ada|Countess|marriage|192\.0|browser/;

describe('a dead letter for the operator', () => {
  it('the line of a dead letter has ids, action and reason, without personal data', () => {
    const line = lineOf(deadLetter());
    expect(line).toBe(
      '7  2026-11-15T10:00:01.000Z  patchbay.identity.events.v1/3@17  user.updated  0192f3c0-0000-7000-8000-000000000001  it is signed with an unknown key',
    );
    expect(lineOf(deadLetter({ outcome: 'replayed' }))).toContain('  replayed  ');
  });

  it('a dead letter without an event has a line', () => {
    expect(lineOf(deadLetter({ value: Buffer.from('not an event') }))).toContain('@17  -  -  it is');
    expect(lineOf(deadLetter({ value: Buffer.alloc(0) }))).toContain('@17  -  -  it is');
  });

  it('a dead letter is shown without values unless they are asked for', () => {
    const outline = described(deadLetter(), { values: false });
    expect(JSON.parse(outline)).toMatchObject({
      id: '7',
      reason: 'it is signed with an unknown key',
      signatureKey: 'thumb',
      event: {
        action: 'user.updated',
        userId: 'u1',
        occurredAt: '2026-11-15T10:00:00.123Z',
        actor: { type: 'user', id: 'u1' },
        changedFields: ['name'],
        metadataNames: ['reason'],
      },
    });
    expect(outline).not.toMatch(personal);
    const whole = JSON.parse(described(deadLetter(), { values: true }));
    expect(whole.event.actor.email).toBe('ada@example.com');
    expect(whole.event.changes).toEqual([{ field: 'name', after: 'Countess' }]);
  });

  it('the values of a message that is no event are shown as bytes', () => {
    const garbage = deadLetter({ value: Buffer.from('garbage') });
    expect(JSON.parse(described(garbage, { values: false }))).toMatchObject({ event: null, valueBytes: 7 });
    expect(described(garbage, { values: false })).not.toContain('Z2FyYmFnZQ==');
    expect(JSON.parse(described(garbage, { values: true })).value).toBe('Z2FyYmFnZQ==');
  });

  it('a dead letter cannot control the terminal', () => {
    const hostile = '\u001b[2J\u009b1mx\u202e\n';
    const forged = deadLetter({
      value: Buffer.from(
        toBinary(EventSchema, create(EventSchema, { id: hostile, action: hostile.repeat(20) })),
      ),
    });
    // oxlint-disable-next-line no-control-regex
    const unprintable = /[^\x20-\x7e\n…]/;
    expect(lineOf(forged)).not.toMatch(unprintable);
    expect(lineOf(forged)).not.toContain('\n');
    for (const values of [true, false]) {
      const shown = described(forged, { values });
      expect(shown).not.toMatch(unprintable);
      expect(JSON.parse(shown).event.id).toBe(hostile);
    }
    expect(printable('x'.repeat(65))).toHaveLength(64);
  });

  it('a dead letter with an invalid time is shown', () => {
    const odd = create(EventSchema, { id: 'x', occurredAt: { seconds: 10n ** 15n } });
    const shown = described(deadLetter({ value: Buffer.from(toBinary(EventSchema, odd)) }), { values: true });
    expect(JSON.parse(shown).event.id).toBe('x');
  });
});
