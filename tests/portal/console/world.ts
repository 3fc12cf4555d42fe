import type { Page } from 'playwright-core';
import type { Api } from '../../api.ts';
import { signIn, signUpAndIn, signUpOf } from '../../people.ts';
import { type OpenOptions, type Portal, startPortal } from '../portal.ts';

const peopleOf = (slug: string) => ({
  admin: signUpOf(slug).email,
  member: `mia@${slug}.example`,
  viewer: `vic@partner-of-${slug}.example`,
  /** Of no workspace until somebody adds them. */
  guest: `gus@client-of-${slug}.example`,
});

export type Person = keyof ReturnType<typeof peopleOf>;

/** An organization named Acme, with a person of each role, and the workspace `north`. Its slug is of one test file. */
export interface World {
  readonly portal: Portal;
  /** The email addresses of the people, by what they may do. Ada, the admin, signed up. */
  readonly people: Readonly<Record<Person, string>>;
  /** The path of the organization in the console. */
  readonly home: string;
  /** The path of the organization in the API. */
  readonly organization: string;
  /** The path of the integrations of `north` in the API. */
  readonly integrations: string;
  /** The API as Ada. */
  readonly ada: Api;
  /** Opens a page of the console as somebody, in a browser of their own that has their session already. */
  open(person: Person, path: string, options?: OpenOptions): Promise<Page>;
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

export async function startWorld(slug: string): Promise<World> {
  const portal = await startPortal();
  const people = peopleOf(slug);
  const organization = `/v1/organizations/${slug}`;
  const tokens = new Map([['admin', await signUpAndIn(portal.api, portal.smtp, signUpOf(slug))]]);
  const tokenOf = async (person: Person): Promise<string> => {
    const token = tokens.get(person) ?? (await signIn(portal.api, portal.smtp, people[person])).token;
    tokens.set(person, token);
    return token;
  };
  const apiOf = async (person: Person): Promise<Api> => portal.api.withSession(await tokenOf(person));
  const ada = await apiOf('admin');
  await done(ada.post(`${organization}/workspaces`, { name: 'North', slug: 'north' }));
  const invite = async (path: string, person: Person, role: string): Promise<void> => {
    const email = people[person];
    await done(ada.post(path, { email, role }));
    const api = await apiOf(person);
    const { invitations } = await done(api.get<{ invitations: { id: string }[] }>('/v1/me/invitations'));
    for (const { id } of invitations) await done(api.post(`/v1/me/invitations/${id}/accept`));
  };
  await invite(`${organization}/invitations`, 'member', 'member');
  await invite(`${organization}/invitations`, 'viewer', 'viewer');
  await invite(`${organization}/workspaces/north/invitations`, 'guest', 'member');
  return {
    portal,
    people,
    home: `/o/${slug}`,
    organization,
    integrations: `${organization}/workspaces/north/integrations`,
    ada,
    api: apiOf,
    open: async (person, path, options = {}) =>
      portal.open(path, { session: await tokenOf(person), ...options }),
    stop: () => portal.stop(),
  };
}
