import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import type { CallOptions, Transport } from '@connectrpc/connect';
import type { Clock } from '@patchbay/runtime/clock';
import { countPassedBytes } from '@patchbay/runtime/passed-bytes';
import type { Dispatcher, Pool } from 'undici';
import { type Answered, isWhole } from '../bodies/body-method.ts';
import { messageHeaders, messageIn, throwIfCut } from '../bodies/wire.ts';
import { namesOf } from '../method.ts';
import { RunningStream } from '../streams/running-stream.ts';
import { throwIfError } from '../unary-answer.ts';
import type { ClientCall } from './client-call.ts';
import { toConnectError } from './pool.ts';

/** Sends a request and resolves when its answer begins. It rejects, and the body fails, with a ConnectError. */
export type SendBody = (
  path: string,
  headers: Record<string, string>,
  body: Uint8Array,
  signal: AbortSignal,
) => Promise<Answered<Uint8Array>>;

export interface BodyCallOptions extends Pick<CallOptions, 'signal' | 'contextValues'> {
  /** Milliseconds until the answer begins, and between two parts of its body. */
  readonly timeoutMs: number;
}

/** A transport that also carries methods whose messages have bodies beside them. */
export interface BodyTransport extends Transport {
  bodies<M extends DescMethodUnary>(
    method: M,
    input: MessageInitShape<M['input']>,
    body: Uint8Array,
    options: BodyCallOptions,
  ): Promise<Answered<MessageShape<M['output']>>>;
}

interface BodiesOptions {
  /** Of the base URL, with a slash at its end. */
  readonly prefix: string;
  readonly send: SendBody;
  readonly clientCall: ClientCall;
  readonly clock: Clock;
}

export const createBodies =
  ({ prefix, send, clientCall, clock }: BodiesOptions): BodyTransport['bodies'] =>
  <M extends DescMethodUnary>(
    method: M,
    input: MessageInitShape<M['input']>,
    body: Uint8Array,
    { signal, timeoutMs, contextValues }: BodyCallOptions,
  ) => {
    const headers = messageHeaders(toBinary(method.input, create(method.input, input)));
    const stream = new RunningStream<Uint8Array>(signal, { messageMs: timeoutMs }, clock);
    const setHeader = (name: string, value: string): void => void (headers[name] = value);
    return stream.open<void, Answered<MessageShape<M['output']>>>(
      (work) => clientCall({ method, values: contextValues, setHeader }, work),
      async () => {
        const answer = await send(prefix + namesOf(method).name, headers, body, stream.signal);
        const message = fromBinary(method.output as M['output'], answer.message);
        if (!isWhole(answer.body)) return { message, body: stream.read(answer.body) };
        stream.end();
        return { message, body: answer.body };
      },
    );
  };

/** The parts of an answer. Its connection is kept if it is read to its end. */
async function* partsOf({ body, trailers }: Dispatcher.ResponseData): AsyncGenerator<Buffer> {
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      yield part;
      countPassedBytes(part.byteLength);
    }
  } catch (error) {
    throw toConnectError(error as Error);
  }
  throwIfCut(trailers);
}

/** Sends over kept connections, of which each running call has one of its own. No call is repeated. */
export const sendBodyThrough =
  (pool: Pool): SendBody =>
  async (path, headers, body, signal) => {
    try {
      const answer = await pool.request({ method: 'POST', path, headers, body, signal });
      const { statusCode: status, headers: answered } = answer;
      if (status !== 200) throwIfError({ status, headers: answered, body: await answer.body.bytes() });
      const isKnown = answered['content-length'] !== undefined;
      return {
        message: messageIn(answered),
        body: isKnown ? await answer.body.bytes() : partsOf(answer),
      };
    } catch (error) {
      throw toConnectError(error as Error);
    }
  };
