import type { DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { ServedCall } from '../server/serve-call.ts';

/** The body of an answer: as a whole where it is known, otherwise in parts as they come. */
export type Body = Uint8Array | AsyncIterable<Uint8Array>;

export const isWhole = (body: Body): body is Uint8Array => body instanceof Uint8Array;

export interface Answered<Message> {
  readonly message: Message;
  readonly body: Body;
}

/**
 * The implementation of a method whose request and answer each have a body of bytes beside the message; throws `Failure`. The next part of
 * the answer is asked for when the reader has taken the one before. `context.signal` aborts when the answer ends before its last part:
 * whoever answers with a stream has to destroy it then, because nobody may have begun to read it.
 */
export type BodyMethod<M extends DescMethodUnary> = (
  request: MessageShape<M['input']>,
  body: Uint8Array,
  context: ServedCall,
) => Promise<Answered<MessageInitShape<M['output']>>>;
