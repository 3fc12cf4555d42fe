import { setTimeout as sleep } from 'node:timers/promises';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { roleUrl } from '@patchbay/database/provision';
import { openTenantRows as openIntegration } from '@patchbay/integration/reconcile';
import { organizationOn } from '@patchbay/local/commands/organization-on';
import { readSecrets } from '@patchbay/local/secrets';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { reconcile } from '@patchbay/service/reconcile';
import { createLogger } from '@patchbay/telemetry/logger';
import { openTenantRows as openWebhook } from '@patchbay/webhook/reconcile';
import { Client } from 'pg';
import { rowsLeft } from '../../rows-left.ts';
import type { Sender } from './client.ts';
import type { Phases } from './faults.ts';
import { cells } from './ledger.ts';
import type { Receiver } from './receiver.ts';
import { openSession } from './steps/sign-in.ts';
import { asUser, holding, pathOf, type StepContext, sessionOf } from './steps/step.ts';
import type { Deletion } from './verify/evidence.ts';
import { newPerson, type Organization, type Person } from './world.ts';

/** Something whose deletion was asked for. */
export interface DoomedPlace extends Pick<Deletion, 'kind' | 'what' | 'id' | 'change' | 'counts'> {
  /** The keys, integrations and workspaces that went with it. */
  readonly organization: Organization;
  /** Who asked. */
  readonly by: Person;
  shown: Deletion['shown'];
  again: Deletion['again'];
}

/** What deletions need beside the API. */
export interface Doomed {
  readonly receiver: Receiver;
  readonly places: DoomedPlace[];
  /** Resolves when the next fault begins, or none does for a while. */
  nextFault(): Promise<void>;
  /** Undefined: no organization has the slug. */
  idOf(slug: string): Promise<string | undefined>;
  /** Has the organization deleted now, if it is closed, instead of in a week. */
  comeDue(slug: string): Promise<void>;
}

async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  // The server may be killed at any time: the query rejects then.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Longer than most faults take until the next one begins. */
const faultMs = 15_000;

export function createDoomed(
  postgresUrl: string,
  receiver: Receiver,
  { next }: Pick<Phases, 'next'>,
  end: AbortSignal,
): Doomed {
  const persist = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
    for (;;) {
      try {
        return await query<Row>(postgresUrl, text, values);
      } catch (error) {
        if (end.aborted) throw error;
        await sleep(500);
      }
    }
  };
  return {
    receiver,
    places: [],
    nextFault: () => Promise.race([next(), sleep(faultMs)]),
    idOf: async (slug) =>
      (await persist<{ id: string }>('select id from organization.organizations where slug = $1', [slug]))[0]
        ?.id,
    comeDue: async (slug) =>
      void (await persist(
        `update organization.organizations set deletes_at = now() - interval '1 second'
         where slug = $1 and deletes_at is not null and deleted_at is null`,
        [slug],
      )),
  };
}

/** What the API shows of it to whoever asked for its deletion. */
async function shownOf(sender: Sender, { kind, what, by }: DoomedPlace): Promise<Deletion['shown']> {
  const [slug, workspace] = what.split('/');
  const path = {
    organization: `/v1/organizations/${slug}`,
    workspace: `/v1/organizations/${slug}/workspaces/${workspace}`,
    person: '/v1/me',
  }[kind];
  const { attempt, body } = await sender.send({ method: 'GET', path, ...sessionOf(by) });
  if (attempt.status === (kind === 'person' ? 401 : 404)) return 'gone';
  if (attempt.status !== 200) return `answered ${attempt.status}`;
  return (body as { deletesAt?: string | null }).deletesAt ? 'closed' : 'open';
}

/** Until the worker of organization has deleted what is due: it looks every 15 s. */
const dueMs = 60_000;

async function settle({ client, world }: StepContext, doomed: Doomed, place: DoomedPlace): Promise<void> {
  const deadline = Date.now() + dueMs;
  for (;;) {
    place.shown = await shownOf(client.sender, place);
    if (place.shown === 'gone' || place.shown === 'open' || Date.now() > deadline) break;
    await doomed.comeDue(place.what);
    await sleep(500);
  }
  // Its deletion was not done: it is read and compared like all others.
  if (place.kind === 'organization' && place.shown === 'open') world.organizations.push(place.organization);
}

async function createWorkspaceAgain(context: StepContext, place: DoomedPlace): Promise<void> {
  const { organization, by } = place;
  const slug = place.what.split('/')[1] ?? '';
  await holding(context, [], async (perform) => {
    const { change } = await perform<{ id: string }>({
      operation: 'createWorkspace',
      actor: asUser(by),
      creates: true,
      request: {
        method: 'POST',
        path: `${pathOf(organization)}/workspaces`,
        body: { name: 'Again', slug },
        ...sessionOf(by),
      },
      effects: (created) => [
        {
          action: 'workspace.created',
          organization: organization.slug,
          ...(created && { targetId: created.id }),
        },
      ],
      writes: () => [{ cell: cells.workspace(organization.slug, slug), value: 'Again' }],
    });
    place.again = change.answer !== undefined;
  });
}

/** Somebody else signs up with the slug, and with an address of the domain. Nothing of the new organization is compared. */
async function foundAgain(context: StepContext, place: DoomedPlace): Promise<void> {
  const person = newPerson(`again@${place.what}.example`, place.what);
  await holding(context, [], async (perform) => {
    const withoutEffects = ((plan) =>
      perform({ ...plan, effects: () => [], writes: () => [] })) as typeof perform;
    const opened = await openSession(context, withoutEffects, person, {
      founds: { ...place.organization, owner: person, members: new Map() },
    });
    if (opened === undefined) {
      place.again = false;
      return;
    }
    const path = `/v1/organizations/${place.what}`;
    const { attempt } = await context.client.sender.send({ method: 'GET', path, session: opened.token });
    place.again = attempt.status === 200;
  });
}

/** Organizations whose slug is used again: each needs a mail. */
const foundedAgain = 3;

/** When every attempt is over: waits until what is due is deleted, and uses the slugs of what is gone again. */
export async function closeDeletions(context: StepContext): Promise<void> {
  const { doomed } = context;
  if (doomed === undefined) return;
  for (const place of doomed.places) await settle(context, doomed, place);
  const gone = doomed.places.filter(({ shown }) => shown === 'gone');
  for (const place of gone.filter(({ kind }) => kind === 'workspace'))
    await createWorkspaceAgain(context, place);
  for (const place of gone.filter(({ kind }) => kind === 'organization').slice(0, foundedAgain))
    await foundAgain(context, place);
}

/** Of itself and of what was in it. */
const idsOf = ({ id, kind, organization }: DoomedPlace): string[] =>
  kind === 'person'
    ? [id]
    : [
        ...new Set([
          id,
          ...[...organization.workspaces, ...organization.integrations].map((each) => each.id),
        ]),
      ];

/** The rows that are left, by place: `integration.credentials workspace_id 2`. */
async function readRows(url: string, places: readonly DoomedPlace[]): Promise<Map<string, string[]>> {
  const placeOf = new Map(places.flatMap((place) => idsOf(place).map((id) => [id, place.what] as const)));
  const rows = new Map<string, string[]>();
  const left = await rowsLeft((text, values) => query(url, text, values), [...placeOf.keys()]);
  for (const { table, column, id, count } of left) {
    const what = placeOf.get(id) ?? '';
    rows.set(what, [...(rows.get(what) ?? []), `${table} ${column} ${count}`]);
  }
  return rows;
}

async function acceptedKeys(sender: Sender, { organization }: DoomedPlace): Promise<string[]> {
  const accepted: string[] = [];
  for (const { name, secret } of organization.keys) {
    const path = `/v1/organizations/${organization.slug}/workspaces`;
    const { attempt } = await sender.send({ method: 'GET', path, apiKey: secret });
    if (attempt.status !== 401) accepted.push(`${name}: ${attempt.status}`);
  }
  return accepted;
}

export async function readDeletions(
  { doomed, client }: StepContext,
  postgresUrl: string,
): Promise<Deletion[]> {
  const places = doomed?.places ?? [];
  const gone = places.filter(({ shown }) => shown === 'gone');
  const rows = await readRows(postgresUrl, gone);
  const deletions: Deletion[] = [];
  for (const place of places) {
    const { kind, what, id, change, counts, shown, again } = place;
    deletions.push({
      kind,
      what,
      id,
      change,
      counts,
      shown,
      again,
      by: place.by.email,
      rows: rows.get(what) ?? [],
      acceptedKeys: shown === 'gone' ? await acceptedKeys(client.sender, place) : [],
    });
  }
  return deletions;
}

/** What `make reconcile` prints of what integration and webhook have left. */
export async function readLeftovers({
  postgresUrl,
  secretsFile,
}: {
  readonly postgresUrl: string;
  readonly secretsFile: string;
}): Promise<string[]> {
  const secrets = await readSecrets(secretsFile);
  if (secrets === undefined) throw new Error(`${secretsFile} is missing`);
  const urlOf = (role: string) => roleUrl(postgresUrl, { role, password: secrets.rolePassword });
  const organization = organizationOn(postgresUrl, secrets, 'error');
  const logger = createLogger({ service: 'reconcile', level: 'error' });
  const lines: string[] = [];
  for (const [name, { tenantRows, close }] of [
    ['integration', openIntegration(urlOf('integration'), {}, logger)],
    ['webhook', openWebhook(urlOf('webhook'), logger)],
  ] as const) {
    const client = createServiceClient(OrganizationService, 'organization', organization.calledBy(name));
    const print = (line: string) => void lines.push(`${name}: ${line}`);
    await reconcile(
      { tenantRows, listMissing: (ids) => client.listMissing(ids) },
      { isJson: true, destroys: false, print },
    );
    await close();
  }
  for (const component of organization.components.toReversed()) await component.stop?.();
  return lines;
}
