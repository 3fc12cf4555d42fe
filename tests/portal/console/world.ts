import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Api } from '../../api.ts';
import { acme, signIn, signUpAndIn } from '../../people.ts';
import { type Portal, startPortal } from '../portal.ts';

/** The people of an organization, by what they may do there. Ada, the admin, signed up. */
export const people = {
  admin: acme.email,
  member: 'mia@acme.example',
  viewer: 'vic@partner.example',
  /** Of no workspace until somebody adds them. */
  guest: 'gus@client.example',
} as const;

export type Person = keyof typeof people;

/** The platform with the organization Acme, a person of each role, and the workspace `north`. */
export interface World {
  readonly portal: Portal;
  /** The API as Ada. */
  readonly ada: Api;
  /** Opens a page of the console as somebody, in a browser of their own that has their session already, until the test ends. */
  open(person: Person, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** The API as somebody. */
  api(person: Person): Promise<Api>;
  stop(): Promise<void>;
}

/** The body of an answer that has to be a success. */
export async function done<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export const workspaces = '/v1/organizations/acme/workspaces';
/** The integrations of the workspace `north`. */
export const integrations = `${workspaces}/north/integrations`;

export async function startWorld(): Promise<World> {
  const portal = await startPortal();
  const tokens = new Map([['admin', await signUpAndIn(portal.api, portal.smtp, acme)]]);
  const tokenOf = async (person: Person): Promise<string> => {
    const token = tokens.get(person) ?? (await signIn(portal.api, portal.smtp, people[person])).token;
    tokens.set(person, token);
    return token;
  };
  const apiOf = async (person: Person): Promise<Api> => portal.api.withSession(await tokenOf(person));
  const ada = await apiOf('admin');
  await done(ada.post(workspaces, { name: 'North', slug: 'north' }));
  const invite = async (path: string, person: Person, role: string): Promise<void> => {
    const email = people[person];
    await done(ada.post(path, { email, role }));
    const api = await apiOf(person);
    const { invitations } = await done(api.get<{ invitations: { id: string }[] }>('/v1/me/invitations'));
    for (const { id } of invitations) await done(api.post(`/v1/me/invitations/${id}/accept`));
  };
  await invite('/v1/organizations/acme/invitations', 'member', 'member');
  await invite('/v1/organizations/acme/invitations', 'viewer', 'viewer');
  await invite(`${workspaces}/north/invitations`, 'guest', 'member');
  return {
    portal,
    ada,
    api: apiOf,
    async open(person, path, options = {}) {
      const cookie = {
        name: 'patchbay_session',
        value: await tokenOf(person),
        domain: 'localhost',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax' as const,
      };
      const page = await portal.open(path, { storageState: { cookies: [cookie], origins: [] }, ...options });
      // A page that stays open reads again every 15 seconds.
      onTestFinished(() => page.context().close());
      return page;
    },
    stop: () => portal.stop(),
  };
}
