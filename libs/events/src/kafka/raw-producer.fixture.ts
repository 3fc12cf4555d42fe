import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';

/** CRC-32C, which `node:zlib` does not have. */
const crc32c = createRequire(import.meta.url)('kafkajs/src/protocol/recordBatch/crc32C') as (
  bytes: Buffer,
) => number;

/** One record as its producer chooses it, also as no client library would write it. */
export interface RawRecord {
  readonly key?: Buffer | null;
  readonly value?: Buffer | null;
  readonly headers?: readonly (readonly [name: string, value: Buffer | null])[];
  /** Default: the position of the record in its batch. */
  readonly offsetDelta?: number;
}

export interface RawBatch {
  readonly topic: string;
  readonly records: readonly RawRecord[];
  /** Bits of the batch: compression, transaction, control. Default 0. */
  readonly attributes?: number;
  /** Milliseconds since the epoch. Default: now. */
  readonly timestamp?: bigint;
  /** Default: the right one. */
  readonly crc?: number;
}

const int = (bytes: 1 | 2 | 4, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};
const int64 = (value: bigint): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(value);
  return buffer;
};
const text = (value: string): Buffer => Buffer.concat([int(2, Buffer.byteLength(value)), Buffer.from(value)]);

/** A zigzag varint of up to 32 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = ((value << 1) ^ (value >> 31)) >>> 0;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}
const varbytes = (bytes: Buffer | null): Buffer =>
  bytes === null ? varint(-1) : Buffer.concat([varint(bytes.byteLength), bytes]);

/** A record with its length in front, as in a batch. */
export function recordOf({ key = null, value = null, headers = [], offsetDelta = 0 }: RawRecord): Buffer {
  const fields = headers.flatMap(([name, content]) => [varbytes(Buffer.from(name)), varbytes(content)]);
  return varbytes(
    Buffer.concat([
      int(1, 0),
      varint(0),
      varint(offsetDelta),
      varbytes(key),
      varbytes(value),
      varint(headers.length),
      ...fields,
    ]),
  );
}

function batchOf({ records, attributes = 0, timestamp = BigInt(Date.now()), crc }: RawBatch): Buffer {
  const body = Buffer.concat([
    int(2, attributes),
    int(4, records.length - 1),
    int64(timestamp),
    int64(timestamp),
    int64(-1n),
    int(2, -1),
    int(4, -1),
    int(4, records.length),
    ...records.map((record, index) => recordOf({ offsetDelta: index, ...record })),
  ]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc ?? crc32c(body)) >>> 0);
  return Buffer.concat([int64(0n), int(4, body.byteLength + 9), int(4, -1), int(1, 2), sum, body]);
}

/**
 * Writes a batch to partition 0 of a topic by Produce version 3, byte by byte, because kafkajs refuses or repairs some of what
 * the protocol allows. Resolves with Kafka's error code: 0 means that the broker has stored the batch.
 */
export async function produceRaw(broker: string, batch: RawBatch): Promise<number> {
  const [host, port] = broker.split(':');
  const socket = connect({ host: host ?? '', port: Number(port) });
  try {
    await once(socket, 'connect');
    const records = batchOf(batch);
    const header = Buffer.concat([int(2, 0), int(2, 3), int(4, 1), text('outsider')]);
    const options = Buffer.concat([int(2, -1), int(2, -1), int(4, 5_000)]);
    const partition = Buffer.concat([int(4, 1), int(4, 0), int(4, records.byteLength), records]);
    const request = Buffer.concat([header, options, int(4, 1), text(batch.topic), partition]);
    socket.write(Buffer.concat([int(4, request.byteLength), request]));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    // After size and correlation id: one topic with its name, one partition with its number and the error code.
    return answer.readInt16BE(8 + 4 + 2 + Buffer.byteLength(batch.topic) + 4 + 4);
  } finally {
    socket.destroy();
  }
}
