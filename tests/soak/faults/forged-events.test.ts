import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { EventSchema, UserSnapshotSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createSigningPublisher } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import type { EventPublisher } from '@patchbay/events/transport';
import { consumedBy, consumingServices } from '@patchbay/platform/services';
import { type Provisioned, provisionServers } from '@patchbay/servers/provision';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { connectTestKafka, type TestKafka, type TestMessage } from '@patchbay/testing/kafka';
import { type SecureBroker, startSecureBroker } from '@patchbay/testing/secure-broker';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { createServiceKeys } from '@patchbay/tokens/service-keys';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type AuditLog, apiAt, firstBrokenLink, trailOf, trailWhen } from '../../api.ts';
import { acme, signUpAndIn } from '../../people.ts';
import { type Stack, startTestStack } from '../../stack.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let servers: Provisioned<'postgres' | 'redis'>;
let broker: SecureBroker;
let smtp: TestSmtpServer;
let stack: Stack;
let database: Client;
let ada: Api;
/** An attacker who may do everything at Kafka, and has the key of no service. */
let attacker: TestKafka;
/** The events that the services have published before the attack. */
let genuine: TestMessage[] = [];

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-forged-');
  [servers, broker, smtp] = await Promise.all([
    provisionServers({ want: ['postgres', 'redis'], environment: {}, directory: folder.path }),
    startSecureBroker(),
    createSmtpServer(),
  ]);
  stack = await startTestStack(
    {
      postgresUrl: servers.postgres.url,
      redisUrl: servers.redis.url,
      kafkaBrokers: broker.server.saslBrokers,
      smtpUrl: smtp.url,
    },
    {
      KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
      KAFKA_SSL_CA_PEM: broker.authority.certificate,
    },
    (name) => ({ KAFKA_SASL_USERNAME: name, KAFKA_SASL_PASSWORD: broker.passwords[name] }),
  );
  database = new Client({ connectionString: stack.adminUrl });
  await database.connect();
  attacker = await connectTestKafka(broker.server.brokers);
  const api = apiAt(stack.address);
  ada = api.withSession(await signUpAndIn(api, smtp, acme));
});
afterAll(async () => {
  await attacker?.close();
  await database?.end();
  await stack?.stop();
  await Promise.all([smtp?.stop(), broker?.stop(), servers?.stop()]);
  await folder?.remove();
});

const rename = async (name: string): Promise<void> => {
  expect((await ada.patch('/v1/me', { name })).status).toBe(200);
};

const hasRename = (name: string) => (trail: readonly AuditLog[]) =>
  trail.some(({ action, changes }) => action === 'user.updated' && changes[0]?.after === name);

/** The trail when the rename is in it: whatever was published before to the same partition has been consumed. */
const trailWith = (name: string) => trailWhen(ada, 'acme', hasRename(name), 120_000);

/** Of audit, by reason. */
const deadLetters = async (): Promise<string[]> => {
  const { rows } = await database.query<{ reason: string }>('select reason from audit.dead_letters');
  return rows.map(({ reason }) => reason).toSorted();
};

/** In the copies of organization. */
const names = async (): Promise<string[]> =>
  (await database.query<{ name: string }>('select name from organization.people')).rows.map(
    ({ name }) => name,
  );

/** Resolves when every consumer has handled all that is in its topics. */
const everythingConsumed = () =>
  waitFor(
    async () => {
      for (const group of consumingServices) {
        if ((await attacker.progress(group, consumedBy(group).map(topicOf))).left > 0) return false;
      }
      return true;
    },
    { what: 'the consumers to have handled everything' },
  );

const eventIn = ({ value }: TestMessage) => fromBinary(EventSchema, value);

function genuineOf(action: string): TestMessage {
  const found = genuine.find((one) => eventIn(one).action === action);
  if (found === undefined) throw new Error(`no event ${action}`);
  return found;
}

it('at a Kafka with TLS, users and rights, services work with the rights of the table in docs/events.md', async () => {
  await rename('Ada King');
  await trailWith('Ada King');
  // Events of other topics may be recorded later than the rename.
  await everythingConsumed();
  expect((await trailOf(ada, 'acme')).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['organization.created', 'member.added', 'user.signed_in', 'user.updated']),
  );
  expect(await deadLetters()).toEqual([]);
  expect(await names()).toEqual(['Ada King']);
});

it('events forged by an attacker with all rights at Kafka enter no trail and no snapshot, and stop no consumer', async () => {
  const before = await trailOf(ada, 'acme');
  genuine = await attacker.read(consumedBy('audit').map(topicOf));
  const [created, renamed] = [genuineOf('organization.created'), genuineOf('user.updated')];
  const { organizationId } = eventIn(created);

  const forgedEvent = { ...eventIn(created), id: crypto.randomUUID(), action: 'member.removed' };
  const forged: TestMessage = { ...created, value: Buffer.from(toBinary(EventSchema, forgedEvent)) };
  const { userId } = eventIn(renamed);
  const mallory = { id: userId, email: 'ada@acme.example', name: 'Mallory', version: 999 };
  const forgedSnapshot = create(EventSchema, {
    ...eventIn(renamed),
    snapshot: { case: 'user', value: create(UserSnapshotSchema, mallory) },
  });
  const forgedRename: TestMessage = {
    ...renamed,
    value: Buffer.from(toBinary(EventSchema, forgedSnapshot)),
  };
  const signedByAttacker: TestMessage[] = [];
  const { privateKey } = createServiceKeys();
  const recorder: EventPublisher = {
    name: 'recorder',
    publish: async (topic, all) =>
      void signedByAttacker.push(...all.map((one) => ({ ...one, topic, value: Buffer.from(one.value) }))),
  };
  await createSigningPublisher(recorder, privateKey).publish(forged.topic, [{ ...forged, headers: {} }]);

  await attacker.send([
    { ...forged, headers: {} },
    forged,
    ...signedByAttacker,
    forgedRename,
    { ...forgedRename, headers: {} },
    { ...renamed, key: organizationId },
    { ...renamed, topic: topicOf('organization') },
    { ...created, topic: topicOf('integration') },
  ]);
  await waitFor(async () => (await deadLetters()).length >= 8, {
    what: 'the dead letters',
  });
  expect(await deadLetters()).toEqual([
    'it is not signed',
    'it is not signed',
    'it is signed by identity, which does not publish to this topic',
    'it is signed by organization, which does not publish to this topic',
    'it is signed with an unknown key',
    'its signature is not one of identity for this topic, key and value',
    'its signature is not one of identity for this topic, key and value',
    'its signature is not one of organization for this topic, key and value',
  ]);

  await rename('Ada Lovelace');
  const after = await trailWith('Ada Lovelace');
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 1);
  expect(firstBrokenLink(after)).toBeUndefined();
  await everythingConsumed();
  expect(await names()).toEqual(['Ada Lovelace']);
});
