import { create, type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import {
  Code,
  ConnectError,
  createContextValues,
  type Interceptor,
  type StreamRequest,
  type StreamResponse,
  type Transport,
  type UnaryRequest,
  type UnaryResponse,
} from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import {
  contentTypeUnaryProto,
  headerContentType,
  headerProtocolVersion,
  headerTimeout,
  protocolVersion,
} from '@connectrpc/connect/protocol-connect';
import { untilEndOfStream } from '../streams/until-end-of-stream.ts';
import { type Answer, readAnswer } from './answer.ts';
import { ClientCall } from './client-call.ts';

/** Carries a request to the other side and its answer back; rejects with a ConnectError. */
export type Send = (path: string, headers: Headers, body: Uint8Array, call: ClientCall) => Promise<Answer>;

export interface LeanTransportOptions {
  readonly baseUrl: string;
  readonly send: Send;
  readonly interceptors: readonly Interceptor[];
  /**
   * Milliseconds; a call's own `timeoutMs` comes first, and zero or less there means no timeout. Of a stream it is the
   * longest time until the next message.
   */
  readonly defaultTimeoutMs: number | undefined;
  /** Without interceptors of its own. Made when the first stream is opened: unary calls never need it. */
  readonly streams: () => Pick<Transport, 'stream'>;
}

/** As the contract declares it: `option idempotency_level`. */
const isRepeatable = ({ idempotency }: DescMethodUnary): boolean =>
  idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN;

type AnyFn = ReturnType<Interceptor>;

/** The longest that a timer of Node can wait, 24 days: given more, it fires at once. */
const maxTimeoutMs = 2_147_483_647;

const limitOf = (timeoutMs: number | undefined): number | undefined =>
  timeoutMs === undefined || timeoutMs <= 0 ? undefined : Math.min(timeoutMs, maxTimeoutMs);

/** Connect's own transport would make a deadline of a timeout, for the whole of a stream. */
const noDeadline = 0;

const parseWith =
  (method: DescMethodUnary) =>
  (body: Uint8Array): UnaryResponse['message'] => {
    try {
      return fromBinary(method.output, body);
    } catch (error) {
      throw new ConnectError(`parse binary: ${(error as Error).message}`, Code.Internal);
    }
  };

/**
 * A Transport for unary calls by the Connect protocol, binary and uncompressed: what Connect's own puts on the wire,
 * without the streams and copies around it.
 */
export function createLeanTransport({
  baseUrl,
  send,
  interceptors,
  defaultTimeoutMs,
  streams,
}: LeanTransportOptions): Transport {
  const addresses = new WeakMap<DescMethodUnary, { readonly url: string; readonly path: string }>();
  const addressOf = (method: DescMethodUnary) => {
    let address = addresses.get(method);
    if (address === undefined) {
      const url = createMethodUrl(baseUrl, method);
      address = { url, path: new URL(url).pathname };
      addresses.set(method, address);
    }
    return address;
  };

  const call = async (
    method: DescMethodUnary,
    clientCall: ClientCall,
    header: Headers,
    message: UnaryRequest['message'],
    contextValues = createContextValues(),
  ): Promise<UnaryResponse> => {
    const { url, path } = addressOf(method);
    const exchange: AnyFn = async (request) => {
      if (clientCall.reason !== undefined) throw clientCall.reason;
      const body = toBinary(method.input, request.stream ? message : request.message);
      const answer = readAnswer(await send(path, request.header, body, clientCall), parseWith(method));
      return {
        stream: false,
        service: method.parent,
        method,
        message: answer.message,
        get header() {
          return answer.header;
        },
        get trailer() {
          return answer.trailer;
        },
      };
    };
    const response = await interceptors.reduceRight<AnyFn>(
      (next, interceptor) => interceptor(next),
      exchange,
    )({
      stream: false,
      service: method.parent,
      method,
      requestMethod: 'POST',
      url,
      header,
      contextValues,
      message,
      get signal() {
        return clientCall.signal;
      },
    });
    if (response.stream)
      throw new ConnectError('an interceptor made a stream of a unary call', Code.Internal);
    return response;
  };

  return {
    async unary(method, signal, timeoutMs = defaultTimeoutMs, header, input, contextValues) {
      const timeout = limitOf(timeoutMs);
      const headers = new Headers(header);
      headers.set(headerContentType, contentTypeUnaryProto);
      headers.set(headerProtocolVersion, protocolVersion);
      if (timeout !== undefined) headers.set(headerTimeout, String(Math.ceil(timeout)));
      const clientCall = new ClientCall(timeout, signal, isRepeatable(method));
      try {
        const message = create(method.input, input);
        return (await call(method, clientCall, headers, message, contextValues)) as UnaryResponse<
          typeof method.input,
          typeof method.output
        >;
      } catch (thrown) {
        throw clientCall.reason ?? ConnectError.from(thrown);
      } finally {
        clientCall.end();
      }
    },
    async stream(method, signal, timeoutMs = defaultTimeoutMs, header, input, contextValues) {
      const open: AnyFn = (request) =>
        streams().stream(method, request.signal, noDeadline, request.header, input, request.contextValues);
      return (await untilEndOfStream(interceptors, { messageMs: limitOf(timeoutMs) })(open)({
        stream: true,
        service: method.parent,
        method,
        requestMethod: 'POST',
        url: createMethodUrl(baseUrl, method),
        header: new Headers(header),
        contextValues: contextValues ?? createContextValues(),
        message: input as StreamRequest['message'],
        signal: signal ?? new AbortController().signal,
      })) as StreamResponse<typeof method.input, typeof method.output>;
    },
  };
}
