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

  /** A client for which the server's origin is a configured one. Its clock stands still unless `now` is given. */
  const clientOf = (server: Pick<WebServer, 'origin'>, options: Partial<OutgoingOptions> = {}) => {
    const { logger, lines } = createLog();
    const outgoing = createOutgoing({
      logger,
      allowedOrigins: [server.origin],
      now: () => 0,
      random: () => 0,
      ...options,
    });
    const stop = async () => outgoing.component.stop?.();
    ends.push(stop);
    const send = (request: Partial<OutgoingRequest> = {}): Promise<OutgoingAnswer> =>
      outgoing.send({ target: 'example', method: 'GET', url: `${server.origin}/`, ...request });
    return { outgoing, send, stop, lines };
  };

  return { serve, clientOf };
}

export const failure = (name: OutgoingFailure): unknown =>
  expect.objectContaining({ name: 'OutgoingError', failure: name, code: name });
