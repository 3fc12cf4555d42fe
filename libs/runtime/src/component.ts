/** A part of a process with a life of its own: a server, a pool, a worker, a consumer. */
export interface Component {
  readonly name: string;
  /** Resolves when it works. */
  start?(): Promise<void>;
  /** Rejects with the reason while the component cannot do its work; asked by `/readyz`, so it must be cheap. */
  ready?(): Promise<void>;
  /** Takes no new work and finishes what it has. Components drain in reverse order, before any of them stops. */
  drain?(): Promise<void>;
  /** Lets go of everything. Must not throw for having been stopped before. */
  stop?(): Promise<void>;
}
