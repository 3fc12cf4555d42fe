import { type JsonValue, toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import type { Role, WorkspaceRole } from '@patchbay/access/role';
import type { Event } from '@patchbay/contracts/patchbay/events/v1/event';
import type { ReceivedMail } from '@patchbay/testing/smtp';
import { v7 } from 'uuid';
import {
  asPerson,
  newDomain,
  personAt,
  portalUrl,
  signUpOf,
  type TestOrganization,
} from './test-bed.fixture.ts';

/** An event of the outbox, converted from protobuf to plain values. */
export interface TrailEntry {
  readonly action: string;
  readonly actor: string | undefined;
  readonly workspace: string | undefined;
  readonly target: { type: string; id: string; name: string };
  /** Before and after, by field. */
  readonly changes: Record<string, [JsonValue, JsonValue]>;
  readonly metadata: unknown;
}

const trailEntryOf = ({ action, actor, workspace, target, changes, metadata }: Event): TrailEntry => ({
  action,
  actor: actor?.id,
  workspace: workspace?.slug,
  target: { type: target?.type ?? '', id: target?.id ?? '', name: target?.name ?? '' },
  changes: Object.fromEntries(
    changes.map(({ field, before, after }) => [
      field,
      [before ? toJson(ValueSchema, before) : null, after ? toJson(ValueSchema, after) : null],
    ]),
  ),
  metadata,
});

/** A new person with an account who is a member of no organization. */
export async function newcomer(organization: TestOrganization, name = 'Ada Lovelace'): Promise<Person> {
  const person = { ...personAt(newDomain(), v7()), name };
  await organization.calledBy('identity').provisionUser(person);
  return person;
}

export interface Workspace {
  readonly organizationSlug: string;
  readonly workspaceSlug: string;
}

export interface Tenant {
  readonly id: string;
  readonly slug: string;
  readonly domain: string;
  /** The founder. */
  readonly admin: Person;
  /** Creates a person and makes them a member with this role. */
  readonly person: (role: Role, name?: string) => Promise<Person>;
  /** Creates a workspace and returns its path. */
  readonly workspace: (slug?: string) => Promise<Workspace>;
  readonly assign: (person: Person, workspace: Workspace, role: WorkspaceRole) => Promise<void>;
  /** The events since the previous call, or since the tenant was created. `workspace()` counts its own event as returned. */
  readonly trail: () => Promise<TrailEntry[]>;
  readonly roles: () => Promise<Record<string, Role>>;
}

/** Creates an organization by the sign-up of a new person. */
export async function createTenant(organization: TestOrganization): Promise<Tenant> {
  const { clock, db, workspaces } = organization;
  const domain = newDomain();
  const admin = personAt(domain, v7());
  const identity = organization.calledBy('identity');
  const signUp = signUpOf(admin);
  const { signUpId } = await identity.parkSignUp(signUp);
  await identity.provisionUser({ ...admin, signUpId });
  const slug = signUp.organizationSlug;
  const { access } = await organization
    .calledBy('gateway')
    .resolveAccess({ organizationSlug: slug }, asPerson(admin));
  const id = access?.organization?.id;
  if (id === undefined) throw new Error(`${admin.email} founded nothing`);
  let readCount = (await organization.eventsOf(id)).length;
  return {
    id,
    slug,
    domain,
    admin,
    async person(role, name) {
      const person = await newcomer(organization, name);
      await db.pool.query(
        `insert into members (id, organization_id, user_id, role, created_at) values ($1, $2, $3, $4::role, $5)`,
        [v7(), id, person.userId, role, clock.now()],
      );
      return person;
    },
    async workspace(workspaceSlug = `workspace-${v7()}`) {
      await workspaces.createWorkspace(
        { organizationSlug: slug, slug: workspaceSlug, name: 'Spring' },
        asPerson(admin),
      );
      readCount += 1;
      return { organizationSlug: slug, workspaceSlug };
    },
    async assign({ userId }, { workspaceSlug }, role) {
      await db.pool.query(
        `insert into assignments (id, organization_id, workspace_id, user_id, role, created_at)
         select $1, organization_id, id, $2, $3::role, $6 from workspaces where organization_id = $4 and slug = $5`,
        [v7(), userId, role, id, workspaceSlug, clock.now()],
      );
    },
    async trail() {
      const events = await organization.eventsOf(id);
      const unread = events.slice(readCount);
      readCount = events.length;
      return unread.map(trailEntryOf);
    },
    async roles() {
      const { rows } = await db.pool.query<{ email: string; role: Role }>(
        `select p.email, m.role from members m join people p using (user_id) where m.organization_id = $1`,
        [id],
      );
      return Object.fromEntries(rows.map(({ email, role }) => [email, role]));
    },
  };
}

/** Counts the calls by outcome: `ok`, or the code of the error. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (const settled of await Promise.allSettled(calls)) {
    const outcome =
      settled.status === 'fulfilled' ? 'ok' : String((settled.reason as { code?: unknown }).code);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

/** The token of the link in a mail. */
export function tokenIn({ text }: ReceivedMail): string {
  const link = text.split('\n').find((line) => line.startsWith(`${portalUrl}/invitations/`));
  if (link === undefined) throw new Error('the mail has no link');
  return link.slice(link.lastIndexOf('/') + 1);
}
