import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { type Api, apiAt } from '../api.ts';
import { acme, signUpAndIn } from '../people.ts';
import { startPlatform } from '../platform.ts';

/** A platform with simulated providers, Ada of Acme with the workspace `spring`, and a home for settings. */
export interface World {
  readonly address: string;
  readonly portal: string;
  readonly smtp: TestSmtpServer;
  readonly providers: AdProviders;
  readonly api: Api;
  readonly ada: Api;
  /** The token of Ada's session. */
  readonly token: string;
  /** Makes every session older than what counts as fresh. */
  makeStale(): Promise<void>;
  /** An environment in which Ada is signed in, with `acme` and `spring` as defaults; its settings are its own. */
  signedIn(): Record<string, string>;
  /** An environment in which nobody is signed in. */
  signedOut(): Record<string, string>;
  stop(): Promise<void>;
}

export async function createCliWorld(): Promise<World> {
  const folder = await createTemporaryDirectory('patchbay-cli-');
  const platform = await startPlatform();
  const { smtp, providers } = platform;
  const api = apiAt(platform.address);
  const token = await signUpAndIn(api, smtp, acme);
  const ada = api.withSession(token);
  await ada.post('/v1/organizations/acme/workspaces', { name: 'Spring', slug: 'spring' });
  let homes = 0;
  const signedOut = (): Record<string, string> => {
    homes += 1;
    const home = join(folder.path, `home-${homes}`);
    mkdirSync(home, { recursive: true });
    // No keychain of the machine, no browser of the machine.
    return {
      HOME: home,
      PATCHBAY_CONFIG_DIR: join(home, 'patchbay'),
      PATCHBAY_HOST: platform.address,
      PATCHBAY_KEYCHAIN: 'off',
      BROWSER: '/bin/true',
    };
  };
  return {
    address: platform.address,
    portal: platform.portal,
    smtp,
    providers,
    api,
    ada,
    token,
    signedOut,
    async makeStale() {
      await platform.sql(`update identity.sessions set authenticated_at = now() - interval '1 hour'`);
    },
    signedIn() {
      const { PATCHBAY_HOST: host = '', ...home } = signedOut();
      const settings = home['PATCHBAY_CONFIG_DIR'] ?? '';
      const profile = { host, email: acme.email, org: 'acme', workspace: 'spring' };
      mkdirSync(settings, { mode: 0o700 });
      writeFileSync(
        join(settings, 'config.json'),
        JSON.stringify({ current: 'default', profiles: { default: profile } }),
        { mode: 0o600 },
      );
      writeFileSync(join(settings, 'tokens.json'), JSON.stringify({ default: token }), { mode: 0o600 });
      return home;
    },
    async stop() {
      await platform.stop();
      await folder.remove();
    },
  };
}
