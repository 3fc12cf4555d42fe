import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import type { Client } from './client.ts';
import { agency } from './people.ts';
import type { Sessions } from './sessions.ts';

/** What the story is made with. */
export interface Stage {
  /** Without any credential. */
  readonly client: Client;
  readonly sessions: Sessions;
  readonly providers: AdProviders;
}

/** The people of the agency who act in the story, each with a session. */
export interface Team {
  readonly lena: Client;
  readonly jonas: Client;
  readonly mira: Client;
}

export const organizationPath = `/v1/organizations/${agency.slug}`;
export const workspacePath = (slug: string): string => `${organizationPath}/workspaces/${slug}`;

/** The rest of the address of a connect link. */
export const tokenOf = (connectUrl: string): string => connectUrl.slice(connectUrl.lastIndexOf('/') + 1);
