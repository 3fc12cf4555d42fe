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
const tokenOf = (connectUrl: string): string => connectUrl.slice(connectUrl.lastIndexOf('/') + 1);

export interface Integration {
  readonly id: string;
  readonly provider: string;
  readonly status: string;
  readonly connectedAccount: string | null;
  readonly connectLink: { readonly connectUrl: string; readonly expired: boolean } | null;
}

type CreatedIntegration = Integration & { readonly connectUrl: string };

export const integrationsPath = (workspace: string): string => `${workspacePath(workspace)}/integrations`;

export interface NewIntegration {
  readonly provider: string;
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export const createIntegration = (creator: Client, workspace: string, integration: NewIntegration) =>
  creator.post<CreatedIntegration>(integrationsPath(workspace), {
    ...integration,
    connectLinkExpiresInDays: 30,
  });

/** What the simulated provider accepts in its form. Without fields: it is a provider with a consent page. */
export const fieldsOf = ({ providers }: Stage, provider: string): Readonly<Record<string, string>> =>
  providers.of(provider).simulator.ways[0].fields;

/** Opens a connect link as the client of the agency: types what the provider accepts, or gives consent. */
export async function connect(
  stage: Stage,
  { provider, connectUrl }: CreatedIntegration,
  { decline = false, typed = {} }: { decline?: boolean; typed?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const { client, providers } = stage;
  const link = `/v1/connect/${tokenOf(connectUrl)}`;
  await client.get(link);
  const fields = fieldsOf(stage, provider);
  if (Object.keys(fields).length > 0) {
    await client.post(`${link}/credentials`, { ...fields, ...typed });
    return;
  }
  const { authorizationUrl } = await client.post<{ authorizationUrl: string }>(`${link}/oauth`);
  const back = await providers.consent(authorizationUrl, { decline });
  await fetch(back, { redirect: 'manual' });
}
