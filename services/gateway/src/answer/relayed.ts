import type { RelayResponse } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { internal } from '@patchbay/errors/failure';
import { type Answered, isWhole } from '@patchbay/rpc/body-method';
import type { Exchange } from '../request/exchange.ts';
import { relayHeader } from './headers.ts';
import type { ClientBounds } from './ndjson.ts';
import { createPace } from './pace.ts';

/** Sends the request to relay, and resolves when it is answered. */
export type Relayed = () => Promise<Answered<RelayResponse>>;

function setHead({ response }: Exchange, { status, headers }: RelayResponse): void {
  if (status < 200 || status > 599) throw internal(`relay answered the status ${status}`);
  response.statusCode = status;
  // Browsers give a sandboxed answer an origin of its own: whatever a provider sends, it is no page of ours.
  response.setHeader(
    'content-security-policy',
    `${String(response.getHeader('content-security-policy'))}; sandbox`,
  );
  // Headers that every answer of ours has are not replaced by those of a provider.
  for (const { name, value } of headers) if (!response.hasHeader(name)) response.setHeader(name, value);
  response.setHeader(relayHeader, 'provider');
  // Node throws where the body is shorter or longer than its declared length, so that the answer is cut.
  response.strictContentLength = true;
}

/**
 * Sends a request, and streams what a provider answers: its head as soon as it is there, then its body as fast as the client takes it. A
 * failure before the head can be answered as a problem; after a later one, which is thrown too, the caller has to close the connection. A
 * client that disconnects, takes nothing for `stallMs`, or takes it too slowly (`createPace`), ends the call.
 */
export async function sendRelayed(
  exchange: Exchange,
  relay: Relayed,
  // Longer than a provider may be silent: relay ends the answer then, and says why.
  { stallMs = 75_000, ...pace }: ClientBounds = {},
): Promise<void> {
  const { response, signal } = exchange;
  let source: AsyncIterator<Uint8Array> | undefined;
  try {
    const { message, body } = await relay();
    if (!isWhole(body)) source = body[Symbol.asyncIterator]();
    setHead(exchange, message);
    response.setTimeout(stallMs, () => response.destroy());
    if (isWhole(body)) {
      response.end(body);
      return;
    }
    response.flushHeaders();
    const write = createPace(response, () => response.destroy(), { clock: exchange.clock, ...pace });
    for (let next = await source?.next(); next?.done === false; next = await source?.next())
      await write(next.value, signal);
    response.end();
  } catch (thrown) {
    // After a disconnect this is the cancelation of the call, not a fault.
    if (!signal.aborted) throw thrown;
  } finally {
    await source?.return?.();
  }
}
