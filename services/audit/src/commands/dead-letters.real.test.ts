import { createSigningPublisher } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import { createServiceKeys, type ServicePublicKeys } from '@patchbay/tokens/service-keys';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxEarlyMs } from '../domain/chain.ts';
import {
  eventKeys,
  logger,
  type Memberships,
  message,
  organizationMessage,
  organizationService,
  sharedAudit,
  sharedTrail,
} from '../test-bed.fixture.ts';
import { runDeadLetters } from './dead-letters.ts';

const trail = await sharedTrail();
const memberships: Memberships = { of: () => [] };
const audit = await sharedAudit(trail.url, memberships);

/** Signed by a key that audit does not know yet. */
const late = createServiceKeys();
const lateKeys: ServicePublicKeys = new Map([
  ...eventKeys.publicKeys,
  ['identity', [late.publicKey, eventKeys.keys.identity.publicKey]],
]);

describe('the command for dead letters', () => {
  beforeEach(async () => {
    await trail.db.pool.query('delete from dead_letters');
    memberships.of = () => [];
  });

  const run = async (line: string, publicKeys = eventKeys.publicKeys) => {
    const [printed, errors]: [string[], string[]] = [[], []];
    const code = await runDeadLetters(line.split(' '), {
      open: () => ({
        databaseUrl: trail.url,
        logger,
        replaying: () => ({ organization: organizationService(memberships), publicKeys }),
      }),
      print: (text) => void printed.push(text),
      printError: (text) => void errors.push(text),
    });
    return { code, printed, errors: errors.join('\n') };
  };
  const publishSignedLate = (...messages: OutgoingMessage[]) =>
    createSigningPublisher(
      { name: 'bus', publish: (topic, signed) => audit.publishUnsigned(topic, ...signed) },
      late.privateKey,
    ).publish(topicOf('identity'), messages);
  const rows = async () =>
    (
      await trail.db.pool.query<{ id: string; reason: string; outcome: string | null }>(
        'select id, reason, outcome from dead_letters order by id',
      )
    ).rows;
  const idsOf = async () => (await rows()).map(({ id }) => id);
  const aboutPerson = (userId: string) =>
    message({ about: { userId }, action: 'user.updated', target: { type: 'user', id: userId, name: 'Ada' } });

  it('list shows each kind of dead letter with its reason', async () => {
    const organizationId = v7();
    const ahead = new Date(Date.now() + maxEarlyMs + 60_000);
    const topic = topicOf('organization');
    await audit.publishUnsigned(topic, organizationMessage(organizationId));
    await publishSignedLate(aboutPerson(v7()));
    await createSigningPublisher(
      { name: 'bus', publish: (to, signed) => audit.publishUnsigned(to, ...signed) },
      eventKeys.keys.identity.privateKey,
    ).publish(topic, [organizationMessage(organizationId)]);
    await audit.publish(
      organizationMessage(organizationId),
      { key: organizationId, value: Buffer.from('not an event'), headers: {} },
      { ...organizationMessage(organizationId), key: v7() },
      organizationMessage(organizationId, { now: ahead }),
      message({ about: { organizationId }, metadata: { note: 'a\0b' } }),
      organizationMessage(organizationId),
    );
    expect(await trail.entriesOf(organizationId)).toHaveLength(2);
    const reasons = [
      'it is not signed',
      'it is signed with an unknown key',
      'it is signed by identity, which does not publish to this topic',
      'not an event: ',
      'its key is not that of its organization or person',
      'occurred_at is more than a day ahead of the clock of audit',
      'it holds a NUL character, which cannot be stored',
    ];
    const { code, printed } = await run('list');
    expect([code, printed.at(-1)]).toEqual([0, '7 wait']);
    for (const [index, reason] of reasons.entries()) expect(printed[index]).toContain(`  ${reason}`);
    const { printed: some } = await run('list --limit 2');
    expect(some).toEqual([...printed.slice(5, 7), '7 wait; the newest 2 are shown']);
  });

  it('replay records an event once its key is known, once in each trail of its time', async () => {
    const [userId, one, two] = [v7(), v7(), v7()];
    memberships.of = (id) => (id === userId ? [one, two] : []);
    const event = aboutPerson(userId);
    await publishSignedLate(event);
    const [id] = await idsOf();
    expect(await run(`replay ${id}`)).toMatchObject({
      code: 1,
      printed: [`${id}: refused: it is signed with an unknown key`, '0 recorded, 1 refused again'],
    });
    expect(await trail.entriesOf(one)).toEqual([]);
    // Published a second time: another offset, and so a dead letter of its own.
    await publishSignedLate(event);
    expect(await run('replay --all', lateKeys)).toMatchObject({
      code: 0,
      printed: expect.arrayContaining(['2 recorded, 0 refused again']),
    });
    for (const organizationId of [one, two])
      expect((await trail.entriesOf(organizationId)).map(({ eventId }) => eventId)).toEqual([
        event.headers['event-id'],
      ]);
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['replayed', 'replayed']);
    expect((await run('list')).printed).toEqual(['0 wait']);
    expect((await run('list --all')).printed[0]).toContain('  replayed  ');
    expect(await run(`replay ${id}`, lateKeys)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/was replayed at .*\nNothing was done/),
    });
  });

  it('replay keeps a message that is refused again, with the new reason', async () => {
    const userId = v7();
    await publishSignedLate({ ...aboutPerson(userId), key: v7() });
    expect(await rows()).toMatchObject([{ reason: 'it is signed with an unknown key' }]);
    expect((await run('replay --all', lateKeys)).code).toBe(1);
    expect(await rows()).toMatchObject([
      { reason: 'its key is not that of its organization or person', outcome: null },
    ]);
  });

  it('replay keeps events older than retention and those without a trail, and says so', async () => {
    const [userId, organizationId] = [v7(), v7()];
    await trail.db.pool.query(`update retention set removed_before = '2026-02-01T00:00:00Z'`);
    memberships.of = (id) => (id === userId ? [organizationId] : []);
    const old = { now: new Date('2026-02-01T23:00:00Z') };
    await publishSignedLate(
      message({ about: { userId }, action: 'user.signed_in' }, old),
      message({ about: { userId: v7() }, action: 'user.signed_in' }),
    );
    const [expired, withoutTrail] = await idsOf();
    try {
      expect(await run('replay --all', lateKeys)).toMatchObject({
        code: 1,
        printed: [
          `${expired}: refused: older than what retention keeps`,
          `${withoutTrail}: no trail: the person was in no organization then`,
          '0 recorded, 1 refused again, 1 without a trail',
        ],
      });
    } finally {
      await trail.db.pool.query(`update retention set removed_before = 'epoch'`);
    }
    expect(await rows()).toMatchObject([
      { reason: 'older than what retention keeps', outcome: null },
      { reason: 'the person was in no organization then', outcome: null },
    ]);
    expect(await trail.entriesOf(organizationId)).toEqual([]);
    expect((await run(`replay ${expired}`, lateKeys)).code).toBe(0);
    expect(await trail.entriesOf(organizationId)).toHaveLength(1);
  });

  it('replay keeps the reason of a message that was too large to store', async () => {
    await trail.db.pool.query(
      `insert into dead_letters (topic, partition, "offset", reason, key, value, failed_at)
       values ('patchbay.identity.events.v1', 0, '1', 'it is too large', '', '', now())`,
    );
    expect((await run('replay --all')).printed[0]).toContain('too large to be kept');
    expect(await rows()).toMatchObject([{ reason: 'it is too large', outcome: null }]);
  });

  it('replay changes nothing during an outage of organization, and says so', async () => {
    const [userId, organizationId] = [v7(), v7()];
    await publishSignedLate(aboutPerson(userId));
    const before = await rows();
    memberships.of = undefined;
    expect(await run('replay --all', lateKeys)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^\d+: .*organization.*It stays as it was/),
    });
    expect(await rows()).toEqual(before);
    memberships.of = () => [organizationId];
    expect((await run('replay --all', lateKeys)).code).toBe(0);
    expect(await trail.entriesOf(organizationId)).toHaveLength(1);
  });

  it('discard is final, and unknown ids are named', async () => {
    await publishSignedLate(aboutPerson(v7()), aboutPerson(v7()));
    const [first, second] = await idsOf();
    expect(await run(`discard ${first} 999999`)).toMatchObject({
      code: 1,
      errors: '999999: there is no such dead letter\nNothing was done.',
    });
    expect((await rows()).map(({ outcome }) => outcome)).toEqual([null, null]);
    expect((await run(`discard ${first}`)).printed).toEqual([`${first}: discarded`]);
    expect((await run(`discard ${first} ${second}`)).errors).toContain(`${first}: was discarded at`);
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['discarded', null]);
    memberships.of = () => [v7()];
    expect((await run('replay --all', lateKeys)).printed.at(-1)).toBe('1 recorded, 0 refused again');
    expect((await run('show 999999')).errors).toBe('999999: there is no such dead letter');
    expect(JSON.parse((await run(`show ${first}`)).printed.join('\n'))).toMatchObject({
      id: first,
      outcome: 'discarded',
      event: { action: 'user.updated' },
    });
  });

  it('one operator at a time replays or discards', async () => {
    const userId = v7();
    memberships.of = () => [v7()];
    const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await publishSignedLate(aboutPerson(userId));
    const [id] = await idsOf();
    const slow = runDeadLetters(['replay', '--all'], {
      open: () => ({
        databaseUrl: trail.url,
        logger,
        replaying: () => {
          const transport = organizationService(memberships);
          return {
            organization: {
              ...transport,
              async unary(...call: Parameters<typeof transport.unary>) {
                reached.resolve();
                await release.promise;
                return transport.unary(...call);
              },
            } as typeof transport,
            publicKeys: lateKeys,
          };
        },
      }),
      print: () => {},
      printError: () => {},
    });
    await reached.promise;
    for (const line of ['replay --all', `discard ${id}`])
      expect(await run(line, lateKeys)).toMatchObject({
        code: 1,
        errors: 'Somebody else replays or discards dead letters now. Nothing was done. Try again later.',
      });
    expect((await run('list')).code).toBe(0);
    release.resolve();
    expect(await slow).toBe(0);
  });
});
