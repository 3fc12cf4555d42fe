import { createLeadership } from '@patchbay/database/locks';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker, type Worker, type WorkerOptions } from '@patchbay/worker/worker';

export interface LeadingWorkerOptions extends Omit<WorkerOptions, 'runBy'> {
  /** Logs in as the service's own role: for the connection that holds the advisory lock. */
  readonly url: string;
  /** The name of the advisory lock. Never changes: old and new processes compete for it. */
  readonly lockName: string;
  /** Of the gauge that tells whether this process leads. */
  readonly context: string;
  /** Called when this process begins to lead. */
  readonly onLead?: () => void;
  /** Called when it has ended. The next leader sets the gauges: the last values of this process would stay. */
  readonly onEnd: () => void;
}

/** A worker that publishes in one process of the service: the one that holds the advisory lock. */
export function createLeadingWorker({
  url,
  lockName,
  context,
  onLead,
  onEnd,
  ...options
}: LeadingWorkerOptions): Worker {
  const setLeading = (leading: boolean): void => set('publisherLeading', leading ? 1 : 0, { context });
  const { logger, clock } = options;
  const worker = createWorker({
    ...options,
    runBy: (work) =>
      createLeadership({
        url,
        name: lockName,
        async work(signal) {
          setLeading(true);
          onLead?.();
          try {
            await work(signal);
          } finally {
            setLeading(false);
            onEnd();
          }
        },
        logger,
        ...(clock && { clock }),
      }),
  });
  return {
    ...worker,
    async start() {
      setLeading(false);
      await worker.start();
    },
  };
}
