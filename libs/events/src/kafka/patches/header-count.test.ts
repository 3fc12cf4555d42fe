import { createRequire } from 'node:module';
import type { IHeaders } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { type RawRecord, recordOf } from '../raw-producer.fixture.ts';
import { freshModule } from './fresh-module.fixture.ts';
import { type DecoderClass, decoderModule, maxHeaders, patchHeaderCount } from './header-count.ts';

const decodeRecord = createRequire(import.meta.url)('kafkajs/src/protocol/recordBatch/record/v0/decoder') as (
  decoder: unknown,
  batch: { firstOffset: string; firstTimestamp: string },
) => { key: Buffer | null; value: Buffer | null; headers: IHeaders };

const position = { firstOffset: '0', firstTimestamp: '0' };

/** Reads a record as kafkajs does in the answer to a fetch. */
function decode(record: RawRecord) {
  const decoderClass = freshModule(decoderModule) as DecoderClass;
  patchHeaderCount(decoderClass);
  const bytes = new decoderClass(recordOf(record)).readVarIntBytes();
  return decodeRecord(new decoderClass(bytes), position);
}

describe('the decoder of records', () => {
  it('kafkajs copies all headers of a record for each header: else the patch is no longer needed', () => {
    let copied = false;
    const headers = {
      reduce(step: (headers: object, header: { key: string; value: Buffer }) => object, first: object) {
        const next = step(first, { key: 'a', value: Buffer.from('1') });
        copied = next !== first;
        return next;
      },
    };
    const decoder = {
      readInt8: () => 0,
      readVarInt: () => 0,
      readVarLong: () => 0,
      readVarIntBytes: () => null,
      readVarIntArray: () => headers,
    };
    expect(Object.keys(decodeRecord(decoder, position).headers)).toEqual(['a']);
    expect(copied).toBe(true);
  });

  it('the patched decoder of records reads key, value and headers', () => {
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

  it('the patched decoder of records reads only the first headers of many', () => {
    const headers = Array.from({ length: 1_000 }, (_, index) => [`h${index}`, Buffer.from('x')] as const);
    expect(Object.keys(decode({ headers }).headers)).toEqual(
      headers.slice(0, maxHeaders).map(([name]) => name),
    );
  });
});
