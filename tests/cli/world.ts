import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { type Api, apiAt } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';

export type Environment = Record<string, string>;
export type Home = Environment & { readonly HOME: string };

/** Ada of Acme with the workspace `spring`, at a platform with simulated providers, and homes for settings. */
export interface World {
  readonly platform: Platform;
  readonly api: Api;
  /** The slug of Acme. */
  readonly org: string;
  readonly email: string;
  readonly ada: Api;
  /** The token of Ada's session. */
  readonly token: string;
  /** Makes every session of Ada older than what counts as fresh. */
  makeStale(): Promise<void>;
  /** An environment in which Ada is signed in, with Acme and `spring` as defaults; its settings are its own. */
  signedIn(token?: string): Environment;
  /** An environment in which nobody is signed in. */
  signedOut(): Environment;
  /** Removes the homes. */
  stop(): Promise<void>;
}

let homes = 0;
/** An environment with a home of its own in a folder: no keychain, no browser and no cache of the machine. */
export function homeIn(folder: string, host: string): Home {
  homes += 1;
  const home = join(folder, `home-${homes}`);
  mkdirSync(home);
  return {
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    PATCHBAY_CONFIG_DIR: join(home, 'patchbay'),
    PATCHBAY_HOST: host,
    PATCHBAY_KEYCHAIN: 'off',
    BROWSER: '/bin/true',
  };
}

/** The path of a file of settings. */
export const settingsOf = (env: Environment, file: string): string =>
  join(env['PATCHBAY_CONFIG_DIR'] ?? '', file);

/** Replaces the browser of an environment by one that writes what it opens to the file `opened`. */
export function withBrowser(env: Environment): { env: Environment; opened: string } {
  const [browser, opened] = [join(env['HOME'] ?? '', 'browser'), join(env['HOME'] ?? '', 'opened')];
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf %s "$1" > "${opened}.part" && mv "${opened}.part" "${opened}"\n`,
    {
      mode: 0o755,
    },
  );
  return { env: { ...env, BROWSER: browser }, opened };
}

/** `name` tells tenants of test files apart, which share a platform. */
export async function createCliWorld(name: string): Promise<World> {
  const folder = await createTemporaryDirectory('patchbay-cli-');
  const platform = await sharedPlatform();
  const api = apiAt(platform.address);
  const acme = signUpOf(`acme-${name}`);
  const { organizationSlug: org, email } = acme;
  const ownToken = await signUpAndIn(api, platform.smtp, acme);
  const ada = api.withSession(ownToken);
  await ada.post(`/v1/organizations/${org}/workspaces`, { name: 'Spring', slug: 'spring' });
  const signedOut = (): Environment => homeIn(folder.path, platform.address);
  return {
    platform,
    api,
    org,
    email,
    ada,
    token: ownToken,
    signedOut,
    async makeStale() {
      await platform.sql(
        `update identity.sessions set authenticated_at = now() - interval '1 hour'
         where user_id = (select id from identity.users where email = $1)`,
        [email],
      );
    },
    signedIn(token = ownToken) {
      const { PATCHBAY_HOST: host = '', ...home } = signedOut();
      const profile = { host, email, org, workspace: 'spring' };
      mkdirSync(settingsOf(home, ''), { mode: 0o700 });
      const config = { current: 'default', profiles: { default: profile } };
      writeFileSync(settingsOf(home, 'config.json'), JSON.stringify(config), { mode: 0o600 });
      writeFileSync(settingsOf(home, 'tokens.json'), JSON.stringify({ default: token }), { mode: 0o600 });
      return home;
    },
    stop: () => folder.remove(),
  };
}
