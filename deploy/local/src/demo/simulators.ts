import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSimulators } from '@patchbay/testing/ad-providers';
import {
  type AdProviders,
  type AdProvidersOptions,
  startAdProviders,
} from '@patchbay/testing/ad-providers/server';
import { createOidcProvider } from '@patchbay/testing/oidc';
import type { DemoConfig, SimulatorSettings } from './config.ts';
import { createGrantFile } from './grant-file.ts';
import { everybody } from './people.ts';

export interface Simulators {
  readonly providers: AdProviders;
  readonly settings: SimulatorSettings;
  stop(): Promise<void>;
}

/** Starts the simulated advertising systems and a simulated Google; leaves the PROVIDERS_FILE that leads to them in `folder`. */
export async function startSimulators(
  config: DemoConfig,
  folder: string,
  pages: Pick<AdProvidersOptions, 'consentPageName' | 'otherwise'>,
): Promise<Simulators> {
  const providers = await startAdProviders(createSimulators(createGrantFile(join(folder, 'grants.json'))), {
    port: config.DEMO_PORT,
    ...pages,
  });
  const google = await createOidcProvider({
    redirectUri: `http://localhost:${config.PORT}/v1/auth/google/callback`,
    port: config.DEMO_GOOGLE_PORT,
    accountPageName: 'Google',
  }).catch(async (error: unknown) => {
    await providers.stop();
    throw error;
  });
  for (const { id, email, name } of everybody)
    google.setAccount({ sub: id, email, email_verified: true, name });
  const providersFile = join(folder, 'providers.json');
  await writeFile(providersFile, JSON.stringify(providers.installations), { mode: 0o600 });
  return {
    providers,
    settings: { providersFile, google },
    async stop() {
      await Promise.all([providers.stop(), google.stop()]);
    },
  };
}
