import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { Api } from '../api.ts';
import { acme, signUpAndIn } from '../people.ts';
import { type Portal, startPortal } from './portal.ts';

export const organization = 'Nordlicht Agency';
export const workspace = 'North clients';

/** Has a mark of its own; the others have monograms. */
export const markedProvider = 'reddit_ads';
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

export interface Link {
  readonly id: string;
  readonly token: string;
  /** Of its page. */
  readonly path: string;
}

export interface LinkOptions {
  readonly name?: string;
  readonly returnUrl?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The Portal, an organization with a workspace, and connect links of it. */
export interface ConnectLinks {
  readonly portal: Portal;
  /** Creates an integration; `settings` are those of the simulator's first way unless given. */
  create(provider: string, options?: LinkOptions): Promise<Link>;
  statusOf(id: string): Promise<unknown>;
  settingsOf(id: string): Promise<unknown>;
  stop(): Promise<void>;
}

const linkOf = ({ id, connectUrl }: { readonly id: string; readonly connectUrl: string }): Link => {
  const path = new URL(connectUrl).pathname;
  return { id, path, token: path.split('/').at(-1) ?? '' };
};

export async function startConnectLinks(): Promise<ConnectLinks> {
  const folder = await createTemporaryDirectory('patchbay-connect-links-');
  const marks = join(folder.path, 'marks');
  await mkdir(marks);
  await writeFile(join(marks, `${markedProvider}.svg`), mark);
  const portal = await startPortal({ MARKS_DIR: marks });
  const session = await signUpAndIn(portal.api, portal.smtp, { ...acme, organizationName: organization });
  const ada: Api = portal.api.withSession(session);
  const created = await ada.post('/v1/organizations/acme/workspaces', { name: workspace, slug: 'north' });
  if (created.status !== 201) throw new Error(`the workspace answered ${created.status}`);
  const base = '/v1/organizations/acme/workspaces/north/integrations';
  const done = async (answer: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    portal,
    async create(provider, options = {}) {
      const { settings } = portal.providers.of(provider).simulator.ways[0];
      const body = { provider, name: `${provider} of Süd & Söhne`, settings, ...options };
      return linkOf((await done(ada.post(base, body))) as { id: string; connectUrl: string });
    },
    statusOf: async (id) => ((await done(ada.get(`${base}/${id}`))) as { status: unknown }).status,
    settingsOf: async (id) => ((await done(ada.get(`${base}/${id}`))) as { settings: unknown }).settings,
    async stop() {
      await portal.stop();
      await folder.remove();
    },
  };
}
