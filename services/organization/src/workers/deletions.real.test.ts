import { createTransact, type Transact } from '@patchbay/database/transaction';
import { createOutbox } from '@patchbay/events/outbox';
import { createMailQueue, type Mail, type MailQueue } from '@patchbay/mail/queue';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { operate as operation } from '../commands/operate.ts';
import { schema } from '../migrations.ts';
import type { Tx } from '../store/transaction.ts';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { asPerson, personAt, portalUrl, sharedOrganization, signUpOf } from '../test-bed.fixture.ts';
import { workOnClosed } from './deletions.ts';

const sealer = createSealer(parseSealingKeys(generateSealingKey()));
const organization = await sharedOrganization({ sealer });
const queue = createMailQueue({ sealer, clock: organization.clock });
const transact = createTransact(organization.db);

describe('the deletion of closed organizations', () => {
  /** Days by which the worker is ahead of the service under test, which has a worker too, by whose clock nothing is due. */
  let aheadDays: number;
  let sent: Mail[];
  const { mint } = keyActions(() => organization);

  beforeEach(() => {
    aheadDays = 0;
    sent = [];
  });

  const recording: MailQueue = {
    async enqueue(tx, mail) {
      await queue.enqueue(tx, mail);
      sent.push(mail);
    },
  };
  const parts = (run = transact) => ({
    db: { ...organization.db, now: () => organization.hoursAgo(-24 * aheadDays) },
    transact: run,
    outbox: createOutbox(schema),
    mails: recording,
    portalUrl,
  });
  const pass = (days: number): void => {
    aheadDays += days;
  };
  const work = async (): Promise<string[]> => {
    while (await workOnClosed(parts()));
    return sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  };
  const gateway = () => organization.calledBy('gateway');
  const close = ({ slug, admin }: Tenant) => gateway().deleteOrganization({ slug }, asPerson(admin));
  /** An organization with a row in every table. */
  const closedTenant = async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    const guest = await tenant.person('guest');
    await tenant.assign(guest, path, 'member');
    await mint(tenant, { level: 'workspace', role: 'member', workspace: path });
    await mint(tenant, { level: 'user', by: guest });
    await organization.invitations.createInvitation(
      { ...path, email: 'bob@client.example', role: 3 },
      asPerson(tenant.admin),
    );
    await organization.workspaces.watchWorkspace(path, asPerson(guest));
    await organization.db.pool.query(
      `insert into disabled_webhooks (webhook_id, organization_id, event_id, told_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), now())`,
      [tenant.id],
    );
    await close(tenant);
    await tenant.trail();
    return tenant;
  };
  /** How many rows each table that has the organization's id still has of it. */
  const leftOf = async ({ id }: Tenant): Promise<Record<string, number>> => {
    const { pool } = organization.db;
    const { rows: tables } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = $1 and column_name = 'organization_id' order by 1`,
      [schema],
    );
    const left: Record<string, number> = {};
    for (const { name } of [...tables, { name: 'organizations' }]) {
      const column = name === 'organizations' ? 'id' : 'organization_id';
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::integer as count from ${name} where ${column} = $1`,
        [id],
      );
      if (rows[0]?.count) left[name] = rows[0].count;
    }
    return left;
  };

  it('admins are mailed a day before and at the end, once each, and then nothing of the organization is left', async () => {
    const tenant = await closedTenant();
    const { admin } = tenant;
    pass(5.9);
    expect(await work()).toEqual([]);
    pass(0.2);
    const soon = `${admin.email}: An organization on Patchbay will be deleted within a day`;
    expect(await work()).toEqual([soon]);
    expect(await work()).toEqual([]);
    expect(await tenant.trail()).toEqual([]);
    pass(1);
    expect(await work()).toEqual([`${admin.email}: An organization on Patchbay was deleted`]);
    expect(await tenant.trail()).toMatchObject([
      { action: 'organization.deleted', actor: undefined, target: { type: 'organization', id: tenant.id } },
    ]);
    expect(await leftOf(tenant)).toEqual({});
    expect(await work()).toEqual([]);
    const missing = await organization
      .calledBy('webhook')
      .listMissing({ organizationIds: [tenant.id], workspaceIds: [] });
    expect(missing.organizationIds).toEqual([tenant.id]);
    expect((await gateway().listOrganizations({}, asPerson(admin))).organizations).toEqual([]);
  });

  it('slug and domain are free after the deletion', async () => {
    const tenant = await closedTenant();
    pass(7.1);
    await work();
    const identity = organization.calledBy('identity');
    const founder = personAt(tenant.domain, 'founder');
    const { signUpId } = await identity.parkSignUp(signUpOf(founder, tenant.slug));
    await identity.provisionUser({ ...founder, signUpId });
    const { organization: founded } = await gateway().getOrganization(
      { slug: tenant.slug },
      asPerson(founder),
    );
    expect(founded).toMatchObject({ slug: tenant.slug, domain: tenant.domain });
    expect(founded?.id).not.toBe(tenant.id);
  });

  it('a suspended organization is not deleted, nor are its admins told; afterwards they have the time that was left', async () => {
    const tenant = await closedTenant();
    const { admin, slug } = tenant;
    /** Runs the command at the time of the worker. */
    const operate = (verb: 'suspend' | 'resume') => {
      const ahead = organization.hoursAgo(-24 * aheadDays);
      const at: Transact<Tx> = ((what: never, run: (tx: Tx) => Promise<unknown>) =>
        transact(what, (tx) => run({ ...tx, now: () => ahead }))) as Transact<Tx>;
      const platform = { ...parts(at), mailing: () => ({ mails: recording, portalUrl }) };
      return operation.handlers[verb](platform, slug, { by: 'Olga', reason: 'court' });
    };
    pass(4);
    await operate('suspend');
    pass(2.5);
    expect(await work()).toEqual([]);
    pass(30);
    expect(await work()).toEqual([]);
    expect(await leftOf(tenant)).toHaveProperty('organizations');
    const { found } = await operate('resume');
    expect(found['deletesAt']).toEqual(organization.hoursAgo(-24 * (aheadDays + 3)));
    expect(await tenant.trail()).toMatchObject([
      { action: 'organization.suspended' },
      { action: 'organization.resumed', metadata: { deletesAt: (found['deletesAt'] as Date).toISOString() } },
    ]);
    expect(await work()).toEqual([]);
    pass(2.5);
    expect(await work()).toEqual([
      `${admin.email}: An organization on Patchbay will be deleted within a day`,
    ]);
    pass(0.6);
    expect(await work()).toEqual([`${admin.email}: An organization on Patchbay was deleted`]);
    expect(await leftOf(tenant)).toEqual({});
  });

  it('a restored organization is not deleted, and one that is closed again is warned of again', async () => {
    const tenant = await closedTenant();
    pass(6.5);
    await work();
    await gateway().restoreOrganization({ slug: tenant.slug }, asPerson(tenant.admin));
    pass(1);
    expect(await work()).toEqual([]);
    expect(await leftOf(tenant)).toHaveProperty('organizations');
    await close(tenant);
    aheadDays = 6.5;
    expect(await work()).toHaveLength(1);
  });

  it('an organization whose time has come cannot be restored, also before it is deleted', async () => {
    const tenant = await closedTenant();
    await organization.db.pool.query(
      'update organizations set deletes_at = $2, deleted_at = null where id = $1',
      [tenant.id, organization.clock.now()],
    );
    await expect(
      gateway().restoreOrganization({ slug: tenant.slug }, asPerson(tenant.admin)),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('restored at the last moment while the worker runs, an organization is either whole or deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await closedTenant();
      pass(7.1);
      const restoring = gateway().restoreOrganization({ slug: tenant.slug }, asPerson(tenant.admin));
      const [restored] = await Promise.allSettled([restoring, work()]);
      await work();
      const left = await leftOf(tenant);
      const actions = (await tenant.trail()).map(({ action }) => action);
      const isWhole = restored.status === 'fulfilled';
      expect(actions).toEqual([isWhole ? 'organization.restored' : 'organization.deleted']);
      const whole = { organizations: 1, members: 2, api_keys: 2, invitations: 1 };
      expect(left).toMatchObject(isWhole ? whole : {});
      expect(Object.keys(left).length > 0).toBe(isWhole);
      aheadDays = 0;
    }
  });

  it('workers of several processes at once delete an organization once', async () => {
    const tenant = await closedTenant();
    pass(7.1);
    await Promise.all([work(), work(), work(), work()]);
    expect(await tenant.trail()).toHaveLength(1);
    const { rows } = await organization.db.pool.query<{ count: number }>(
      'select count(*)::integer as count from outbox where key = $1',
      [tenant.id],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect(await leftOf(tenant)).toEqual({});
  });

  it('a deletion that is interrupted after any of its transactions is finished later, with one event and one mail', async () => {
    const tenant = await closedTenant();
    pass(7.1);
    let transactions = 0;
    /** Fails after each commit, as a process does that is killed then. */
    const dying = (async (...given: Parameters<Transact<Tx>>) => {
      await transact(...given);
      transactions += 1;
      throw new Error('killed');
    }) as Transact<Tx>;
    while ((await leftOf(tenant))['organizations'] === 1) {
      await expect(workOnClosed(parts(dying))).rejects.toThrow('killed');
      await expect(
        gateway().getOrganization({ slug: tenant.slug }, asPerson(tenant.admin)),
      ).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(transactions).toBeGreaterThan(5);
    expect(await leftOf(tenant)).toEqual({});
    expect(sent.map(({ to }) => to)).toEqual([tenant.admin.email]);
    expect(await tenant.trail()).toHaveLength(1);
  });

  it('a large organization is deleted in batches', async () => {
    const tenant = await closedTenant();
    await organization.db.pool.query(
      `insert into api_keys (id, organization_id, creator_user_id, name, digest, level, role)
       select gen_random_uuid(), $1, $2, 'key', sha256(gen_random_uuid()::text::bytea), 'organization', 'viewer'
       from generate_series(1, 2500)`,
      [tenant.id, tenant.admin.userId],
    );
    await organization.db.pool.query(
      `with added as (
         insert into people (user_id, email, name)
         select gen_random_uuid(), gen_random_uuid() || '@many.example', 'Many' from generate_series(1, 2500) returning user_id
       )
       insert into members (id, organization_id, user_id, role) select gen_random_uuid(), $1, user_id, 'viewer' from added`,
      [tenant.id],
    );
    pass(7.1);
    await work();
    expect(await leftOf(tenant)).toEqual({});
  });
});
