/** A part of a process with a life of its own: a server, a pool, a worker, a consumer. */
export interface Component {
  readonly name: string;
  /** Resolves when it works. */
  start?(): Promise<void>;
  /** Rejects with the reason while the component cannot do its work; asked by `/readyz`, so it must be cheap. */
  ready?(): Promise<void>;
  /**
   * Takes no new work and finishes what it has, until `deadline` aborts: what is unfinished then is given up. Components
   * drain in reverse order, before any of them stops, and all share this one deadline. It may have aborted already.
   */
  drain?(deadline: AbortSignal): Promise<void>;
  /** Lets go of everything. Must not throw for having been stopped before. */
  stop?(): Promise<void>;
}
