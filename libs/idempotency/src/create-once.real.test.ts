import '@patchbay/telemetry/fresh-modules';
import { lockRow } from '@patchbay/database/locks';
import { Failure } from '@patchbay/errors/failure';
import { anonymousContext, userContext } from '@patchbay/testing/callers';
import { recordStatements } from '@patchbay/testing/statements';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScratchService, type ScratchService } from './scratch-service.fixture.ts';

const statements = recordStatements();
let service: ScratchService;
beforeAll(async () => {
  service = await createScratchService();
});
beforeEach(() => service.reset());
afterAll(() => service?.drop());

const running = { code: 'conflict', publicText: expect.stringContaining('still running') };

const inPlace = (workspaceId: string | undefined, organizationId = 'acme-id') =>
  userContext({
    userId: 'ada',
    email: 'ada@acme.example',
    name: 'Ada',
    access: {
      organization: { id: organizationId, slug: 'acme', name: 'Acme', role: 'admin' },
      ...(workspaceId !== undefined && {
        workspace: { id: workspaceId, slug: 'again', name: 'Again', role: 'admin' },
      }),
    },
  });

describe('createOnce', () => {
  it('a creation costs no more statements without a key, three with one, and two for a replay', async () => {
    const during = (key?: string) => statements.during(() => service.create('a', key));
    expect(await during()).toEqual(['BEGIN', 'thing insert', 'COMMIT']);
    expect(await during('once')).toEqual([
      'BEGIN',
      'idempotency lock',
      'idempotency find',
      'thing insert',
      'idempotency keep',
      'COMMIT',
    ]);
    expect(await during('once')).toEqual(['BEGIN', 'idempotency lock', 'idempotency find', 'COMMIT']);
  });

  it('a creation without a key is made each time', async () => {
    const made = [await service.create('a'), await service.create('a')];
    expect(made.map(({ outcome }) => outcome)).toEqual([undefined, undefined]);
    expect(await service.slugs()).toEqual(['a', 'a']);
    expect(await service.keys()).toBe(0);
  });

  it('concurrent requests with one key create once, although only the key serializes them', async () => {
    for (let round = 0; round < 10; round += 1) {
      await service.reset();
      const settled = await Promise.allSettled(Array.from({ length: 20 }, () => service.create('a', 'once')));
      const answers = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(refusals).toEqual(refusals.map(() => expect.objectContaining(running)));
      expect(answers.filter(({ outcome }) => outcome === 'kept')).toHaveLength(1);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await service.slugs()).toEqual(['a']);
    }
  });

  it('a second request is refused at once while the first one is authorized', async () => {
    const entered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    service.override({
      async authorize() {
        entered.resolve();
        await released.promise;
      },
    });
    const first = service.create('a', 'once');
    await entered.promise;
    await expect(service.create('a', 'once')).rejects.toMatchObject(running);
    await expect(service.create('another body', 'once')).rejects.toMatchObject(running);
    released.resolve();
    const { id } = await first;
    service.override({});
    expect(await service.create('a', 'once')).toEqual({ id, outcome: 'replayed' });
  });

  it('a second request is refused while the first one waits for its turn, without a transaction', async () => {
    const { pool } = service.database;
    await pool.query('create table places as select gen_random_uuid() as id');
    const place = { of: 'place', name: 'lock a place', text: 'select id from places for update' };
    service.override({ authorize: (tx) => lockRow(tx, place, []) });
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from places for update');
    // Has the turn and waits in Postgres, so that the following ones wait in the process.
    const other = service.create('a');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await waitFor(async () => (await pool.query(waiting)).rows.length > 0, { what: 'the other request' });
    const first = service.create('a', 'once');
    const second = service.create('a', 'once');
    await expect(second).rejects.toMatchObject(running);
    await holder.query('commit');
    holder.release();
    await other;
    expect((await first).outcome).toBe('kept');
    expect(await service.slugs()).toEqual(['a', 'a']);
  });

  it('a creation that is refused stores nothing', async () => {
    service.override({
      async create(tx) {
        await tx.query({ name: 'thing slip', text: `insert into things (slug) values ('slip')` });
        throw new Failure('conflict', 'Taken.');
      },
    });
    await expect(service.create('a', 'once')).rejects.toMatchObject({ publicText: 'Taken.' });
    expect([await service.slugs(), await service.keys()]).toEqual([[], 0]);
    service.override({});
    expect((await service.create('b', 'once')).outcome).toBe('kept');
  });

  it('a creation is rolled back if its answer cannot be stored', async () => {
    const { pool } = service.database;
    await pool.query('alter table idempotency_keys add constraint never check (false) not valid');
    await expect(service.create('a', 'once')).rejects.toMatchObject({ code: 'internal' });
    await pool.query('alter table idempotency_keys drop constraint never');
    expect(await service.slugs()).toEqual([]);
    expect((await service.create('a', 'once')).outcome).toBe('kept');
  });

  it('a key is free again if the connection is lost before the commit', async () => {
    service.override({
      async create(tx) {
        await tx.query({ name: 'thing slip', text: `insert into things (slug) values ('slip')` });
        await tx.query({ name: 'die', text: 'select pg_terminate_backend(pg_backend_pid())' });
        return { workspace: { id: 'never' } };
      },
    });
    await expect(service.create('a', 'once')).rejects.toMatchObject({ code: 'unavailable' });
    service.override({});
    expect((await service.create('a', 'once')).outcome).toBe('kept');
    expect(await service.slugs()).toEqual(['a']);
  });

  it('a creation replaces an expired answer', async () => {
    const first = await service.create('a', 'once');
    await service.database.pool.query(`update idempotency_keys set expires_at = now() - interval '1 second'`);
    const second = await service.create('b', 'once');
    expect(second.outcome).toBe('kept');
    expect(second.id).not.toBe(first.id);
    expect(await service.create('b', 'once')).toEqual({ id: second.id, outcome: 'replayed' });
    expect(await service.keys()).toBe(1);
  });

  it('an answer is given only for the organization and the workspace that it was made for', async () => {
    const first = await service.create('a', 'once', inPlace('before'));
    const second = await service.create('a', 'once', inPlace('now'));
    expect(second.outcome).toBe('kept');
    expect(second.id).not.toBe(first.id);
    expect(await service.create('a', 'once', inPlace('now'))).toEqual({ id: second.id, outcome: 'replayed' });
    expect((await service.create('a', 'once', inPlace('now', 'another-id'))).outcome).toBe('kept');
    const withAnotherBody = service.create('b', 'once', inPlace('elsewhere'));
    await expect(withAnotherBody).rejects.toMatchObject({ code: 'conflict' });
    service.override({ workspaceIn: () => 'named in the body' });
    expect((await service.create('a', 'once', inPlace(undefined))).outcome).toBe('kept');
    expect((await service.create('a', 'once', inPlace(undefined))).outcome).toBe('replayed');
    expect(await service.keys()).toBe(1);
  });

  it('an answer that a process of the version before has kept is given again', async () => {
    const { id } = await service.create('a', 'once', inPlace('now'));
    await service.database.pool.query('update idempotency_keys set place = null');
    expect(await service.create('a', 'once', inPlace('now'))).toEqual({ id, outcome: 'replayed' });
  });

  it('a creation with a key needs a caller who owns the key', async () => {
    const anonymous = service.create('a', 'once', anonymousContext());
    await expect(anonymous).rejects.toMatchObject({ code: 'internal' });
    expect(await service.slugs()).toEqual([]);
  });
});
