import { createRequire } from 'node:module';
import type { IHeaders } from 'kafkajs';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxHeaders, patchHeaderCount } from './header-count-patch.ts';
import { type RawRecord, recordOf } from './raw-producer.fixture.ts';

interface Decoder {
  readVarIntBytes(): Buffer;
}
const load = createRequire(import.meta.url);
const decoderClass = load('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => Decoder;
const decodeRecord = load('kafkajs/src/protocol/recordBatch/record/v0/decoder') as (
  decoder: Decoder,
  batch: { firstOffset: string; firstTimestamp: string },
) => { key: Buffer | null; value: Buffer | null; headers: IHeaders };

/** Reads a record as kafkajs does in the answer to a fetch. */
const decode = (record: RawRecord) =>
  decodeRecord(new decoderClass(new decoderClass(recordOf(record)).readVarIntBytes()), {
    firstOffset: '0',
    firstTimestamp: '0',
  });

describe('the patched decoder of records', () => {
  beforeAll(patchHeaderCount);

  it('reads key, value and headers', () => {
    const one = Buffer.from('1');
    const two = Buffer.from('2');
    const record = decode({
      key: Buffer.from('k'),
      value: Buffer.from('v'),
      headers: [
        ['a', one],
        ['b', null],
        ['c', one],
        ['c', two],
      ],
    });
    expect(record).toMatchObject({ key: Buffer.from('k'), value: Buffer.from('v') });
    expect(record.headers).toEqual({ a: one, b: null, c: [one, two] });
    expect(decode({}).headers).toEqual({});
  });

  it('reads only the first headers of many', () => {
    const headers = Array.from({ length: 1_000 }, (_, index) => [`h${index}`, Buffer.from('x')] as const);
    expect(Object.keys(decode({ headers }).headers)).toEqual(
      headers.slice(0, maxHeaders).map(([name]) => name),
    );
  });
});
