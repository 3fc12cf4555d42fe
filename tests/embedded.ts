import { launchProcess, type ServiceProcess } from '@patchbay/testing/process';
import { waitFor } from '@patchbay/testing/wait';

const entry = new URL('../deploy/local/src/start.ts', import.meta.url);

export interface Embedded {
  readonly address: string;
  readonly process: ServiceProcess;
}

/** What `make start` runs, without waiting for it. */
export const launchEmbedded = (env: Readonly<Record<string, string>>): Promise<ServiceProcess> =>
  launchProcess({ entry, name: 'patchbay', env: { LOG_LEVEL: 'warn', ...env } });

/** The embedded platform, once it says that it runs. `env` names at least its PORT and DATA_DIR. */
export async function startEmbedded(env: Readonly<Record<string, string>>): Promise<Embedded> {
  const process = await launchEmbedded(env);
  try {
    await waitFor(() => process.log().includes('Patchbay is running.'), {
      what: 'the platform to run',
      timeoutMs: 60_000,
    });
  } catch (error) {
    throw new Error(`${String(error)}\n${process.log()}`, { cause: error });
  }
  return { address: `http://localhost:${env['PORT']}`, process };
}
