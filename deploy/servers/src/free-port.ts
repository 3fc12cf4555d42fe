import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS from 49152): a client that keeps
 * trying a stopped server's port must not end up connected to itself, which would keep the server from coming back.
 */
const lowest = 20_000;
const highest = 31_999;

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

/** A port on 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (await isFree(port)) return port;
  }
}
