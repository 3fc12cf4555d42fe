import type {
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';
import type { CallValues } from './caller.ts';

/**
 * The implementation of one method; throws `Failure`. A server-streaming one is an async generator function: `next` is
 * called when the reader wants the next message, `return` when the reader leaves.
 */
export type Method<M extends DescMethodUnary | DescMethodServerStreaming> = (
  request: MessageShape<M['input']>,
  context: HandlerContext,
) => M extends DescMethodServerStreaming
  ? AsyncIterable<MessageInitShape<M['output']>>
  : Promise<MessageInitShape<M['output']>>;

/** A unary method that needs nothing of its call but the caller, so that another method can run it too. */
export type Read<M extends DescMethodUnary> = (
  request: MessageShape<M['input']>,
  context: CallValues,
) => Promise<MessageInitShape<M['output']>>;

/** Every method of a service: routes `satisfies` it, so that a missing one does not compile. `router.service` takes a part. */
export type Methods<S extends DescService> = {
  [Name in keyof S['method']]: S['method'][Name] extends DescMethodUnary | DescMethodServerStreaming
    ? Method<S['method'][Name]>
    : never;
};
