import type { IHeaders, KafkaMessage } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { receivedMessage } from './received-message.ts';

const received = (fields: object) =>
  receivedMessage('t', 3, {
    offset: '7',
    timestamp: '1700000000000',
    key: null,
    value: null,
    headers: {},
    ...fields,
  } as KafkaMessage);
const headersOf = (headers: Record<string, unknown>) => received({ headers: headers as IHeaders }).headers;

describe('a received message', () => {
  it('a received message has key and value as bytes, which are empty if they are missing', () => {
    const bytes = Buffer.from([0xff, 0x00]);
    expect(received({ key: bytes, value: bytes })).toMatchObject({
      topic: 't',
      partition: 3,
      offset: '7',
      publishedMs: 1_700_000_000_000,
      keyBytes: bytes,
      value: bytes,
    });
    expect(received({})).toMatchObject({ key: '', keyBytes: new Uint8Array(), value: new Uint8Array() });
  });

  it('a received message has only the headers that consumers use', () => {
    const used = { signature: 's', 'signature-key': 'k', 'event-id': 'ä', traceparent: 't' };
    const bytes = Object.fromEntries(Object.entries(used).map(([name, text]) => [name, Buffer.from(text)]));
    expect(headersOf({ ...bytes, action: Buffer.from('x'), constructor: Buffer.from('x') })).toEqual(used);
  });

  it('a received message has the first value of a repeated header, and no header that is null or too long', () => {
    expect(headersOf({ signature: null, 'event-id': [null, Buffer.from('x')] })).toEqual({});
    expect(headersOf({ traceparent: Buffer.alloc(257, 'x'), 'event-id': Buffer.alloc(256, 'x') })).toEqual({
      'event-id': 'x'.repeat(256),
    });
    expect(headersOf({ signature: [Buffer.from('1'), Buffer.from('2')] })).toEqual({ signature: '1' });
  });

  it('the offset of a received message is at most the end of its batch', () => {
    const batchContext = { firstOffset: '9007199254740993', lastOffsetDelta: 2 };
    const offsetOf = (offset: string) => received({ offset, batchContext }).offset;
    expect(offsetOf('9007199254740994')).toBe('9007199254740994');
    expect(offsetOf('9007199254740996')).toBe('9007199254740995');
  });
});
