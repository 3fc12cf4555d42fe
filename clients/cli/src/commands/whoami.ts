import { type Patchbay, Unauthorized } from '@patchbay/client';
import type { Command } from '../command.ts';
import type { Credential } from '../context.ts';
import { print } from '../output/print.ts';

/** The owner of a credential, as far as the API tells it. */
export interface Who {
  readonly name: string | null;
  readonly email: string | null;
  /** The organization of a key that belongs to no person. */
  readonly organization: string | null;
  /** When the session ends. */
  readonly expiresAt: string | null;
}

const nobody: Who = { name: null, email: null, organization: null, expiresAt: null };

/** Undefined if this level of key may not make the call. */
const unlessRefused = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: unknown) => {
    if (error instanceof Unauthorized) return undefined;
    throw error;
  });

/** Rejects with `Unauthorized` where the credential is no longer valid. */
export async function whoIs(client: Patchbay, { kind }: Pick<Credential, 'kind'>): Promise<Who> {
  if (kind === 'session') {
    const { user, session } = await client.getSession();
    return { ...nobody, name: user.name, email: user.email, expiresAt: session.expiresAt };
  }
  const creator = await unlessRefused(client.getMe());
  if (creator) return { ...nobody, name: creator.name, email: creator.email };
  const reach = await unlessRefused(client.listOrganizations());
  if (reach) return { ...nobody, organization: reach.organizations[0]?.slug ?? null };
  // Every valid key may read the catalogue. Keys of a workspace may not read themselves.
  await client.listProviders();
  return nobody;
}

export const whoami: Command = {
  path: ['whoami'],
  summary: 'Show who is signed in, and where',
  description:
    'Shows the account, the host and the profile that commands use, the kind of the credential, and when its session ends. It asks the host, so that it fails where the credential is no longer valid.',
  examples: ['patchbay whoami', 'patchbay whoami --jq .email'],
  printsData: true,
  async run(context) {
    const client = await context.client();
    const { kind, secret, source } = (await context.credential()) as Credential;
    const { name, email, organization, expiresAt } = await whoIs(client, { kind });
    const value = {
      name,
      email,
      host: context.host,
      profile: context.profileName,
      credential: kind,
      // The same prefix that the API shows.
      keyPrefix: kind === 'key' ? secret.slice(0, 15) : null,
      source,
      expiresAt,
      organization: organization ?? context.chosenOrg ?? null,
      workspace: context.chosenWorkspace ?? null,
    };
    await print(context, { value, fields: Object.keys(value) });
  },
};
