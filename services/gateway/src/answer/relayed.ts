import type { RelayHead, RelayResponse } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { internal } from '@patchbay/errors/failure';
import type { Exchange } from '../request/exchange.ts';
import { relayHeader } from './headers.ts';
import type { ClientBounds } from './ndjson.ts';
import { createPace } from './pace.ts';

function setHead({ response }: Exchange, { status, headers }: RelayHead): void {
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
 * Streams what a provider answered: its head as soon as it is there, then its body as fast as the client takes it. A failure before the
 * head can be answered as a problem; after a later one, which is thrown too, the caller has to close the connection. A client that
 * disconnects, takes nothing for `stallMs`, or takes it too slowly (`createPace`), ends the iteration (`return()`).
 */
export async function sendRelayed(
  exchange: Exchange,
  parts: AsyncIterable<RelayResponse>,
  // Longer than a provider may be silent: relay ends the answer then, and says why.
  { stallMs = 75_000, ...pace }: ClientBounds = {},
): Promise<void> {
  const { response, signal } = exchange;
  const source = parts[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (first.done === true || first.value.part.case !== 'head') throw internal('relay sent no head');
    const head = first.value.part.value;
    setHead(exchange, head);
    response.setTimeout(stallMs, () => response.destroy());
    if (head.body !== undefined) {
      if ((await source.next()).done !== true) throw internal('relay sent more than the whole body');
      response.end(head.body);
      return;
    }
    response.flushHeaders();
    const write = createPace(response, () => response.destroy(), { clock: exchange.clock, ...pace });
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      const { part } = next.value;
      if (part.case !== 'chunk') throw internal('relay sent a second head');
      await write(part.value, signal);
    }
    response.end();
  } catch (thrown) {
    // After a disconnect this is the cancelation of the call, not a fault.
    if (!signal.aborted) throw thrown;
  } finally {
    await source.return?.();
  }
}
