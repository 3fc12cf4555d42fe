import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetterTopicOf, eventTopics } from '@patchbay/events/topics';
import type { RunningStack } from '@patchbay/local/up/stack';
import { publishingServices } from '@patchbay/platform/services';
import { connectTestKafka } from '@patchbay/testing/kafka';
import { inParallel } from '../../random.ts';
import type { ChaosStack } from './chaos.ts';
import type { Sender } from './client.ts';
import { readDeletions, readLeftovers } from './deletions.ts';
import { cells } from './ledger.ts';
import { type StepContext, sessionOf } from './steps/step.ts';
import type { Entry, Evidence, Observation, Trail } from './verify/evidence.ts';
import type { Organization, Person } from './world.ts';

/** Reads as one person. */
export type Read = <Body>(path: string) => Promise<Body>;

/** Sends a read again a few times where it fails: a service may still be starting after the last fault. */
export const readAs =
  (sender: Sender, person: Person): Read =>
  async <Body>(path: string): Promise<Body> => {
    let status: number | 'lost' = 'lost';
    for (let attempts = 0; attempts < 10; attempts += 1) {
      const sent = await sender.send({ method: 'GET', path, ...sessionOf(person) });
      status = sent.attempt.status;
      if (status === 200) return sent.body as Body;
      await sleep(500);
    }
    throw new Error(`GET ${path} as ${person.email} answers ${status}`);
  };

interface Named {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

interface Invitation {
  readonly email: string;
  readonly status: string;
  readonly inviterEmail: string;
  readonly inviterName: string;
}

/** Numbers the things with the same name, in the order of the list, which is oldest first. */
function numbered<T>(items: readonly T[], nameOf: (item: T) => string): (readonly [T, number])[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const number = (counts.get(nameOf(item)) ?? 0) + 1;
    counts.set(nameOf(item), number);
    return [item, number] as const;
  });
}

const nameShown = (email: string, name: string, where: string): Observation => ({
  cell: cells.personName(email),
  value: name,
  where,
});

async function invitationsOf(read: Read, path: string, place: string): Promise<Observation[]> {
  const where = `GET ${path}/invitations`;
  const { invitations } = await read<{ invitations: Invitation[] }>(`${path}/invitations`);
  return numbered(invitations, ({ email }) => email).flatMap(([invitation, number]) => [
    { cell: cells.invitation(place, invitation.email, number), value: invitation.status, where },
    nameShown(invitation.inviterEmail, invitation.inviterName, where),
  ]);
}

async function workspaceState(read: Read, slug: string, path: string): Promise<Observation[]> {
  const { workspaces } = await read<{ workspaces: { slug: string; name: string }[] }>(`${path}/workspaces`);
  const observations: Observation[] = [];
  for (const { slug: workspace, name } of workspaces) {
    const own = `${path}/workspaces/${workspace}`;
    observations.push({
      cell: cells.workspace(slug, workspace),
      value: name,
      where: `GET ${path}/workspaces`,
    });
    const { members } = await read<{ members: (Named & { inherited: boolean })[] }>(`${own}/members`);
    for (const member of members) {
      const where = `GET ${own}/members`;
      observations.push(nameShown(member.email, member.name, where));
      if (!member.inherited)
        observations.push({
          cell: cells.assignment(slug, workspace, member.email),
          value: 'assigned',
          where,
        });
    }
    observations.push(...(await invitationsOf(read, own, `${slug}/${workspace}`)));
    const { integrations } = await read<{ integrations: { name: string; status: string }[] }>(
      `${own}/integrations`,
    );
    for (const { name: integration, status } of integrations)
      observations.push({
        cell: cells.integration(slug, workspace, integration),
        value: status === 'disabled' ? 'disabled' : 'enabled',
        where: `GET ${own}/integrations`,
      });
  }
  return observations;
}

/** Everything that the API shows the owner of an organization. */
export async function readOrganization(read: Read, { slug }: Organization): Promise<Observation[]> {
  const path = `/v1/organizations/${slug}`;
  const { name } = await read<{ name: string }>(path);
  const { members } = await read<{ members: Named[] }>(`${path}/members`);
  return [
    { cell: cells.organizationName(slug), value: name, where: `GET ${path}` },
    ...members.flatMap((member) => [
      { cell: cells.member(slug, member.email), value: member.role, where: `GET ${path}/members` },
      nameShown(member.email, member.name, `GET ${path}/members`),
    ]),
    ...(await workspaceState(read, slug, path)),
    ...(await invitationsOf(read, path, slug)),
  ];
}

/** The keys that a person may list: admins do not see the personal ones of others. */
export async function readKeys(
  read: Read,
  { slug }: Organization,
  { email }: Person,
): Promise<Observation[]> {
  const path = `/v1/organizations/${slug}/api-keys`;
  const { apiKeys } = await read<{ apiKeys: { name: string; status: string; creatorEmail: string }[] }>(path);
  const own = apiKeys.filter(({ creatorEmail }) => creatorEmail === email);
  return numbered(own, ({ name }) => name).map(([key, number]) => ({
    cell: cells.apiKey(slug, key.name, number),
    value: key.status,
    where: `GET ${path} as ${email}`,
  }));
}

/** Tries every key that clients have the secret of. */
export async function tryKeys(sender: Sender, { slug, keys }: Organization): Promise<Observation[]> {
  const path = `/v1/organizations/${slug}/workspaces`;
  const observations: Observation[] = [];
  for (const { name, number, secret } of keys) {
    const { attempt } = await sender.send({ method: 'GET', path, apiKey: secret });
    const value =
      attempt.status === 200 ? 'accepted' : attempt.status === 401 ? 'refused' : `answered ${attempt.status}`;
    observations.push({ cell: cells.apiKeyUse(slug, name, number), value, where: `GET ${path} with it` });
  }
  return observations;
}

export async function readPerson(read: Read, { email }: Person): Promise<Observation[]> {
  const { name } = await read<{ name: string }>('/v1/me');
  return [nameShown(email, name, 'GET /v1/me')];
}

interface Page {
  readonly auditLogs: Entry[];
  readonly nextCursor: string | null;
}

interface Verification {
  readonly intact: boolean;
  readonly nextSequence?: number | null;
}

async function list(read: Read, path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await read(`${path}?limit=200${query}`);
    entries.push(...page.auditLogs);
    cursor = page.nextCursor;
  }
  return entries.toReversed();
}

async function isIntact(read: Read, path: string): Promise<boolean> {
  let after: number | null | undefined = 0;
  while (after !== null && after !== undefined) {
    const query: string = after === 0 ? '' : `?afterSequence=${after}`;
    const answer: Verification = await read(`${path}/verify${query}`);
    if (!answer.intact) return false;
    after = answer.nextSequence;
  }
  return true;
}

/** The whole trail of an organization, in all the ways that the API has. */
export async function readTrail(read: Read, slug: string): Promise<Trail> {
  const path = `/v1/organizations/${slug}/audit-logs`;
  const listed = await list(read, path);
  // An empty trail is exported as an empty body.
  const exported = ((await read<string | undefined>(`${path}/export`)) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
  return { listed, exported, intact: await isIntact(read, path) };
}

/** The messages that the dead-letter topics ever had. Rejects where a topic does not exist. */
export async function countDeadLetters({ ports }: RunningStack): Promise<number> {
  const kafka = await connectTestKafka([`127.0.0.1:${ports.servers.kafka}`]);
  try {
    return await kafka.countMessages(eventTopics.map(deadLetterTopicOf));
  } finally {
    await kafka.close();
  }
}

const outboxMetric = /^patchbay_outbox_oldest\S* (\S+)$/gm;

/** Only an active relay tells the age. */
const leadingMetric = /^patchbay_publisher_leading\S* 1$/m;

/** The value of the only sample of the metric; undefined where there is none, or more than one, or no relay is active. */
export function outboxAgeIn(metrics: string): number | undefined {
  const [sample, ...more] = [...metrics.matchAll(outboxMetric)];
  return sample === undefined || more.length > 0 || !leadingMetric.test(metrics)
    ? undefined
    : Number(sample[1]);
}

/** The age of the oldest event that each publishing service has not published, as its metrics say; 0 where there is none. */
export async function readOutboxes({ ports }: RunningStack): Promise<Map<string, number | undefined>> {
  const ages = new Map<string, number | undefined>();
  for (const name of publishingServices) {
    const response = await fetch(`http://127.0.0.1:${ports.services[name].admin}/metrics`, {
      signal: AbortSignal.timeout(60_000),
    });
    ages.set(name, outboxAgeIn(await response.text()));
  }
  return ages;
}

/** Reads at the same time. */
const readers = 4;

/** Reads everything back, through the API as far as it shows it. */
export async function collectEvidence(
  context: StepContext,
  stack: ChaosStack,
  run: Pick<Evidence, 'struck' | 'calm' | 'relayed' | 'arrived'>,
): Promise<Evidence> {
  const { world, client, mailbox } = context;
  const { sender, ledger } = client;
  const trails = new Map<string, Trail>();
  const observations: Observation[] = [];
  await inParallel([...world.organizations, world.probe], readers, async (organization) => {
    const read = readAs(sender, organization.owner);
    trails.set(organization.slug, await readTrail(read, organization.slug));
    observations.push(...(await readOrganization(read, organization)));
    observations.push(...(await readKeys(read, organization, organization.owner)));
    observations.push(...(await tryKeys(sender, organization)));
  });
  await inParallel([...world.people, ...world.probePeople], readers, async (person) => {
    if (person.session === undefined) return;
    const read = readAs(sender, person);
    observations.push(...(await readPerson(read, person)));
    for (const organization of world.organizations) {
      if (organization.owner !== person && organization.members.has(person.email))
        observations.push(...(await readKeys(read, organization, person)));
    }
  });
  return {
    ...run,
    changes: ledger.changes,
    contradictions: ledger.contradictions,
    trails,
    observations,
    mails: await mailbox.read(),
    deletions: await readDeletions(context, stack.postgresUrl),
    leftovers: await readLeftovers(stack),
    statuses: sender.statuses,
    ended: stack.ended,
    restarts: new Map(stack.processes().map(({ name, restarts }) => [name, restarts])),
    deadLetters: await countDeadLetters(stack),
    outboxes: await readOutboxes(stack),
  };
}
