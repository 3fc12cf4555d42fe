import { create, type DescMethodUnary, type DescService, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ContextValues,
  createContextValues,
  type HandlerContext,
  type MethodImplSpec,
  type UnaryRequest,
} from '@connectrpc/connect';
import { headerTimeout, parseTimeout } from '@connectrpc/connect/protocol-connect';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { TokenGate } from '../caller/token-gate.ts';
import { asConnectError, deadlineExceeded } from '../errors.ts';
import { type HeaderRecord, headerIn, toHeaders } from '../headers.ts';
import { errorAnswer, type Metadata, messageAnswer, type UnaryAnswer } from '../unary-answer.ts';
import { CallDeadline } from './call-deadline.ts';
import type { ServeCall, ServedCall } from './serve-call.ts';

export type UnarySpec = Extract<MethodImplSpec, { kind: 'unary' }>;

/** Milliseconds: the longest timeout of a unary call, and its timeout if the client sends none. */
export const defaultMaxTimeoutMs = 30_000;

/** A call that is being served. */
export interface UnaryCall {
  /** Never rejects: an error is an answer too. */
  readonly answer: Promise<UnaryAnswer>;
  /** Aborts the handler's signal: the caller no longer waits for the answer. */
  cancel(): void;
}

export interface UnaryHandler {
  readonly method: DescMethodUnary;
  /** For calls from the network, before their body is read. */
  readonly gate: TokenGate;
  readonly maxBodyBytes: number;
  /** `values`: what the token gate and the connection have set for this call. */
  call(path: string, headers: HeaderRecord, body: Uint8Array, values?: ContextValues): UnaryCall;
}

export interface UnaryHandlerOptions {
  /** What surrounds the handler of each call; only the deadline by default. */
  readonly serve?: ServeCall;
  /** Lets every call pass by default; `serve` may refuse it still. */
  readonly gate?: TokenGate;
  /** No limit by default. */
  readonly maxBodyBytes?: number;
  /** Milliseconds: the longest timeout of a unary call, and its timeout if the client sends none. */
  readonly maxTimeoutMs: number;
  readonly clock?: Clock | undefined;
}

const timeoutHeader = headerTimeout.toLowerCase();

/** Milliseconds before the deadline within which a closed connection counts as a timeout of the client. */
const deadlineToleranceMs = 50;

const deadlineOnly: ServeCall = (call, handle) => call.deadline?.run(handle) ?? handle();

/** The context of one call. `Headers` objects are created when first accessed: few handlers use them. */
class UnaryContext implements HandlerContext, ServedCall {
  readonly method: DescMethodUnary;
  readonly service: DescService;
  readonly requestMethod = 'POST';
  readonly protocolName = 'connect';
  readonly url: string;
  readonly values: ContextValues;
  readonly deadline: CallDeadline;
  readonly #headers: HeaderRecord;
  #requestHeader: Headers | undefined;
  #responseHeader: Headers | undefined;
  #responseTrailer: Headers | undefined;

  /** `url`: the path only, because scheme and host are not known. */
  constructor(
    method: DescMethodUnary,
    url: string,
    headers: HeaderRecord,
    values: ContextValues,
    deadline: CallDeadline,
  ) {
    this.method = method;
    this.service = method.parent;
    this.url = url;
    this.values = values;
    this.deadline = deadline;
    this.#headers = headers;
  }

  get signal(): AbortSignal {
    return this.deadline.signal;
  }

  timeoutMs(): number {
    return this.deadline.left();
  }

  header(name: string): string | undefined {
    return headerIn(this.#headers, name);
  }

  get requestHeader(): Headers {
    return (this.#requestHeader ??= toHeaders(this.#headers));
  }

  get responseHeader(): Headers {
    return (this.#responseHeader ??= new Headers());
  }

  get responseTrailer(): Headers {
    return (this.#responseTrailer ??= new Headers());
  }

  get metadata(): Metadata {
    return { header: this.#responseHeader, trailer: this.#responseTrailer };
  }
}

/**
 * Serves a unary method from bytes to bytes by the Connect protocol, binary and uncompressed. Does what Connect's own
 * handler does without its streams and copies, and answers at the deadline while the handler is still running.
 */
export function createUnaryHandler(
  { method, impl }: UnarySpec,
  {
    serve = deadlineOnly,
    gate = () => {},
    maxBodyBytes = Number.POSITIVE_INFINITY,
    maxTimeoutMs,
    clock = systemClock,
  }: UnaryHandlerOptions,
): UnaryHandler {
  const parse = (body: Uint8Array): UnaryRequest['message'] => {
    try {
      return fromBinary(method.input, body);
    } catch (error) {
      throw new ConnectError(`parse binary: ${(error as Error).message}`, Code.Internal);
    }
  };

  const answer = async (context: UnaryContext, body: Uint8Array): Promise<UnaryAnswer> => {
    try {
      const input = parse(body);
      const output = await serve(context, async () =>
        toBinary(method.output, create(method.output, await impl(input, context))),
      );
      return messageAnswer(output, context.metadata);
    } catch (thrown) {
      return errorAnswer(asConnectError(thrown), context.metadata);
    } finally {
      context.deadline.end();
    }
  };

  return {
    method,
    gate,
    maxBodyBytes,
    call(path, headers, body, values = createContextValues()) {
      const sent = headerIn(headers, timeoutHeader) ?? null;
      const { timeoutMs = maxTimeoutMs, error } = parseTimeout(sent, Number.MAX_SAFE_INTEGER);
      if (error !== undefined) return { answer: Promise.resolve(errorAnswer(error)), cancel() {} };
      const deadline = new CallDeadline(Math.min(timeoutMs, maxTimeoutMs), clock);
      return {
        answer: answer(new UnaryContext(method, path, headers, values, deadline), body),
        cancel() {
          // The client's timeout of the same length began earlier: its closed connection arrives just before our deadline.
          const isDeadline = deadline.left() <= deadlineToleranceMs;
          deadline.abort(
            isDeadline ? deadlineExceeded() : new ConnectError('the caller has gone', Code.Canceled),
          );
        },
      };
    },
  };
}
