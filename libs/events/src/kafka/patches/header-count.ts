/**
 * Read with kafkajs 2.2.4, which package.json pins: this replaces a method of a private module.
 *
 * For each header of a message kafkajs copies all headers that it has read before: 10,000 headers, which fit into 58 KB, block
 * the process for a minute. The patch reads only the first ones. kafkajs reads no other arrays by this method, and headers are
 * the end of a record, which has a decoder of its own: nothing after the unread headers is lost.
 */
import { createRequire } from 'node:module';

/** The members of kafkajs' decoder of answers that the patch uses. */
interface Decoder {
  readVarInt(): number;
  readVarIntArray<Item>(read: (decoder: Decoder) => Item): Item[];
}

export interface DecoderClass {
  new (bytes: Buffer): Decoder & { readVarIntBytes(): Buffer };
  readonly prototype: Decoder;
}

export const decoderModule = 'kafkajs/src/protocol/decoder';

/** Headers of one message that are read; our own messages have five. */
export const maxHeaders = 32;

function readVarIntArray<Item>(this: Decoder, read: (decoder: Decoder) => Item): Item[] {
  const length = Math.min(this.readVarInt(), maxHeaders);
  const items: Item[] = [];
  while (items.length < length) items.push(read(this));
  return items;
}

export function patchHeaderCount(
  decoderClass = createRequire(import.meta.url)(decoderModule) as DecoderClass,
): void {
  decoderClass.prototype.readVarIntArray = readVarIntArray;
}
