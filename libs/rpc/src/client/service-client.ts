import type {
  DescMethod,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { CallOptions, Client, Transport } from '@connectrpc/connect';
import { fromConnectError } from '@patchbay/errors/connect';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { type Answered, isWhole } from '../bodies/body-method.ts';
import { mapErrors } from '../streams/running-stream.ts';
import type { BodyCallOptions, BodyTransport } from './bodies.ts';

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
    yield* mapErrors(response.message, mapError);
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

/** The client of a method whose messages have bodies beside them. */
export type BodyClient<M extends DescMethodUnary> = (
  input: MessageInitShape<M['input']>,
  body: Uint8Array,
  options: BodyCallOptions,
) => Promise<Answered<MessageShape<M['output']>>>;

/** Throws `Failure`, as `createServiceClient` does. The call is sent at once. */
export const createBodyClient =
  <M extends DescMethodUnary>(
    method: M,
    owner: ServiceName,
    transport: Pick<BodyTransport, 'bodies'>,
  ): BodyClient<M> =>
  async (input, body, options) => {
    const mapError: MapError = (thrown) => fromConnectError(thrown, owner);
    try {
      const answer = await transport.bodies(method, input, body, options);
      return isWhole(answer.body) ? answer : { ...answer, body: mapErrors(answer.body, mapError) };
    } catch (thrown) {
      throw mapError(thrown);
    }
  };
