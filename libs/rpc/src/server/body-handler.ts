import { create, type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError, type ContextValues, createContextValues } from '@connectrpc/connect';
import type { Clock } from '@patchbay/runtime/clock';
import { type Answered, type BodyMethod, isWhole } from '../bodies/body-method.ts';
import { messageIn } from '../bodies/wire.ts';
import type { TokenGate } from '../caller/token-gate.ts';
import { type HeaderRecord, headerIn } from '../headers.ts';
import { defaultStreamLimits, RunningStream, type StreamLimits } from '../streams/running-stream.ts';
import type { ServeCall } from './serve-call.ts';

/** A call that is being served. */
export interface RunningBodyCall {
  /** Resolves when the answer begins. It rejects, and its body fails, with a ConnectError. */
  readonly answer: Promise<Answered<Uint8Array>>;
  /** Ends the call: the caller no longer waits for the answer. */
  readonly cancel: () => void;
}

export interface BodyHandler {
  readonly method: DescMethodUnary;
  readonly gate: TokenGate;
  readonly maxBodyBytes: number;
  /** `onStalledReader` is called when the reader of the answer exceeds its time. */
  call(
    headers: HeaderRecord,
    body: Uint8Array,
    values?: ContextValues,
    onStalledReader?: () => void,
  ): RunningBodyCall;
}

export interface BodyHandlerOptions {
  /** As of `UnaryHandlerOptions`. */
  readonly serve?: ServeCall;
  readonly gate?: TokenGate;
  readonly maxBodyBytes?: number;
  /** Of an answer: `messageMs` until it begins and between two parts of its body. */
  readonly streamLimits?: StreamLimits | undefined;
  /** Ends every call. */
  readonly stopping?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** Serves a method whose messages have a body beside them, from bytes to bytes. */
export function createBodyHandler<M extends DescMethodUnary>(
  method: M,
  implementation: BodyMethod<M>,
  {
    serve = (_call, handle) => handle(),
    gate = () => {},
    maxBodyBytes = Number.POSITIVE_INFINITY,
    streamLimits = defaultStreamLimits,
    stopping,
    clock,
  }: BodyHandlerOptions,
): BodyHandler {
  const parse = (headers: HeaderRecord) => {
    try {
      return fromBinary(method.input as M['input'], messageIn(headers));
    } catch (error) {
      throw new ConnectError(`parse binary: ${(error as Error).message}`, Code.Internal);
    }
  };

  return {
    method,
    gate,
    maxBodyBytes,
    call(headers, body, values = createContextValues(), onStalledReader) {
      const stream = new RunningStream<Uint8Array>(stopping, streamLimits, clock);
      stream.onStalledReader = onStalledReader;
      const call = {
        method,
        values,
        signal: stream.signal,
        header: (name: string) => headerIn(headers, name),
      };
      const answer = stream.open<void, Answered<Uint8Array>>(
        (work) => serve(call, work),
        async () => {
          const answered = await implementation(parse(headers), body, call);
          const message = toBinary(method.output, create(method.output, answered.message));
          if (!isWhole(answered.body)) return { message, body: stream.read(answered.body) };
          stream.end();
          return { message, body: answered.body };
        },
      );
      return { answer, cancel: () => stream.cancel() };
    },
  };
}
