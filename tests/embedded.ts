import { freePort } from '@patchbay/servers/free-port';
import { launchProcess, type ServiceProcess } from '@patchbay/testing/process';
import { waitFor } from '@patchbay/testing/wait';

const entry = new URL('../deploy/local/src/embedded/main.ts', import.meta.url);

export interface Embedded {
  readonly address: string;
  /** Of the pages. */
  readonly portal: string;
  readonly process: ServiceProcess;
}

/** Spawns what `make start` runs and does not wait until it is ready. */
export const launchEmbedded = (env: Readonly<Record<string, string>>): Promise<ServiceProcess> =>
  launchProcess({ entry, name: 'patchbay', env: { LOG_LEVEL: 'warn', ...env } });

/** Resolves when the embedded platform has printed that it runs. `env` must contain PORT and DATA_DIR. */
export async function startEmbedded(env: Readonly<Record<string, string>>): Promise<Embedded> {
  const { PORT = '', PORTAL_PORT = String(await freePort()) } = env;
  const process = await launchEmbedded({ ...env, PORTAL_PORT });
  try {
    await waitFor(() => process.log().includes('Patchbay is running.'), {
      what: 'the platform to run',
      timeoutMs: 180_000,
    });
  } catch (error) {
    throw new Error(`${String(error)}\n${process.log()}`, { cause: error });
  }
  return { address: `http://localhost:${PORT}`, portal: `http://localhost:${PORTAL_PORT}`, process };
}
