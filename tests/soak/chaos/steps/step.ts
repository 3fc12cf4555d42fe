import type { Random } from '../../../random.ts';
import { type ClientParts, type Performed, type Plan, perform } from '../client.ts';
import type { Doomed } from '../deletions.ts';
import type { Change } from '../ledger.ts';
import type { Locks, MailReader, Organization, Person, World } from '../world.ts';

export type Perform = <Body>(plan: Plan<Body>) => Promise<Performed<Body>>;

/** The simulated provider whose integrations are connected, and what its form takes. */
export interface AdProvider {
  readonly provider: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface StepContext {
  readonly world: World;
  readonly random: Random;
  readonly mailbox: MailReader;
  readonly client: ClientParts;
  readonly locks: Locks;
  readonly adProvider: AdProvider;
  /** Undefined: nothing is deleted. */
  readonly doomed?: Doomed;
  readonly log: (line: string) => void;
}

/** The same context with random numbers of its own; retries, which depend on answers, draw from another sequence. */
export const withRandom = (context: StepContext, random: Random): StepContext => ({
  ...context,
  random,
  client: { ...context.client, random: random.fork() },
});

/** One thing that people do. Resolves with false where nobody can do it at the moment. */
export type Step = (context: StepContext) => Promise<boolean>;

/**
 * Runs `work` while nobody else changes these things; resolves with false where somebody does. Things whose last change has
 * an attempt without an answer stay locked for a while after it.
 */
export async function holding(
  { client, locks }: StepContext,
  things: readonly string[],
  work: (perform: Perform) => Promise<void>,
): Promise<boolean> {
  if (!locks.take(things)) return false;
  let uncertain = false;
  try {
    await work(async (plan) => {
      const performed = await perform(client, plan);
      uncertain ||= performed.uncertain;
      return performed;
    });
  } finally {
    locks.release(things, uncertain);
  }
  return true;
}

export const things = {
  name: ({ email }: Person): string => `name ${email}`,
  link: ({ email }: Person): string => `link ${email}`,
  /** Role, assignments and personal keys of a person in an organization. */
  member: ({ slug }: Organization, { email }: Person): string => `member ${slug} ${email}`,
  organization: ({ slug }: Organization): string => `organization ${slug}`,
  workspace: ({ slug }: Organization, workspace: { slug: string }): string =>
    `workspace ${slug}/${workspace.slug}`,
  key: ({ slug }: Organization, { name }: { name: string }): string => `key ${slug} ${name}`,
  integration: ({ slug }: Organization, { id }: { id: string }): string => `integration ${slug} ${id}`,
} as const;

export const asUser = ({ email }: Person): Change['actor'] => ({ email, type: 'user' });

export const sessionOf = ({ session }: Person): { session?: string } =>
  session === undefined ? {} : { session };

/** The target of entries about a person. */
export const targetOf = ({ userId }: Person): { targetId?: string } =>
  userId === undefined ? {} : { targetId: userId };

export const pathOf = ({ slug }: Organization): string => `/v1/organizations/${slug}`;

/** Members who have a session, without the owner. */
export const membersOf = ({ people }: World, { members, owner }: Organization): Person[] =>
  people.filter((person) => members.has(person.email) && person !== owner && person.session !== undefined);

/** One of the items, or undefined where there is none. */
export const pickFrom = <T>(random: Random, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : random.pick(items);
