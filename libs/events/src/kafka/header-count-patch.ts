import { createRequire } from 'node:module';

/** The members of kafkajs' decoder of answers that the patch uses. */
interface Decoder {
  readVarInt(): number;
  readVarIntArray<Item>(read: (decoder: Decoder) => Item): Item[];
}

/** A private module of kafkajs, so package.json pins the exact version. */
const decoderClass = createRequire(import.meta.url)('kafkajs/src/protocol/decoder') as {
  readonly prototype: Decoder;
};

/** Headers of one message that are read; our own messages have five. */
export const maxHeaders = 32;

function readVarIntArray<Item>(this: Decoder, read: (decoder: Decoder) => Item): Item[] {
  const length = Math.min(this.readVarInt(), maxHeaders);
  const items: Item[] = [];
  while (items.length < length) items.push(read(this));
  return items;
}

/**
 * kafkajs copies all headers of a message that it has read so far for each further one: 10,000 headers, which fit into 58 KB,
 * block the process for a minute. The patch reads only the first ones. The only arrays that kafkajs reads by this method are
 * headers, and they are the end of a record, each of which has a decoder of its own: what is left unread is not missed.
 */
export function patchHeaderCount(): void {
  decoderClass.prototype.readVarIntArray = readVarIntArray;
}
