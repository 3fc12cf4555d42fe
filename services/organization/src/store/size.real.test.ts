import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../test-bed.fixture.ts';
import { accessByPath } from './access.ts';
import { deleteDeadKeys, keyOfOrganization, keysOfOrganization, linesWithOthers } from './api-keys.ts';
import { membersOfWorkspace } from './assignments.ts';
import {
  invitationOfToken,
  invitationsOfOrganization,
  invitationsOfWorkspace,
  invitationsToAddress,
} from './invitations.ts';
import { keyByDigest, keyById } from './key-access.ts';
import { membersOfOrganization } from './members.ts';
import {
  membershipChanges,
  newestBeginning,
  organizationsAtMoments,
  peopleBeingChanged,
} from './membership-periods.ts';
import { dueWatchers, nextDueMail, noticesOfWatcher } from './notices.ts';
import { joinableByDomain } from './organizations.ts';
import { admission } from './sign-ups.ts';
import { workspacesOfMember } from './workspaces.ts';

const organization = await sharedOrganization();

/** A node of the output of `explain (format json)`. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Tables with few rows here, which Postgres scans. */
const fewRows = new Set<string | undefined>(['organizations', 'parked_sign_ups', 'digests']);

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('an organization of the maximum size', () => {
  let large: Tenant;
  let small: Tenant;

  beforeAll(async () => {
    [large, small] = [await createTenant(organization), await createTenant(organization)];
    const { pool } = organization.db;
    await pool.query(
      `with crowd as (
         insert into people (user_id, email, name)
         select gen_random_uuid(), number || '@crowd.example', 'Crowd ' || number
         from generate_series(1, 9999) as number returning user_id
       )
       insert into members (id, organization_id, user_id, role)
       select gen_random_uuid(), $1, user_id, 'guest' from crowd`,
      [large.id],
    );
    await pool.query(
      `insert into workspaces (id, organization_id, slug, name)
       select gen_random_uuid(), $1, 'workspace-' || number, 'Workspace ' || number
       from generate_series(1, 1000) as number`,
      [large.id],
    );
    // All members are assigned to the first workspace, and the admin to every workspace.
    await pool.query(
      `insert into assignments (id, organization_id, workspace_id, user_id, role)
       select gen_random_uuid(), $1, w.id, m.user_id, 'viewer'::role from members m
       join workspaces w on w.organization_id = $1 and w.slug = 'workspace-1' where m.organization_id = $1
       union all
       select gen_random_uuid(), $1, w.id, $2, 'member'::role from workspaces w
       where w.organization_id = $1 and w.slug <> 'workspace-1'`,
      [large.id, large.admin.userId],
    );
    await pool.query(
      `insert into invitations
         (id, organization_id, email, role, status, inviter_id, token_digest, sealed_token, expires_at, created_at)
       select gen_random_uuid(), $1, number || '@crowd.example', 'viewer',
              case when number = 1 then 'pending' else 'declined' end::invitation_status, $2,
              sha256(number::text::bytea), 'sealed', now() + interval '1 day', now() + number * interval '1 ms'
       from generate_series(1, 6000) as number`,
      [large.id, large.admin.userId],
    );
    await pool.query(
      `insert into api_keys (id, organization_id, creator_user_id, name, digest, level)
       select gen_random_uuid(), $1, user_id, 'Crowd', sha256(user_id::text::bytea), 'user'
       from members where organization_id = $1`,
      [large.id],
    );
    // All members watch the first workspace, whose integrations are broken.
    await pool.query(
      `insert into watches (user_id, workspace_id, organization_id, created_at, due_at)
       select m.user_id, w.id, w.organization_id, now(), now() + interval '1 hour' from members m
       join workspaces w on w.organization_id = m.organization_id and w.slug = 'workspace-1' where m.organization_id = $1`,
      [large.id],
    );
    await pool.query(
      `insert into notices (integration_id, kind, organization_id, workspace_id, name, event_id, occurred_at, recorded_at)
       select gen_random_uuid(), 'broken', organization_id, id, 'Client', gen_random_uuid(), now(), now()
       from workspaces, generate_series(1, 1000) where organization_id = $1 and slug = 'workspace-1'`,
      [large.id],
    );
    await organization.asOwner('analyze');
  });

  it('the lists of an organization of the maximum size are complete, but for old invitations that have ended', async () => {
    const { slug: organizationSlug, admin } = large;
    const { members } = await organization
      .calledBy('gateway')
      .listMembers({ organizationSlug }, asPerson(admin));
    expect(members).toHaveLength(10_000);
    const { workspaces } = await organization.workspaces.listWorkspaces(
      { organizationSlug },
      asPerson(admin),
    );
    expect(workspaces).toHaveLength(1_000);
    const path = { organizationSlug, workspaceSlug: 'workspace-1' };
    const { members: assigned } = await organization.workspaces.listWorkspaceMembers(path, asPerson(admin));
    expect(assigned).toHaveLength(10_000);
    expect(assigned.filter(({ inherited }) => inherited)).toEqual([]);
    const { invitations } = await organization.invitations.listInvitations(
      { organizationSlug },
      asPerson(admin),
    );
    // The oldest is pending, and is not crowded out by those that have ended.
    const listed = [1, ...Array.from({ length: 5_000 }, (_, index) => index + 1_001)];
    expect(invitations.map(({ email }) => email)).toEqual(listed.map((number) => `${number}@crowd.example`));
  });

  it('queries of other organizations do not scan the rows of an organization of the maximum size', async () => {
    const { workspaceSlug } = await small.workspace();
    const { pool } = organization.db;
    const { rows } = await pool.query<{ id: string }>(
      'select id from workspaces where organization_id = $1',
      [small.id],
    );
    const workspaceId = rows[0]?.id;
    const { userId, email } = small.admin;
    const reads: [{ name: string; text: string }, unknown[]][] = [
      [accessByPath, [small.slug, userId, '']],
      [accessByPath, [small.slug, userId, workspaceSlug]],
      [membersOfOrganization, [small.id]],
      [
        organizationsAtMoments,
        [
          [userId, v7()],
          [new Date(), new Date()],
        ],
      ],
      [membershipChanges, [[userId, v7()]]],
      [peopleBeingChanged, [[userId, v7()]]],
      [joinableByDomain, [email, small.domain, userId]],
      [admission, [email, small.domain, new Date()]],
      [deleteDeadKeys, [small.id, userId, new Date()]],
      [newestBeginning, [userId]],
      [workspacesOfMember, [small.id, userId, 'admin', userId]],
      [workspacesOfMember, [small.id, userId, 'guest', userId]],
      [membersOfWorkspace, [small.id, workspaceId]],
      [invitationsOfOrganization, [small.id, new Date()]],
      [invitationsOfWorkspace, [workspaceId, new Date()]],
      [invitationsToAddress, [email, new Date()]],
      [invitationOfToken, [Buffer.alloc(32)]],
      [keysOfOrganization, [small.id, userId, new Date()]],
      [keyOfOrganization, [small.id, userId, v7()]],
      [linesWithOthers, [[v7(), v7()], [v7()], new Date(), small.id]],
      [keyByDigest, [Buffer.alloc(32), workspaceSlug]],
      [keyById, [v7(), workspaceSlug]],
      [nextDueMail, [new Date(), []]],
      [dueWatchers, [small.id, new Date(), 20]],
      [noticesOfWatcher, [small.id, userId, new Date()]],
    ];
    for (const [{ name, text }, values] of reads) {
      const { rows: explained } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${text}`,
        values,
      );
      const nodes = nodesOf(explained[0]?.['QUERY PLAN'][0].Plan as Plan);
      const scanned = nodes.flatMap((node) =>
        node['Node Type'] === 'Seq Scan' && !fewRows.has(node['Relation Name'])
          ? [node['Relation Name']]
          : [],
      );
      expect({ name, scanned }).toEqual({ name, scanned: [] });
    }
  });
});
