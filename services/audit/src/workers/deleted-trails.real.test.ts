import { createPublicKey } from 'node:crypto';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { v7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHeadCheck } from '../commands/check-heads.ts';
import { createHeadReport } from '../commands/head-report.ts';
import { signHead } from '../domain/signed-head.ts';
import {
  headKeys,
  logger,
  message,
  organizationMessage,
  sharedAudit,
  sharedTrail,
  startAudit,
} from '../test-bed.fixture.ts';
import { createDeletedTrails } from './deleted-trails.ts';

const day = 86_400_000;
/** A day ahead: Postgres, whose clock says when an organization was deleted, is never ahead of it. */
const clock = createManualClock(new Date(Date.now() + day));

const trail = await sharedTrail();
const memberships: NonNullable<Parameters<typeof startAudit>[1]> = { of: () => [] };
const audit = await sharedAudit(trail.url, memberships, { clock });

const deletion = (organizationId: string) =>
  message({
    about: { organizationId },
    action: 'organization.deleted',
    target: { type: 'organization', id: organizationId, name: 'Acme' },
  });
const rowsOf = async (organizationId: string) =>
  Promise.all(
    ['entries', 'chain_heads', 'published_heads'].map(
      async (table) =>
        (await trail.db.pool.query(`select from ${table} where organization_id = $1`, [organizationId]))
          .rowCount,
    ),
  );
const sql = async (text: string, ...values: unknown[]) =>
  (await trail.db.pool.query<Record<string, unknown>>(text, values)).rows;
const gone = [0, 0, 0];
/** Publishes the heads and removes the trails that are due. */
const remove = async (process = audit) => {
  await process.worker('heads').runDue();
  await process.worker('deleted trails').runDue();
};

describe('the trail of a deleted organization', () => {
  it('the trail is removed with its heads and dead letters, and other trails stay', async () => {
    const [id, other] = [v7(), v7()];
    await audit.publish(...[id, other, id].map((each) => organizationMessage(each)));
    await audit.publishUnsigned('patchbay.organization.events.v1', organizationMessage(id));
    await sql(
      `insert into dead_letters (topic, partition, "offset", reason, key, value, failed_at)
       values ('t', 0, '0', 'r', $1, 'v', now()), ('t', 0, '1', 'r', $2, 'v', now())`,
      Buffer.from(id),
      Buffer.from(other),
    );
    await audit.publish(deletion(id));
    await remove();
    expect(await rowsOf(id)).toEqual(gone);
    expect(await sql('select 1 from dead_letters where key = $1', Buffer.from(id))).toEqual([]);
    expect(await sql('select 1 from dead_letters where key = $1', Buffer.from(other))).toHaveLength(1);
    expect(await trail.entriesOf(other)).toHaveLength(1);
  });

  it('its deletion is published as its last entry, and nothing is recorded after it', async () => {
    const id = v7();
    const late = [organizationMessage(id), organizationMessage(id)];
    await audit.publish(organizationMessage(id), deletion(id), ...late);
    await remove();
    await audit.publish(deletion(id), ...late);
    memberships.of = () => [id];
    await audit.publishAs('identity', message({ about: { userId: v7() }, action: 'user.updated' }));
    memberships.of = () => [];
    expect(await rowsOf(id)).toEqual(gone);
  });

  it('an organization of which nothing was recorded leaves nothing either', async () => {
    const id = v7();
    await audit.publish(deletion(id));
    await remove();
    expect(await rowsOf(id)).toEqual(gone);
    expect(await sql('select 1 from deleted_organizations where organization_id = $1', id)).toHaveLength(1);
  });

  it('its published heads are those of a removed trail, and of a lost one if nobody has signed the removal', async () => {
    const [id, forged] = [v7(), v7()];
    const lines = async (organizationId: string) =>
      (
        await sql(
          'select sequence::int, hash from entries where organization_id = $1 order by sequence',
          organizationId,
        )
      ).map(({ sequence, hash }) =>
        signHead(
          { organizationId, sequence: Number(sequence), hash: String(hash) },
          headKeys.privateKey,
          new Date(),
        ),
      );
    await audit.publish(...Array.from({ length: 5 }, () => organizationMessage(id)));
    await audit.publish(...Array.from({ length: 5 }, () => organizationMessage(forged)));
    const [heads, forgedHeads] = [await lines(id), await lines(forged)];
    await audit.publish(deletion(id), deletion(forged));
    await remove();
    await sql(`update checkpoints set signed = 'x' where organization_id = $1`, forged);
    const check = async (given: readonly string[]) => {
      const report = createHeadReport();
      const publicKeys = [createPublicKey(headKeys.privateKey)];
      await createHeadCheck({ db: trail.db, publicKeys, report })(given);
      return report.result();
    };
    expect(await check(heads)).toEqual({ lines: ['5 heads: 5 removed by retention'], well: true });
    expect(await check(forgedHeads)).toMatchObject({ well: false });
  });

  it('a trail whose last head is not published stays', async () => {
    const id = v7();
    await audit.publish(deletion(id));
    await audit.worker('deleted trails').runDue();
    expect(await rowsOf(id)).toEqual([1, 1, 0]);
  });

  it('more entries than one transaction removes go, and a removal that was interrupted goes on', async () => {
    const id = v7();
    await audit.publish(...Array.from({ length: 25 }, () => organizationMessage(id)), deletion(id));
    await audit.worker('heads').runDue();
    await sql(`select remove_trail($1, 'interrupted', 10)`, id);
    expect(await rowsOf(id)).toEqual([16, 1, 1]);
    const { privateKey } = headKeys;
    const workers = [1, 2].map(() =>
      createDeletedTrails({ db: trail.db, privateKey, retainDays: 0, batch: 3, logger, clock }),
    );
    await Promise.all(workers.map((worker) => worker.runDue()));
    expect(await rowsOf(id)).toEqual(gone);
  });

  it('the trail stays for as many days as the installation says', async () => {
    const retaining = await startAudit(trail.url, memberships, { clock, retainDeletedDays: 30 });
    onTestFinished(() => retaining.stop());
    const id = v7();
    await retaining.publish(deletion(id));
    await clock.jump(28 * day);
    await remove(retaining);
    await retaining.publish(organizationMessage(id));
    expect(await trail.entriesOf(id)).toHaveLength(1);
    await clock.jump(2 * day);
    await remove(retaining);
    expect(await rowsOf(id)).toEqual(gone);
  });
});
