import type { ListAuditLogsResponse } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { callAs } from '@patchbay/rpc/client';
import { userContext } from '@patchbay/testing/callers';
import { canonicalForm } from '@patchbay/trail/canonical';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../domain/chain.ts';
import {
  ada,
  callAsMemberOf,
  clientOf,
  message,
  recordEntries,
  sharedAudit,
  sharedTrail,
} from '../test-bed.fixture.ts';
import { shownIn } from './reader.fixture.ts';

const trail = await sharedTrail();
const audit = await sharedAudit(trail.url);
const client = clientOf(audit.routes);

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => fromConnectError(thrown, 'audit'),
  );
  return error && { code: error.code, path: error.problems[0]?.path };
};

const sequencesOf = (page: ListAuditLogsResponse) => shownIn(page).map(({ sequence }) => sequence);

describe('the trail of an organization', () => {
  it('a trail is not shown to other organizations or without one', async () => {
    await recordEntries(audit, 3);
    expect(shownIn(await client.listAuditLogs({}, callAsMemberOf(v7())))).toEqual([]);
    expect(await failureOf(client.listAuditLogs({}, callAs(userContext(ada))))).toMatchObject({
      code: 'internal',
    });
  });

  it('anyone can compute the hash of an entry of the API', async () => {
    const organizationId = v7();
    const workspace = { id: v7(), slug: 'spring', name: 'Spring' };
    const changes = [{ field: 'limits', before: null, after: { 'ü€': [1.5, 1e21, 0.1, -0, 'a"b\\c\n'] } }];
    await audit.publish(
      message({
        about: { organizationId },
        workspace,
        changes,
        metadata: { z: null, a: { y: [], b: true } },
      }),
      message({
        about: { organizationId },
        actor: { type: 'user', id: v7(), email: 'e@x.example', name: '' },
      }),
    );
    const entries = shownIn(await client.listAuditLogs({}, callAsMemberOf(organizationId)));
    expect(entries).toHaveLength(2);
    // A reader has the JSON of the API, not this text: the canonical form of what was parsed must be the same.
    expect(entries.map(({ hash: _hash, ...entry }) => hashOf(canonicalForm(entry)))).toEqual(
      entries.map(({ hash }) => hash),
    );
    const [second, first] = entries;
    expect(first).toMatchObject({
      previousHash: '0'.repeat(64),
      workspace: { slug: 'spring' },
      changes: [{ after: { 'ü€': [1.5, 1e21, 0.1, 0, 'a"b\\c\n'] } }],
      metadata: { z: null, a: { y: [], b: true } },
    });
    expect(second?.previousHash).toBe(entries[1]?.hash);
    expect(second?.actor).toMatchObject({ email: 'e@x.example', name: null });
  });

  it('a list is newest first, 50 entries a page, with an empty cursor on the last one', async () => {
    const organizationId = await recordEntries(audit, 51);
    const first = await client.listAuditLogs({}, callAsMemberOf(organizationId));
    expect(sequencesOf(first)).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    const last = await client.listAuditLogs({ cursor: first.nextCursor }, callAsMemberOf(organizationId));
    expect(sequencesOf(last)).toEqual([1]);
    expect(last.nextCursor).toBe('');
    expect((await client.listAuditLogs({ limit: 51 }, callAsMemberOf(organizationId))).nextCursor).toBe('');
  });

  const verify = async (organizationId: string) => {
    const { intact, checked, firstBrokenSequence } = await client.verifyAuditLogs(
      {},
      callAsMemberOf(organizationId),
    );
    return { intact, checked: Number(checked), firstBrokenSequence: Number(firstBrokenSequence) };
  };
  const tamper = (statement: string, organizationId: string) =>
    trail.db.pool.query(statement, [organizationId]);

  describe('verified', () => {
    it('a verification of an altered trail names the first broken sequence', async () => {
      const organizationId = await recordEntries(audit, 5);
      await tamper('delete from entries where organization_id = $1 and sequence = 4', organizationId);
      expect(await verify(organizationId)).toMatchObject({ intact: false, firstBrokenSequence: 4 });
    });
  });
});
