import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';

/** One unary method: what a file under `rpc/` makes. Failures are thrown. */
export type Method<M extends DescMethodUnary> = (
  request: MessageShape<M['input']>,
  context: HandlerContext,
) => Promise<MessageInitShape<M['output']>>;

/** Every method of a service, for `router.service`: one that is missing does not compile. */
export type Methods<S extends DescService> = {
  [Name in keyof S['method']]: S['method'][Name] extends DescMethodUnary ? Method<S['method'][Name]> : never;
};
