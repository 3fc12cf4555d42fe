import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (Linux from 32768, macOS from 49152): a client on loopback that keeps connecting to a stopped
 * server's ephemeral port can be given that port as its source and connect to itself, and the server cannot bind it again.
 */
const lowestPort = 20_000;
const highestPort = 31_999;

/**
 * Workers of a test run take their ports from different parts: while a server that one test has killed is down, another test must not
 * get its port.
 */
const partSize = 3_000;
const parts = Math.floor((highestPort - lowestPort + 1) / partSize);
const lowestOfPart = lowestPort + (Number(process.env['VITEST_POOL_ID'] ?? 0) % parts) * partSize;
/** One port after the other: none is returned twice before a caller listens on it. */
let next = Math.floor(Math.random() * partSize);

export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return true;
  } catch {
    return false;
  }
}

/** A port on 127.0.0.1 that nothing listens on at the time of the call; it is not reserved. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestOfPart + next;
    next = (next + 1) % partSize;
    if (await isFree(port)) return port;
  }
}
