import type { DescMethodServerStreaming, DescService, MessageInitShape } from '@bufbuild/protobuf';
import { type CallOptions, type Client, createClient, type Transport } from '@connectrpc/connect';

type Streaming = (
  input: MessageInitShape<DescMethodServerStreaming['input']>,
  options?: CallOptions,
) => AsyncIterable<unknown>;

const streaming = (transport: Transport, method: DescMethodServerStreaming): Streaming =>
  async function* open(input, options = {}) {
    const { signal, timeoutMs, headers, contextValues } = options;
    const request = (async function* () {
      yield input;
    })();
    const response = await transport.stream(method, signal, timeoutMs, headers, request, contextValues);
    options.onHeader?.(response.header);
    yield* response.message;
    options.onTrailer?.(response.trailer);
  };

/**
 * Connect's `createClient`, except that a reader who stops reading a stream ends the call: Connect's own client does not pass
 * on the iterator's `return`, and a `break` out of `for await` would leave the call running. The call is sent when the first
 * message is asked for.
 */
export function createCancelableClient<S extends DescService>(service: S, transport: Transport): Client<S> {
  const streams = service.methods
    .filter((method) => method.methodKind === 'server_streaming')
    .map((method) => [method.localName, streaming(transport, method as DescMethodServerStreaming)] as const);
  return { ...createClient(service, transport), ...Object.fromEntries(streams) };
}
