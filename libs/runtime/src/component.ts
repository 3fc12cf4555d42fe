/** A part of a process that is started and stopped: a server, a pool, a worker, a consumer. */
export interface Component {
  readonly name: string;
  /** Resolves when the component is able to work. */
  start?(): Promise<void>;
  /**
   * Rejects with the reason while the process cannot answer calls without this component; called for each `/readyz`, so it
   * must be cheap. Consumers, outbox publishers and other background work have none: a process that cannot do it still answers.
   */
  ready?(): Promise<void>;
  /** Why background work does not proceed now; undefined while it does. `/readyz` tells it, but stays ready. */
  trouble?(): string | undefined;
  /**
   * The process is about to drain, and still does everything: called first of all, before the delay in which load balancers notice
   * that it is not ready. A server ends each connection with its next answer from now on, so that clients which keep connections
   * go to other processes before this one closes its port. Must not throw.
   */
  leave?(): void;
  /**
   * Takes no new work and finishes what it has, until `deadline` aborts: what is unfinished then is abandoned. Components
   * drain in reverse order, before any of them stops, and share this one deadline. It may have aborted already.
   */
  drain?(deadline: AbortSignal): Promise<void>;
  /** Releases all resources. A second call must not throw. */
  stop?(): Promise<void>;
}
