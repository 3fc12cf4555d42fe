import type { Socket } from 'node:net';
import type { ConnectionLimits } from './limits.ts';

/**
 * Connections that no HTTP server serves yet, because their TLS handshake or their first bytes are not complete. Each is
 * closed after `beginMs`, counted from its beginning: bytes that arrive one by one do not extend it.
 */
export class BeginningConnections {
  readonly #timers = new Map<Socket, NodeJS.Timeout>();
  readonly #limits: Pick<ConnectionLimits, 'beginMs' | 'beginning'>;

  constructor(limits: Pick<ConnectionLimits, 'beginMs' | 'beginning'>) {
    this.#limits = limits;
  }

  add(socket: Socket): void {
    const [oldest] = this.#timers.keys();
    if (oldest !== undefined && this.#timers.size >= this.#limits.beginning) this.discard(oldest);
    const timer = setTimeout(() => this.discard(socket), this.#limits.beginMs);
    this.#timers.set(socket, timer);
    socket.once('close', () => this.remove(socket));
  }

  /** The connection has begun: a server has taken it over. */
  remove(socket: Socket): void {
    clearTimeout(this.#timers.get(socket));
    this.#timers.delete(socket);
  }

  discard(socket: Socket): void {
    this.remove(socket);
    socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#timers.keys()) this.discard(socket);
  }
}
