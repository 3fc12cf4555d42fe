import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { executionMs } from './ledger.ts';
import type { Mail } from './verify/evidence.ts';

export type Role = 'admin' | 'member' | 'viewer' | 'guest';

export interface Person {
  readonly email: string;
  /** The slug of the organization whose domain the address has. */
  readonly domain: string | undefined;
  /** Whether the person has signed in once: then another sign-in makes nobody a member. */
  hasAccount: boolean;
  /** Undefined until an answer names it. */
  userId: string | undefined;
  session: string | undefined;
}

export interface Workspace {
  readonly id: string;
  readonly slug: string;
  /** Addresses of the people assigned to it. */
  readonly assigned: Set<string>;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Counts the keys with this name: a rotation adds one. */
  readonly number: number;
  readonly secret: string;
  readonly level: 'user' | 'organization' | 'workspace';
  readonly creator: Person;
  status: 'active' | 'disabled' | 'revoked';
}

export interface Integration {
  readonly id: string;
  readonly name: string;
  readonly workspace: Pick<Workspace, 'slug'>;
  connected: boolean;
  disabled: boolean;
}

export interface Invitation {
  readonly id: string;
  readonly number: number;
  readonly invitee: Person;
  readonly role: Role;
  /** Undefined: into the organization itself. */
  readonly workspace: Workspace | undefined;
}

export interface Organization {
  readonly slug: string;
  readonly owner: Person;
  /** The owner is one of them and stays an admin. */
  readonly members: Map<string, Role>;
  readonly workspaces: Workspace[];
  readonly keys: ApiKey[];
  readonly integrations: Integration[];
  /** Pending ones. */
  readonly invitations: Invitation[];
  /** How many invitations an address got to a place. */
  readonly invited: Map<string, number>;
}

/** What clients know of the platform by the answers that they got. */
export interface World {
  readonly people: Person[];
  /** All that were founded. */
  readonly organizations: Organization[];
  /** Those in which traffic goes on. */
  readonly active: Organization[];
  /** Of the probe alone, so that nothing else delays it. */
  readonly probe: Organization;
  /** People of the probe's organization, who take turns. */
  readonly probePeople: readonly Person[];
  /** Forgets a person of whom clients cannot know whether they became a member: nothing is asked of them any more. */
  forget(person: Person): void;
  isForgotten(person: Person): boolean;
  /** One more organization, not founded yet: its owner and colleagues are in no list. */
  nextOrganization(): NewOrganization;
  /** For names that nobody had before. */
  nextName(prefix: string): string;
}

export interface NewOrganization {
  readonly organization: Organization;
  /** People of its domain, beside its owner. */
  readonly colleagues: readonly Person[];
}

export interface WorldSize {
  readonly organizations: number;
  /** People with an address of each organization's domain, beside its owner. */
  readonly colleagues: number;
  /** People of no organization's domain. */
  readonly outsiders: number;
  readonly probePeople: number;
}

export const newPerson = (email: string, domain: string | undefined): Person => ({
  email,
  domain,
  hasAccount: false,
  userId: undefined,
  session: undefined,
});

function newOrganization(slug: string): Organization {
  return {
    slug,
    owner: newPerson(`owner@${slug}.example`, slug),
    members: new Map(),
    workspaces: [],
    keys: [],
    integrations: [],
    invitations: [],
    invited: new Map(),
  };
}

const numbered = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

export function createWorld(size: WorldSize): World {
  let [names, slugs] = [0, 0];
  const nextOrganization = (): NewOrganization => {
    slugs += 1;
    const slug = `org-${slugs}`;
    return {
      organization: newOrganization(slug),
      colleagues: numbered(size.colleagues, (number) => newPerson(`p${number}@${slug}.example`, slug)),
    };
  };
  const all = numbered(size.organizations, nextOrganization);
  const people = [
    ...all.flatMap(({ organization, colleagues }) => [organization.owner, ...colleagues]),
    ...numbered(size.outsiders, (number) => newPerson(`guest${number}@elsewhere.example`, undefined)),
  ];
  const forgotten = new Set<Person>();
  return {
    organizations: all.map(({ organization }) => organization),
    active: all.map(({ organization }) => organization),
    probe: newOrganization('probe'),
    probePeople: numbered(size.probePeople, (number) => newPerson(`p${number}@probe.example`, 'probe')),
    people,
    forget(person) {
      forgotten.add(person);
      const index = people.indexOf(person);
      if (index >= 0) people.splice(index, 1);
    },
    isForgotten: (person) => forgotten.has(person),
    nextOrganization,
    nextName(prefix) {
      names += 1;
      return `${prefix} ${names}`;
    },
  };
}

/** Which things are being changed. Clients change a thing one after the other, so that its newest value is known. */
export interface Locks {
  /** Takes all of them or none. */
  take(things: readonly string[]): boolean;
  /** `uncertain`: an attempt without an answer may still be executed, so that the things are left alone for a while. */
  release(things: readonly string[], uncertain: boolean): void;
  /** The moment from which everything is free, if nothing is taken meanwhile. */
  freeFrom(): number;
}

export function createLocks(now: () => number = Date.now): Locks {
  /** The moment from which a thing is free. */
  const freeAt = new Map<string, number>();
  return {
    take(things) {
      if (things.some((thing) => (freeAt.get(thing) ?? 0) > now())) return false;
      for (const thing of things) freeAt.set(thing, Number.POSITIVE_INFINITY);
      return true;
    },
    release(things, uncertain) {
      for (const thing of things) freeAt.set(thing, uncertain ? now() + executionMs : 0);
    },
    freeFrom: () => Math.max(0, ...freeAt.values()),
  };
}

interface ReadMail extends Mail {
  readonly text: string;
}

export interface MailReader {
  /** All mails until now. */
  read(): Promise<readonly ReadMail[]>;
  /** The token of the newest sign-in link to an address that was mailed since `since`; undefined after the timeout. */
  linkTo(email: string, since: number, timeoutMs: number): Promise<string | undefined>;
}

/** Names begin with the time, to the millisecond: `2026-01-02T03-04-05-678Z-sign-in-link-0b7e.eml`. */
const timeOf = (name: string): number =>
  Date.parse(name.slice(0, 24).replace(/T(..)-(..)-(..)-(...)Z/, 'T$1:$2:$3.$4Z'));

const purposes = ['sign-in link', 'closed organization', 'deleted organization'];

const purposeOf = (name: string): string =>
  purposes.find((purpose) => name.includes(`-${purpose.replaceAll(' ', '-')}-`)) ?? 'invitation';

/** Reads the folder that the services write mails to; each file is parsed once. */
export function createMailReader(folder: string): MailReader {
  const mails = new Map<string, ReadMail>();
  let reading: Promise<void> | undefined;

  const readNew = async (): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (!name.endsWith('.eml') || mails.has(name)) continue;
      const { to = [], text = '' } = await PostalMime.parse(await readFile(join(folder, name)));
      mails.set(name, { to: to[0]?.address ?? '', purpose: purposeOf(name), at: timeOf(name), text });
    }
  };
  const read = async (): Promise<readonly ReadMail[]> => {
    reading ??= readNew().finally(() => {
      reading = undefined;
    });
    await reading;
    return [...mails.values()];
  };

  return {
    read,
    async linkTo(email, since, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (Date.now() < deadline) {
        const links = (await read())
          .filter(({ to, purpose, at }) => to === email && purpose === 'sign-in link' && at >= since)
          .toSorted((one, other) => one.at - other.at);
        const token = /[?&]token=([\w-]+)/.exec(links.at(-1)?.text ?? '')?.[1];
        if (token !== undefined) return token;
        await sleep(100);
      }
      return undefined;
    },
  };
}
