import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { afterEach, expect } from 'vitest';
import { createOutgoing, type OutgoingOptions } from './create-outgoing.ts';
import type { OutgoingAnswer, OutgoingFailure, OutgoingRequest } from './outgoing.ts';
import { startWebServer, type WebServer } from './web-server.fixture.ts';

/** A client and servers, which end with the test. */
export function createTestBed() {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const serve = async (...args: Parameters<typeof startWebServer>): Promise<WebServer> => {
    const server = await startWebServer(...args);
    ends.push(() => server.stop());
    return server;
  };

  /** A client for which the server's origin is a configured one. */
  const clientOf = (server: Pick<WebServer, 'origin'>, options: Partial<OutgoingOptions> = {}) => {
    const { logger, lines } = createLog();
    const clock = createManualClock();
    const outgoing = createOutgoing({
      logger,
      allowedOrigins: [server.origin],
      random: () => 0,
      clock,
      ...options,
    });
    const stop = async () => outgoing.component.stop?.();
    ends.push(stop);
    const send = (request: Partial<OutgoingRequest> = {}): Promise<OutgoingAnswer> =>
      outgoing.send({ target: 'example', method: 'GET', url: `${server.origin}/`, ...request });
    /** The error of a request that gets no answer in its time. */
    const failsAfter = async (ms: number, sent: Promise<unknown>): Promise<unknown> => {
      const error = sent.catch((thrown: unknown) => thrown);
      await clock.waitingFor(1);
      await clock.advance(ms);
      return error;
    };
    return { outgoing, send, failsAfter, stop, lines, clock };
  };

  return { serve, clientOf };
}

export const failure = (name: OutgoingFailure): unknown =>
  expect.objectContaining({ name: 'OutgoingError', failure: name, code: name });
