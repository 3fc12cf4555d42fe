import type {
  DescMethod,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
} from '@bufbuild/protobuf';
import type { CallOptions, Client, Transport } from '@connectrpc/connect';
import { fromConnectError } from '@patchbay/errors/connect';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { mapStreamErrors } from '../streams/running-stream.ts';

/** What a client throws for an error of its transport. */
type MapError = (thrown: unknown) => Error;

type Unary = (input: MessageInitShape<DescMethodUnary['input']>, options?: CallOptions) => Promise<unknown>;

type Streaming = (
  input: MessageInitShape<DescMethodServerStreaming['input']>,
  options?: CallOptions,
) => AsyncIterable<unknown>;

const unary = (transport: Transport, method: DescMethodUnary, mapError: MapError): Unary =>
  async function call(input, options = {}) {
    const { signal, timeoutMs, headers, contextValues } = options;
    try {
      const response = await transport.unary(method, signal, timeoutMs, headers, input, contextValues);
      options.onHeader?.(response.header);
      options.onTrailer?.(response.trailer);
      return response.message;
    } catch (thrown) {
      throw mapError(thrown);
    }
  };

const streaming = (transport: Transport, method: DescMethodServerStreaming, mapError: MapError): Streaming =>
  async function* open(input, options = {}) {
    const { signal, timeoutMs, headers, contextValues } = options;
    const request = (async function* () {
      yield input;
    })();
    const response = await transport
      .stream(method, signal, timeoutMs, headers, request, contextValues)
      .catch((thrown: unknown) => {
        throw mapError(thrown);
      });
    options.onHeader?.(response.header);
    yield* mapStreamErrors(response, mapError).message;
    options.onTrailer?.(response.trailer);
  };

function functionOf(transport: Transport, method: DescMethod, mapError: MapError): Unary | Streaming {
  switch (method.methodKind) {
    case 'unary':
      return unary(transport, method as DescMethodUnary, mapError);
    case 'server_streaming':
      return streaming(transport, method as DescMethodServerStreaming, mapError);
    default:
      throw internal(`${method.parent.typeName}/${method.name} has a stream of requests`);
  }
}

/**
 * The client of another service's contract: Connect's client, except for two things. It throws `Failure`. And a reader who stops
 * reading a stream ends the call: Connect's own client does not pass on the iterator's `return`, and a `break` out of `for await`
 * would leave the call running. A stream is opened when its first message is asked for.
 */
export function createServiceClient<S extends DescService>(
  service: S,
  owner: ServiceName,
  transport: Transport,
  mapError: MapError = (thrown) => fromConnectError(thrown, owner),
): Client<S> {
  return Object.fromEntries(
    service.methods.map((method) => [method.localName, functionOf(transport, method, mapError)]),
  ) as Client<S>;
}
