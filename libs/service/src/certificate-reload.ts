import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker } from '@patchbay/worker/worker';

/** The environment of the process, which names files. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface CertificateReloadOptions<Tls> {
  /** For log lines. */
  readonly name: string;
  readonly environment: Environment;
  /** Of the variables that may name files. */
  readonly prefix: string;
  /** What the process was started with; undefined: no TLS. */
  readonly current: Tls | undefined;
  /** Reads the variables and their files again. Throws while they do not fit together, such as a new key and an old certificate. */
  readonly read: () => Tls | undefined;
  readonly use: (renewed: Tls) => void;
  readonly logger: Logger;
}

/**
 * Reads certificates again and again, and hands changed ones over; nothing where no variable names a file. Contents are compared,
 * because Kubernetes replaces a link and not the files.
 */
export function createCertificateReload<Tls>(options: CertificateReloadOptions<Tls>): readonly Worker[] {
  const { name, environment, prefix, current, read, use, logger } = options;
  const namesFile = new RegExp(`^${prefix}.*_(FILE|LOCATION)$`);
  if (current === undefined || !Object.keys(environment).some((each) => namesFile.test(each))) return [];
  let used = JSON.stringify(current);
  // Kubernetes takes longer than this to write a changed Secret into a pod.
  const pollMs = 30_000;
  const round = async (): Promise<boolean> => {
    const renewed = read();
    const text = JSON.stringify(renewed);
    if (renewed !== undefined && text !== used) {
      use(renewed);
      used = text;
      logger.info({ worker: name }, 'certificates renewed');
    }
    return false;
  };
  return [createWorker({ name, pollMs, logger, round })];
}
