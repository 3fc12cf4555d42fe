import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker } from '@patchbay/worker/worker';

/** The environment of the process, which names files. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface CertificateReloadOptions<Tls> {
  /** For log lines. */
  readonly name: string;
  /** What the process was started with. */
  readonly current: Tls;
  /** Reads the variables and their files again. Throws while they do not fit together, such as a new key and an old certificate. */
  readonly read: () => Tls;
  readonly use: (renewed: Tls) => void;
  readonly logger: Logger;
  /** Milliseconds between two reads; 30,000 by default: Kubernetes takes longer to write a changed Secret into a pod. */
  readonly pollMs?: number;
}

/**
 * Reads certificates again and again, and hands changed ones over. Contents are compared, because Kubernetes replaces a link and
 * not the files.
 */
export function createCertificateReload<Tls>({
  name,
  current,
  read,
  use,
  logger,
  pollMs = 30_000,
}: CertificateReloadOptions<Tls>): Worker {
  let used = JSON.stringify(current);
  return createWorker({
    name,
    pollMs,
    logger,
    async round() {
      const renewed = read();
      const text = JSON.stringify(renewed);
      if (text === used) return false;
      use(renewed);
      used = text;
      logger.info({ worker: name }, 'certificates renewed');
      return false;
    },
  });
}
