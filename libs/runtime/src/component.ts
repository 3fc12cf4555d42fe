/** A part of a process that is started and stopped: a server, a pool, a worker, a consumer. */
export interface Component {
  readonly name: string;
  /** Resolves when the component is able to work. */
  start?(): Promise<void>;
  /** Rejects with the reason while the component cannot do its work; called for each `/readyz`, so it must be cheap. */
  ready?(): Promise<void>;
  /**
   * Takes no new work and finishes what it has, until `deadline` aborts: what is unfinished then is abandoned. Components
   * drain in reverse order, before any of them stops, and share this one deadline. It may have aborted already.
   */
  drain?(deadline: AbortSignal): Promise<void>;
  /** Releases all resources. A second call must not throw. */
  stop?(): Promise<void>;
}
