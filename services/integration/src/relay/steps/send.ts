import type { Readable } from 'node:stream';
import { OutgoingError, type StreamedAnswer } from '@patchbay/outgoing/outgoing';
import type { Clock } from '@patchbay/runtime/clock';
import type { Authorization } from '../../connector/connector.ts';
import type { Provider } from '../../connector/provider.ts';
import { brokenOff, decoded, isJson, peek, refusesToken, unreachable } from '../provider-answer.ts';
import type { RelayParts } from '../relay-parts.ts';
import type { SentRequest } from '../sent-request.ts';
import type { Judged } from './judge.ts';
import type { Change } from './note.ts';
import type { Turn } from './turn.ts';

/** Milliseconds until the headers of an answer have arrived, and between two parts of its body. */
const silenceMs = 60_000;

/** What the provider has answered. */
export interface Sent extends Pick<StreamedAnswer, 'status' | 'headers'> {
  readonly authorization: Authorization;
  /** What was read of the body is still in it. */
  readonly stream: Readable;
  /** The body as a whole, where it is known already. */
  readonly whole: Buffer | undefined;
  /** Whether the provider refuses the token, and not the request. */
  readonly isRefused: boolean;
  /** Whether what is to be hidden would be found in it. */
  readonly isReadable: boolean;
}

export interface Sending extends Pick<RelayParts, 'outgoing'> {
  readonly organizationId: string;
  readonly provider: Provider;
  readonly judged: Judged;
  readonly turn: Turn;
  /** Learns the status. */
  readonly change: Change | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Lets the answer go at its end. */
  readonly held: DisposableStack;
}

function withQuery(url: string, query: Authorization['query']): string {
  const added = new URLSearchParams(query).toString();
  return added === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${added}`;
}

async function open(
  { outgoing, organizationId, provider, turn }: Sending,
  { method, url, headers, body }: SentRequest,
  authorization: Authorization,
): Promise<StreamedAnswer> {
  try {
    return await outgoing.open({
      target: provider.provider,
      organization: organizationId,
      method,
      url: withQuery(url, authorization.query),
      // A header that a caller may send replaces ours: another manager of the same accounts, for example.
      headers: { ...authorization.headers, ...headers },
      ...(body.byteLength > 0 && { body }),
      silenceMs,
      signal: turn.signal,
    });
  } catch (error) {
    throw error instanceof OutgoingError ? unreachable(error, provider) : error;
  }
}

/** Sends the request once. Resolves as soon as it is known whether the provider refuses the token. */
export async function send(sending: Sending, authorization: Authorization): Promise<Sent> {
  const { provider, judged, change, clock, held } = sending;
  const { toSend, formats, matched } = judged;
  change?.learn(null);
  const answer = await open(sending, toSend, authorization);
  const { status, headers } = answer;
  change?.learn(status);
  const hasBody = toSend.method !== 'HEAD' && status !== 204 && status !== 304;
  const stream = decoded(answer, hasBody);
  const sent = { status, headers, authorization };
  const hold = (body: Readable): Readable => held.adopt(body, () => body.destroy());
  const mayRefuse = isJson(answer) || status === 401;
  if (!hasBody || (!mayRefuse && !formats.isBound(matched)))
    return { ...sent, stream: hold(stream), whole: undefined, isRefused: status === 401, isReadable: true };
  const peeked = await peek(stream).catch((error: unknown) => {
    throw brokenOff(error, provider);
  });
  hold(peeked.stream);
  const isRefused =
    status === 401 ||
    (mayRefuse &&
      peeked.whole !== undefined &&
      refusesToken(provider, status, headers, peeked.whole.toString(), clock));
  const isReadable = formats.isReadable(matched, answer, peeked.beginning);
  return { ...sent, stream: peeked.stream, whole: peeked.whole, isRefused, isReadable };
}

/** Sends a request again that was refused. The refused answer holds a connection until it is let go. */
export async function sendAgain(
  sending: Sending,
  refused: Sent,
  authorization: Authorization,
): Promise<Sent> {
  refused.stream.destroy();
  await sending.turn.repeat();
  return send(sending, authorization);
}
