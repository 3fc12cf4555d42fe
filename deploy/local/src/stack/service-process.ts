import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@patchbay/platform/services';
import type { Exit, Log } from '@patchbay/servers/server';
import { type Supervised, supervise } from '@patchbay/servers/supervise';
import { readServiceSettings } from './service-settings.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const isReady = (adminPort: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

export interface ServiceProcessOptions {
  readonly name: ServiceName;
  readonly environment: Readonly<Record<string, string>>;
  /** For its log and pid file. */
  readonly folder: string;
  readonly log: Log;
  readonly onEnd: (exit: Exit) => void;
}

/** A service as a process from its sources. It answers when `/readyz` does with a 2xx. */
export function serviceProcess({ name, environment, folder, log, onEnd }: ServiceProcessOptions): Supervised {
  const entry = `${root}services/${name}/src/main.ts`;
  return supervise({
    name,
    directory: folder,
    cwd: `${root}services/${name}`,
    command: process.execPath,
    // The service ignores the folder: it tells this process from the same service of another stack.
    args: ['--conditions=patchbay-source', '--import', '@patchbay/telemetry/start', entry, folder],
    env: {
      PATH: process.env['PATH'] ?? '',
      // Compiled sources are kept between runs: halves the CPU time of a start.
      NODE_COMPILE_CACHE: `${root}.cache/compile`,
      ...readServiceSettings(),
      ...environment,
    },
    inheritEnvironment: false,
    mark: `${entry} ${folder}`,
    stopSignal: 'SIGTERM',
    // As Kubernetes does; STOP_TIMEOUT_SECONDS is 25 by default.
    stopTimeoutMs: 30_000,
    answers: () => isReady(environment['ADMIN_PORT'] ?? ''),
    log,
    onEnd,
  });
}
