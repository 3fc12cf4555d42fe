import '@patchbay/telemetry/fresh-modules';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import { recordStatements } from '@patchbay/testing/statements';
import { waitFor } from '@patchbay/testing/wait';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, newcomer, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization, type TestOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const audit = organization.calledBy('audit');

/** The pool, or one of its connections. */
type Connection = Pick<TestOrganization['db']['pool'], 'query'>;

interface Period {
  readonly beganAt: Date;
  readonly endedAt: Date | null;
}

const shifted = (date: Date, ms: number) => new Date(date.getTime() + ms);

describe('listUserOrganizations', () => {
  const statements = recordStatements();

  const idsAt = async (...moments: [Person, Date][]): Promise<string[][]> => {
    const { users } = await audit.listUserOrganizations({
      moments: moments.map(([{ userId }, moment]) => ({ userId, moment: timestampFromDate(moment) })),
    });
    return users.map(({ organizationIds }) => organizationIds);
  };
  const databaseTime = async (): Promise<Date> => {
    const { rows } = await organization.db.pool.query<{ now: Date }>(
      `select date_trunc('milliseconds', clock_timestamp()) as now`,
    );
    return rows[0]?.now ?? new Date(0);
  };
  const periodsOf = async ({ userId }: Person): Promise<Period[]> => {
    const text = `select began_at as "beganAt", ended_at as "endedAt" from membership_periods
                  where user_id = $1 order by began_at`;
    return (await organization.db.pool.query<Period>(text, [userId])).rows;
  };
  const remove = ({ slug, admin }: Tenant, { userId }: Person) =>
    organization.calledBy('gateway').removeMember({ organizationSlug: slug, userId }, asPerson(admin));
  const insertMember = (client: Connection, { id }: Tenant, { userId }: Person) =>
    client.query(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'viewer')`,
      [id, userId],
    );

  const questionToWait = (): Promise<unknown> => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                     and query like 'select from people%'`;
    return waitFor(async () => (await organization.db.pool.query(waiting)).rows.length > 0, {
      what: 'the question to wait',
    });
  };

  it('the answer has the order of the request, and takes one statement after the one that looks for running changes', async () => {
    const [one, two] = [await createTenant(organization), await createTenant(organization)];
    const nobody = await newcomer(organization);
    await insertMember(organization.db.pool, two, one.admin);
    const shouting = { ...two.admin, userId: two.admin.userId.toUpperCase() };
    const joined = await databaseTime();
    await waitFor(async () => (await databaseTime()) > shifted(joined, 1), { what: 'a later time' });
    const now = shifted(await databaseTime(), -1);
    let answer: unknown;
    const ran = await statements.during(async () => {
      answer = await idsAt([nobody, now], [one.admin, now], [shouting, now], [one.admin, now]);
    });
    const both = [one.id, two.id].toSorted();
    expect(answer).toEqual([[], both, [two.id], both]);
    expect(ran).toEqual(['people whose memberships are being changed', 'organization ids at moments']);
  });

  it('a membership counts from its first millisecond until before its end', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('member');
    await remove(tenant, grace);
    const [period, ...others] = await periodsOf(grace);
    if (!period?.endedAt) throw new Error('the membership has not ended');
    expect(others).toEqual([]);
    expect(
      await idsAt(
        [grace, shifted(period.beganAt, -1)],
        [grace, period.beganAt],
        [grace, shifted(period.endedAt, -1)],
        [grace, period.endedAt],
        [grace, new Date(0)],
      ),
    ).toEqual([[], [tenant.id], [tenant.id], [], []]);
  });

  it('the time between leaving and coming back does not count', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('member');
    const during = await databaseTime();
    await remove(tenant, grace);
    await waitFor(async () => (await databaseTime()) > shifted(during, 10), { what: 'a later time' });
    const between = await databaseTime();
    await waitFor(async () => (await databaseTime()) > between, { what: 'a later time' });
    await insertMember(organization.db.pool, tenant, grace);
    const back = await databaseTime();
    expect(await idsAt([grace, back], [grace, between], [grace, during])).toEqual([
      [tenant.id],
      [],
      [tenant.id],
    ]);
    expect(await periodsOf(grace)).toMatchObject([{ endedAt: expect.any(Date) }, { endedAt: null }]);
  });

  it('periods of a membership never overlap, however fast somebody leaves and comes back', async () => {
    const tenant = await createTenant(organization);
    const grace = await newcomer(organization);
    const { pool } = organization.db;
    for (let round = 0; round < 20; round += 1) {
      await insertMember(pool, tenant, grace);
      await pool.query('delete from members where user_id = $1', [grace.userId]);
    }
    const periods = await periodsOf(grace);
    expect(periods).toHaveLength(20);
    const edges = periods.flatMap(({ beganAt, endedAt }) => [beganAt.getTime(), endedAt?.getTime() ?? 0]);
    expect(edges).toEqual(edges.toSorted((one, other) => one - other));
  });

  it('a person has at most one open period per organization', async () => {
    const tenant = await createTenant(organization);
    const { id, admin } = tenant;
    await expect(
      organization.db.pool.query(
        'insert into membership_periods (organization_id, user_id, began_at) values ($1, $2, now())',
        [id, admin.userId],
      ),
    ).rejects.toThrow('membership_periods_open');
  });

  describe('while a change has not committed', () => {
    /** Asks about the present inside an open transaction, and commits when the question waits for it. */
    const askedDuring = async (person: Person, change: (client: Connection) => Promise<unknown>) => {
      const client = await organization.db.pool.connect();
      try {
        await client.query('begin');
        await change(client);
        const moment = shifted(await databaseTime(), 5);
        const asked = idsAt([person, moment]);
        await questionToWait();
        await client.query('commit');
        return { answer: (await asked)[0], again: (await idsAt([person, moment]))[0] };
      } finally {
        client.release();
      }
    };

    it('the answer waits for a membership that begins in an open transaction', async () => {
      const tenant = await createTenant(organization);
      const grace = await newcomer(organization);
      expect(await askedDuring(grace, (client) => insertMember(client, tenant, grace))).toEqual({
        answer: [tenant.id],
        again: [tenant.id],
      });
    });

    it('the answer waits for a membership that ends in an open transaction', async () => {
      const tenant = await createTenant(organization);
      const grace = await tenant.person('member');
      const text = 'delete from members where user_id = $1';
      expect(await askedDuring(grace, (client) => client.query(text, [grace.userId]))).toEqual({
        answer: [],
        again: [],
      });
    });
  });

  it("the answer does not wait for changes of other people's memberships", async () => {
    const [stalled, other] = [await createTenant(organization), await createTenant(organization)];
    // Their ids are lower and higher than that of the person who is being removed.
    const before = await other.person('member');
    const grace = await stalled.person('member');
    const after = await other.person('member');
    const client = await organization.db.pool.connect();
    try {
      await client.query('begin');
      await client.query('delete from members where user_id = $1', [grace.userId]);
      const moment = await databaseTime();
      const asked = idsAt([before, moment], [grace, moment], [after, moment]);
      await questionToWait();
      // Resolves only because the question holds no lock on them: it waits until the transaction above has ended.
      await remove(other, before);
      await remove(other, after);
      await client.query('rollback');
      expect(await asked).toEqual([[other.id], [stalled.id], [other.id]]);
    } finally {
      client.release();
    }
  });

  it('the answer for a moment never changes later while people join, leave and are renamed', async () => {
    const tenants = [await createTenant(organization), await createTenant(organization)];
    const people = await Promise.all(Array.from({ length: 4 }, () => newcomer(organization)));
    const { pool } = organization.db;
    const identity = organization.calledBy('identity');
    const told: { question: [Person, Date]; answer: string[] | undefined }[] = [];
    /** How many organizations people had in the answers. */
    const lengths = new Set<number | undefined>();
    const isOver = () => lengths.size === 3 && told.length >= 200;
    const comeAndGo = async (tenant: Tenant, person: Person) => {
      while (!isOver()) {
        await insertMember(pool, tenant, person);
        await remove(tenant, person);
      }
    };
    const renameAll = async () => {
      for (let version = 2; !isOver(); version += 1) {
        await Promise.all(people.map((person) => identity.provisionUser({ ...person, version })));
      }
    };
    const ask = async () => {
      while (!isOver()) {
        const moment = await databaseTime();
        const questions = people.map((person): [Person, Date] => [person, moment]);
        const answers = await idsAt(...questions);
        for (const [index, question] of questions.entries()) {
          told.push({ question, answer: answers[index] });
          lengths.add(answers[index]?.length);
        }
      }
    };
    const changes = tenants.flatMap((tenant) =>
      people.slice(0, 3).map((person) => comeAndGo(tenant, person)),
    );
    await Promise.all([...changes, renameAll(), ask(), ask()]);
    for (let start = 0; start < told.length; start += 1_000) {
      const part = told.slice(start, start + 1_000);
      const again = await idsAt(...part.map(({ question }) => question));
      expect(again).toEqual(part.map(({ answer }) => answer));
    }
  });

  it('the answer for a moment slightly in the future waits for it, and counts who joins until then', async () => {
    const tenant = await createTenant(organization);
    // Who joins after the moment, because the machine was paused, does not count: then somebody else joins.
    for (let isInTime = false; !isInTime; ) {
      const grace = await newcomer(organization);
      const ahead = shifted(await databaseTime(), 400);
      const asked = idsAt([grace, ahead]);
      await insertMember(organization.db.pool, tenant, grace);
      const answer = await asked;
      expect((await databaseTime()).getTime()).toBeGreaterThan(ahead.getTime());
      const [period] = await periodsOf(grace);
      isInTime = period !== undefined && period.beganAt <= ahead;
      expect(answer).toEqual([isInTime ? [tenant.id] : []]);
    }
  });

  it('the answer for a moment far in the future is that of now', async () => {
    const { id, admin } = await createTenant(organization);
    expect(await idsAt([admin, shifted(await databaseTime(), 3_600_000)])).toEqual([[id]]);
  });

  it('a request has at most 1,000 moments, and each entry must have one', async () => {
    const moment = timestampFromDate(new Date(0));
    const moments = Array.from({ length: 1_001 }, () => ({ userId: v7(), moment }));
    await expect(audit.listUserOrganizations({ moments })).rejects.toThrow('invalid_argument');
    const { users } = await audit.listUserOrganizations({ moments: moments.slice(1) });
    expect(users).toHaveLength(1_000);
    await expect(audit.listUserOrganizations({ moments: [{ userId: v7() }] })).rejects.toThrow(
      'invalid_argument',
    );
  });
});
