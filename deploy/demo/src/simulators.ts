import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSimulators } from '@patchbay/testing/ad-providers';
import type { GrantMemory, KeptGrants } from '@patchbay/testing/ad-providers/grants';
import {
  type AdProviders,
  type AdProvidersOptions,
  startAdProviders,
} from '@patchbay/testing/ad-providers/server';
import type { SimulatedAnswer, SimulatedRequest } from '@patchbay/testing/ad-providers/simulator';
import { createOidcProvider } from '@patchbay/testing/oidc';
import type { DemoConfig, SimulatorSettings } from './config.ts';
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
    google.setAccount({ sub: id, email, email_verified: true, hd: email.split('@')[1] ?? '', name });
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

/** A customer of Google Ads at which every verification finds the quota used up. Other customers and the list of them are not concerned. */
export const customerWithoutQuota = '2345678901';

const googleError = (code: number, status: string): SimulatedAnswer => ({
  status: code,
  json: { error: { code, message: 'Simulated.', status } },
});

/** The token of a request to Google: of the API, or of a renewal. */
const tokenIn = ({ headers, body }: SimulatedRequest): string | null =>
  headers['authorization'] ?? new URLSearchParams(body).get('refresh_token');

/** Runs `work`, which must be a verification: the tokens that it sends are refused from then on, as if its person had withdrawn them. */
export type Withdraw = (work: () => Promise<unknown>) => Promise<void>;

/** Turned on at each start, so that an integration keeps the error that says so. */
export function useUpQuota(providers: AdProviders): Withdraw {
  const withdrawn = new Set<string>();
  let isWithdrawing = false;
  providers.of('google_ads').fail({
    name: 'the quota of one customer is used up, and some tokens were withdrawn',
    kind: 'transient',
    shows: 'verify',
    answer(request) {
      const { url, body } = request;
      const token = tokenIn(request);
      if (token !== null && isWithdrawing) withdrawn.add(token);
      if (token !== null && withdrawn.has(token))
        return url.startsWith('https://oauth2.')
          ? { status: 400, json: { error: 'invalid_grant' } }
          : googleError(401, 'UNAUTHENTICATED');
      return url.includes(`/customers/${customerWithoutQuota}/`) && !body.includes('FROM customer_client')
        ? googleError(429, 'RESOURCE_EXHAUSTED')
        : undefined;
    },
  });
  return async (work) => {
    isWithdrawing = true;
    try {
      await work();
    } finally {
      isWithdrawing = false;
    }
  };
}

/**
 * Keeps what the simulators gave out in a file, so that integrations that were connected before a restart still work. Written at
 * each change and not at the stop: a killed demo has the same right to its data.
 */
export function createGrantFile(path: string): GrantMemory {
  let kept: Readonly<Record<string, KeptGrants>> = {};
  try {
    kept = JSON.parse(readFileSync(path, 'utf8')) as typeof kept;
  } catch {
    // There is none at the first start.
  }
  return {
    read: (prefix) => kept[prefix],
    write(prefix, grants) {
      kept = { ...kept, [prefix]: grants };
      writeFileSync(`${path}.part`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${path}.part`, path);
    },
  };
}
