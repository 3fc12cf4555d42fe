import { create, type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ContextValues,
  createContextValues,
  type MethodImplSpec,
  type UnaryRequest,
} from '@connectrpc/connect';
import { headerTimeout, parseTimeout } from '@connectrpc/connect/protocol-connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';
import type { ServeCall } from '../interceptors/served-call.ts';
import type { TokenGate } from '../token-gate.ts';
import { type Answer, asConnectError, errorAnswer, messageAnswer, noMetadata } from './answer.ts';
import { LeanContext } from './call-context.ts';
import { type HeaderList, headerIn } from './header-list.ts';

export type UnarySpec = Extract<MethodImplSpec, { kind: 'unary' }>;

/** A call that is being served. */
export interface LeanCall {
  /** Never rejects: an error is a response too. */
  readonly answer: Promise<Answer>;
  /** Aborts the handler's signal: the caller no longer waits for the response. */
  cancel(): void;
}

export interface LeanMethod {
  readonly descriptor: DescMethodUnary;
  /** For calls from the network, before their body is read. */
  readonly gate: TokenGate;
  readonly maxBodyBytes: number;
  /** `headers`: each name once. `values`: what the token gate and the connection have set for this call. */
  call(path: string, headers: HeaderList, body: Uint8Array, values?: ContextValues): LeanCall;
}

export interface LeanMethodOptions {
  /** What surrounds the handler of each call; nothing by default. */
  readonly serve?: ServeCall;
  /** Lets every call pass by default; `serve` may refuse it still. */
  readonly gate?: TokenGate;
  /** No limit by default. */
  readonly maxBodyBytes?: number;
  /** Milliseconds: the longest timeout of a unary call, and its timeout if the client sends none. */
  readonly maxTimeoutMs: number;
}

const timeoutHeader = headerTimeout.toLowerCase();

const callerCanceled = new ConnectError('the caller has gone', Code.Canceled);

/** Milliseconds before the deadline within which a closed connection counts as a timeout of the client. */
const deadlineToleranceMs = 50;

const handleOnly: ServeCall = (_call, handle) => handle();

/**
 * Serves a unary method from bytes to bytes by the Connect protocol, binary and uncompressed. Does what Connect's own
 * handler does without its streams and copies, and answers at the deadline while the handler is still running.
 */
export function createLeanMethod(
  { method, impl }: UnarySpec,
  {
    serve = handleOnly,
    gate = () => {},
    maxBodyBytes = Number.POSITIVE_INFINITY,
    maxTimeoutMs,
  }: LeanMethodOptions,
): LeanMethod {
  const parse = (body: Uint8Array): UnaryRequest['message'] => {
    try {
      return fromBinary(method.input, body);
    } catch (error) {
      throw new ConnectError(`parse binary: ${(error as Error).message}`, Code.Internal);
    }
  };

  const answer = async (context: LeanContext, body: Uint8Array): Promise<Answer> => {
    try {
      const input = parse(body);
      const output = await serve(context, async () =>
        toBinary(
          method.output,
          create(method.output, await context.untilDeadline(() => impl(input, context))),
        ),
      );
      return messageAnswer(output, context.metadata);
    } catch (thrown) {
      return errorAnswer(asConnectError(thrown), context.metadata);
    } finally {
      context.end();
    }
  };

  return {
    descriptor: method,
    gate,
    maxBodyBytes,
    call(path, headers, body, values = createContextValues()) {
      const sent = headerIn(headers, timeoutHeader) ?? null;
      const { timeoutMs = maxTimeoutMs, error } = parseTimeout(sent, Number.MAX_SAFE_INTEGER);
      if (error !== undefined)
        return { answer: Promise.resolve(errorAnswer(error, noMetadata)), cancel() {} };
      const context = new LeanContext({
        method,
        url: path,
        headers,
        values,
        timeoutMs: Math.min(timeoutMs, maxTimeoutMs),
      });
      return {
        answer: answer(context, body),
        cancel() {
          // The client's timeout of the same length began earlier: its closed connection arrives just before our deadline.
          const isDeadline = context.timeoutMs() <= deadlineToleranceMs;
          context.abort(isDeadline ? deadlineExceeded() : callerCanceled);
        },
      };
    },
  };
}
