import '@patchbay/telemetry/fresh-modules';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { roleToProto } from '@patchbay/access/proto';
import { roles, type WorkspaceRole } from '@patchbay/access/role';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { recordStatements } from '@patchbay/testing/statements';
import { describe, expect, it } from 'vitest';
import { effectiveRole } from '../../domain/access.ts';
import { createTenant, newcomer, outcomesOf, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const { workspaces } = organization;

describe('workspaces', () => {
  const statements = recordStatements();
  /** Waits for the turn of the organization between the two: only a caller with access may wait there. */
  const accessThenLock = [
    'access by path and user',
    'BEGIN',
    'lock an organization by slug and user',
    'access by path and user',
  ];

  describe('statements of a write', () => {
    it('a creation reads access, locks the organization, counts, inserts and records one event', async () => {
      const { slug: organizationSlug, admin } = await createTenant(organization);
      const asked = { organizationSlug, slug: 'spring', name: 'Spring' };
      expect(await statements.during(() => workspaces.createWorkspace(asked, asPerson(admin)))).toEqual([
        ...accessThenLock,
        'count workspaces',
        'insert a workspace',
        'outbox record',
        'COMMIT',
      ]);
    });

    it('a rename reads access, locks the organization, updates and records one event', async () => {
      const { admin, workspace } = await createTenant(organization);
      const asked = { ...(await workspace()), name: 'Autumn' };
      expect(await statements.during(() => workspaces.updateWorkspace(asked, asPerson(admin)))).toEqual([
        ...accessThenLock,
        'save the name of a workspace',
        'outbox record',
        'COMMIT',
      ]);
    });

    it('a write of a caller without access runs one read and no transaction', async () => {
      const [{ slug: organizationSlug }, stranger] = [
        await createTenant(organization),
        await newcomer(organization),
      ];
      const asked = { organizationSlug, slug: 'spring', name: 'Spring' };
      const refused = () =>
        expect(workspaces.createWorkspace(asked, asPerson(stranger))).rejects.toMatchObject({
          code: 'not_found',
        });
      expect(await statements.during(refused)).toEqual(['access by path and user']);
    });
  });

  describe('createWorkspace', () => {
    it('an admin of the organization creates a workspace, which is recorded', async () => {
      const { slug: organizationSlug, admin, trail } = await createTenant(organization);
      const asked = { organizationSlug, slug: 'spring', name: ' Spring 2026 ' };
      const { workspace } = await workspaces.createWorkspace(asked, asPerson(admin));
      expect(workspace).toMatchObject({ slug: 'spring', name: 'Spring 2026', role: Role.ADMIN });
      expect(workspace?.createdAt).toEqual(workspace?.updatedAt);
      expect(await trail()).toEqual([
        {
          action: 'workspace.created',
          actor: admin.userId,
          workspace: 'spring',
          target: { type: 'workspace', id: workspace?.id, name: 'Spring 2026' },
          changes: { slug: [null, 'spring'], name: [null, 'Spring 2026'] },
          metadata: {},
        },
      ]);
    });

    it('the slug of a workspace is unique within its organization', async () => {
      const [one, another] = [await createTenant(organization), await createTenant(organization)];
      await one.workspace('spring');
      await expect(another.workspace('spring')).resolves.toBeDefined();
      await expect(one.workspace('spring')).rejects.toMatchObject({
        code: 'conflict',
        publicText: 'The organization already has a workspace with the slug spring. Choose another one.',
      });
      expect(await one.trail()).toEqual([]);
    });

    it('an organization has at most 1,000 workspaces, also under concurrent requests', async () => {
      const { id, slug: organizationSlug, admin } = await createTenant(organization);
      await organization.db.pool.query(
        `insert into workspaces (id, organization_id, slug, name)
         select gen_random_uuid(), $1, 'workspace-' || number, 'Workspace' from generate_series(1, 997) as number`,
        [id],
      );
      const attempts = Array.from({ length: 10 }, (_, index) =>
        workspaces.createWorkspace(
          { organizationSlug, slug: `last-${index}`, name: 'Last' },
          asPerson(admin),
        ),
      );
      expect(await outcomesOf(attempts)).toEqual({ ok: 3, conflict: 7 });
      await expect(
        workspaces.createWorkspace({ organizationSlug, slug: 'more', name: 'More' }, asPerson(admin)),
      ).rejects.toMatchObject({
        publicText:
          'This organization has 1,000 workspaces, the maximum. Rename and reuse one that is no longer needed.',
      });
      const { workspaces: all } = await workspaces.listWorkspaces({ organizationSlug }, asPerson(admin));
      expect(all).toHaveLength(1_000);
    });
  });

  describe('getWorkspace and listWorkspaces', () => {
    it('members see every workspace with their effective role, and guests those that they are assigned to', async () => {
      const { slug: organizationSlug, person, workspace, assign } = await createTenant(organization);
      const assigned: (WorkspaceRole | null)[] = [null, 'viewer', 'member', 'admin'];
      const paths: Workspace[] = [];
      for (const role of assigned) paths.push(await workspace(role ?? 'unassigned'));
      for (const role of roles) {
        const reader = await person(role);
        for (const [index, path] of paths.entries()) {
          const given = assigned[index];
          if (given) await assign(reader, path, given);
        }
        const expected = assigned.map((given) => effectiveRole({ role, assigned: given }));
        const { workspaces: listed } = await workspaces.listWorkspaces(
          { organizationSlug },
          asPerson(reader),
        );
        expect(listed.map((one) => [one.slug, one.role])).toEqual(
          expected.flatMap((effective, index) =>
            effective ? [[paths[index]?.workspaceSlug, roleToProto(effective)]] : [],
          ),
        );
        for (const [index, path] of paths.entries()) {
          const effective = expected[index];
          const answers = await Promise.allSettled([
            workspaces.getWorkspace(path, asPerson(reader)),
            organization.calledBy('gateway').resolveAccess(path, asPerson(reader)),
          ]);
          const refused = { reason: { code: 'not_found', publicText: undefined } };
          const seen = effective && listed.find(({ slug }) => slug === path.workspaceSlug);
          expect(answers).toMatchObject(
            seen
              ? [
                  { value: { workspace: seen } },
                  {
                    value: {
                      access: {
                        organization: { slug: organizationSlug, role: roleToProto(role) },
                        workspace: {
                          id: seen.id,
                          slug: seen.slug,
                          name: seen.name,
                          role: roleToProto(effective),
                        },
                      },
                    },
                  },
                ]
              : [refused, refused],
          );
        }
      }
    });

    it('a workspace is not found by strangers or under another organization', async () => {
      const [one, another] = [await createTenant(organization), await createTenant(organization)];
      const path = await one.workspace();
      const refused = { code: 'not_found', publicText: undefined };
      const stranger = asPerson(await newcomer(organization));
      await expect(workspaces.getWorkspace(path, stranger)).rejects.toMatchObject(refused);
      await expect(workspaces.listWorkspaces(path, stranger)).rejects.toMatchObject(refused);
      for (const workspaceSlug of [path.workspaceSlug, 'unknown', '']) {
        await expect(
          workspaces.getWorkspace({ organizationSlug: another.slug, workspaceSlug }, asPerson(another.admin)),
        ).rejects.toMatchObject(refused);
      }
    });

    it('workspaces are listed oldest first', async () => {
      const { slug: organizationSlug, admin, workspace } = await createTenant(organization);
      for (const slug of ['oldest', 'middle', 'newest']) {
        await workspace(slug);
        await organization.clock.advance(1_000);
      }
      const { workspaces: listed } = await workspaces.listWorkspaces({ organizationSlug }, asPerson(admin));
      expect(listed.map(({ slug }) => slug)).toEqual(['oldest', 'middle', 'newest']);
    });
  });

  describe('updateWorkspace', () => {
    it('effective admins rename a workspace, assigned or inherited', async () => {
      const { admin, person, workspace, assign, trail } = await createTenant(organization);
      const path = await workspace('spring');
      await organization.clock.advance(1_000);
      const assignedAdmin = await person('guest');
      await assign(assignedAdmin, path, 'admin');
      const raised = await person('viewer');
      await assign(raised, path, 'admin');
      for (const [index, actor] of [admin, assignedAdmin, raised].entries()) {
        const { workspace: renamed } = await workspaces.updateWorkspace(
          { ...path, name: `Name ${index}` },
          asPerson(actor),
        );
        expect(renamed).toMatchObject({ slug: 'spring', name: `Name ${index}`, role: Role.ADMIN });
        const times = [renamed?.createdAt, renamed?.updatedAt].map((time) => time && timestampDate(time));
        expect(times).toEqual([organization.hoursAgo(1 / 3_600), organization.clock.now()]);
      }
      expect(await trail()).toMatchObject(
        [admin, assignedAdmin, raised].map((actor, index) => ({
          action: 'workspace.updated',
          actor: actor.userId,
          workspace: 'spring',
          changes: { name: [index === 0 ? 'Spring' : `Name ${index - 1}`, `Name ${index}`] },
        })),
      );
    });
  });
});
