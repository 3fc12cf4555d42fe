import { type KafkaOperation, kafkaRightsOf } from '@patchbay/events/rights';
import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { type SecureKafka, startSecureKafka } from '@patchbay/servers/secure-kafka';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
// The default import: Node finds only some of the named exports of this CommonJS module.
import kafkajs, { type AclEntry, type Admin } from 'kafkajs';
import { type Authority, createAuthority } from './certificates.ts';

export interface SecureBroker {
  readonly server: SecureKafka;
  readonly authority: Authority;
  /** The password of each service's user. */
  readonly passwords: Readonly<Record<ServiceName, string>>;
  /** An admin client of a user with all rights. */
  readonly admin: Admin;
  stop(): Promise<void>;
}

const resourceTypes = {
  topic: kafkajs.AclResourceTypes.TOPIC,
  group: kafkajs.AclResourceTypes.GROUP,
} as const;

/** The ACL that allows a user an operation; `*` is everybody. */
export const allow = (
  user: string,
  resource: keyof typeof resourceTypes,
  resourceName: string,
  operation: KafkaOperation,
): AclEntry => ({
  resourceType: resourceTypes[resource],
  resourceName,
  resourcePatternType: kafkajs.ResourcePatternTypes.LITERAL,
  principal: `User:${user}`,
  host: '*',
  operation: kafkajs.AclOperationTypes[operation],
  permissionType: kafkajs.AclPermissionTypes.ALLOW,
});

/** The rights of the table, and no others. */
const rightsOfServices = (): AclEntry[] =>
  serviceNames.flatMap((service) =>
    kafkaRightsOf(service).flatMap(({ resource, name, operations }) =>
      operations.map((operation) => allow(service, resource, name, operation)),
    ),
  );

/** A broker that demands TLS and credentials, with a user for each service. */
export async function startSecureBroker(): Promise<SecureBroker> {
  const directory = await createTemporaryDirectory('patchbay-secure-kafka-');
  const authority = createAuthority();
  const passwords = byName(serviceNames, (name) => `test-password-of-${name}`);
  const server = await startSecureKafka({
    directory: directory.path,
    ...authority.issue(['127.0.0.1']),
    clientCa: authority.certificate,
    users: passwords,
  });
  const admin = new kafkajs.Kafka({
    brokers: [...server.brokers],
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin();
  await admin.connect();
  await admin.createAcls({ acl: rightsOfServices() });
  return {
    server,
    authority,
    passwords,
    admin,
    async stop() {
      await admin.disconnect();
      await server.stop();
      await directory.remove();
    },
  };
}
