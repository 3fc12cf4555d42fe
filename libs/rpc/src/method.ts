import type {
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';

/**
 * One method: what a file under `rpc/` makes. Failures are thrown. A server-streaming one is an async generator function: it is
 * resumed when the reader wants the next message, and ended by its `return` when the reader leaves.
 */
export type Method<M extends DescMethodUnary | DescMethodServerStreaming> = (
  request: MessageShape<M['input']>,
  context: HandlerContext,
) => M extends DescMethodServerStreaming
  ? AsyncIterable<MessageInitShape<M['output']>>
  : Promise<MessageInitShape<M['output']>>;

/** Every method of a service, for `router.service`: one that is missing does not compile. */
export type Methods<S extends DescService> = {
  [Name in keyof S['method']]: S['method'][Name] extends DescMethodUnary | DescMethodServerStreaming
    ? Method<S['method'][Name]>
    : never;
};
