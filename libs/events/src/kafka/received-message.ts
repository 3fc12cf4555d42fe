import type { IHeaders, KafkaMessage } from 'kafkajs';
import { signatureHeaders } from '../signature.ts';
import type { ReceivedMessage } from '../transport.ts';

/** The headers that consumers use. All others are left out: whoever may write to the topic chooses their number and size. */
const usedHeaders: readonly string[] = [
  signatureHeaders.signature,
  signatureHeaders.key,
  'event-id',
  'traceparent',
];

/** Maximum length of a header, in bytes; the longest of ours, the signature, has 88. A longer one counts as missing. */
const maxHeaderBytes = 256;

/** The first value of a header that is given several times. Values may be null, which the types of kafkajs do not say. */
function firstOf(value: IHeaders[string] | null): Buffer | string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return first ?? undefined;
}

const textHeaders = (headers: IHeaders = {}): Record<string, string> =>
  Object.fromEntries(
    usedHeaders.flatMap((name) => {
      const value = firstOf(headers[name]);
      return value === undefined || Buffer.byteLength(value) > maxHeaderBytes
        ? []
        : [[name, value.toString()]];
    }),
  );

/** The record batch that a message arrived in: all of it was written by one producer, in one request. */
interface RecordBatch {
  /** Assigned by the broker. */
  readonly firstOffset: string;
  /** Checked by the broker: the number of records minus one. */
  readonly lastOffsetDelta: number;
}

/** The types of kafkajs leave the batch out. */
type FetchedMessage = KafkaMessage & { readonly batchContext?: RecordBatch };

/**
 * The offset of a message, at most the last one of its batch. Within an uncompressed batch the broker does not check the offsets
 * of records. If the offset of a record was beyond its batch, committing it would skip messages of others, or would leave the
 * group at an offset that does not exist, from which it starts again at the beginning.
 */
function offsetOf({ offset, batchContext }: FetchedMessage): string {
  if (batchContext === undefined) return offset;
  const last = BigInt(batchContext.firstOffset) + BigInt(batchContext.lastOffsetDelta);
  return BigInt(offset) > last ? String(last) : offset;
}

/** Never throws, whatever a producer has sent. */
export const receivedMessage = (
  topic: string,
  partition: number,
  message: FetchedMessage,
): ReceivedMessage => ({
  topic,
  partition,
  offset: offsetOf(message),
  publishedMs: Number(message.timestamp),
  key: message.key?.toString() ?? '',
  keyBytes: message.key ?? new Uint8Array(),
  value: message.value ?? new Uint8Array(),
  headers: textHeaders(message.headers),
});
