import { randomBytes } from 'node:crypto';
import { isSecret } from '@patchbay/config/secret';
import { roleUrl } from '@patchbay/database/provision';
import { migrationsOf, variablesOf } from '@patchbay/local/services';
import { byName } from '@patchbay/platform/by-name';
import {
  databaseServices,
  packagedServices,
  programOf,
  publishingServices,
  type ServiceName,
  serviceNames,
} from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createKeysOfPairs, formatPairKeys } from '@patchbay/tokens/pair-keys';
import {
  createServiceKeys,
  formatPrivateKey,
  formatServicePublicKeys,
  publicKeysOf,
  type ServiceKeys,
} from '@patchbay/tokens/service-keys';

export interface SecretsOptions {
  /** Postgres as the services reach it, with the name of the database and parameters. Its user and password are replaced. */
  readonly databaseUrl: string;
  /** The same as migrations reach it, past a pooler of transactions. Default: `databaseUrl`. */
  readonly ownerDatabaseUrl?: string | undefined;
  /** The password of the role `<service>` or `<service>_owner`; undefined: a new one. Default: a new one for each role. */
  readonly passwordOf?: (role: string) => string | undefined;
  /**
   * Secrets that cannot be generated, by variable: SMTP_URL, REDIS_URL, … A service gets those that it reads, and its own
   * where it has one: AUDIT_KAFKA_SASL_PASSWORD. Further addresses of Postgres get the user and password of `databaseUrl`.
   */
  readonly given?: Readonly<Record<string, string | undefined>>;
}

export interface ClusterSecret {
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

export interface ClusterSecrets {
  readonly secrets: readonly ClusterSecret[];
  /** What belongs to the secrets and is none: `config` of the chart of each service. */
  readonly config: Readonly<Record<ServiceName, Readonly<Record<string, string>>>>;
}

/** The Secret that a chart takes as `existingSecret`. The Portal has none: it knows no secret. */
export const secretNameOf = (service: ServiceName): string => `patchbay-${service}`;

/** The Secret that a chart takes as `migration.existingSecret`, with the passwords of the roles of the schema besides. */
export const ownerSecretNameOf = (service: ServiceName): string => `${secretNameOf(service)}-owner`;

/** The variable that gives one service a value of its own. */
export const ownVariableOf = (service: ServiceName, name: string): string =>
  `${service.toUpperCase()}_${name}`;

const databaseAddress = /^DATABASE_\w*URL$/;

/** Lists all problems at once. Values never appear: they are secrets. */
export class SecretsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SecretsError';
  }
}

/**
 * The Secrets of an environment with new keys on every call: what was sealed or signed with earlier ones cannot be opened or
 * verified with these. Throws `SecretsError` if a given secret is missing or malformed.
 */
export function secretsOf(options: SecretsOptions): ClusterSecrets {
  const { databaseUrl, ownerDatabaseUrl = databaseUrl, given = {} } = options;
  const passwords = new Map<string, string>();
  const passwordOf = (role: string): string => {
    const password =
      passwords.get(role) ?? options.passwordOf?.(role) ?? randomBytes(24).toString('base64url');
    passwords.set(role, password);
    return password;
  };
  const urlOf = (base: string, role: string): string => roleUrl(base, { role, password: passwordOf(role) });
  const pairKeys = createKeysOfPairs();
  // The programs of a service open what each other has sealed.
  const sealingKeys = byName(packagedServices, () => generateSealingKey());
  const eventKeys = byName(publishingServices, createServiceKeys);
  const signingKeys: Readonly<Partial<Record<ServiceName, ServiceKeys>>> = eventKeys;
  // All publishers for every consumer, so that one value serves them all: a key counts only for the topic of its service.
  const verifyingKeys = formatServicePublicKeys(publicKeysOf(publishingServices, eventKeys));
  const problems = new Set<string>();

  const generatedFor = (service: ServiceName): Readonly<Record<string, () => string | undefined>> => ({
    DATABASE_URL: () => urlOf(databaseUrl, service),
    CALLING_KEYS: () => formatPairKeys(pairKeys.calling(service)),
    CALLER_KEYS: () => formatPairKeys(pairKeys.callers(service)),
    EVENT_SIGNING_KEY: () => signingKeys[service] && formatPrivateKey(signingKeys[service].privateKey),
    HEAD_SIGNING_KEY: () => formatPrivateKey(createServiceKeys().privateKey),
    SEALING_KEYS: () => sealingKeys[programOf(service).folder],
  });

  const givenTo = (service: ServiceName, name: string): string | undefined => {
    const value = given[ownVariableOf(service, name)] || given[name] || undefined;
    return value && databaseAddress.test(name) ? urlOf(value, service) : value;
  };

  const dataOf = (service: ServiceName): Record<string, string> => {
    const generated = generatedFor(service);
    const data: Record<string, string> = {};
    for (const [name, schema] of Object.entries(variablesOf[service])) {
      if (!isSecret(schema)) continue;
      const value = generated[name] ? generated[name]() : givenTo(service, name);
      const { error } = schema.safeParse(value, { reportInput: false });
      for (const { message } of error?.issues ?? [])
        problems.add(value === undefined ? `${name} is required` : `${name} ${message}`);
      if (value !== undefined) data[name] = value;
    }
    return data;
  };

  const secrets = [
    ...serviceNames
      .map((service) => ({ name: secretNameOf(service), data: dataOf(service) }))
      .filter(({ data }) => Object.keys(data).length > 0),
    ...databaseServices.map((service) => {
      const owner = `${service}_owner`;
      const data = {
        DATABASE_URL: urlOf(ownerDatabaseUrl, owner),
        // For whoever makes the roles.
        DATABASE_PASSWORD: passwordOf(service),
        DATABASE_OWNER_PASSWORD: passwordOf(owner),
        ...Object.fromEntries(
          (migrationsOf[service].programRoles ?? []).map((role) => [
            ownVariableOf(role, 'DATABASE_PASSWORD'),
            passwordOf(role),
          ]),
        ),
      };
      return { name: ownerSecretNameOf(service), data };
    }),
  ];
  if (problems.size > 0) throw new SecretsError([...problems]);
  const config = byName(
    serviceNames,
    (service): Readonly<Record<string, string>> =>
      'EVENT_VERIFYING_KEYS' in variablesOf[service] ? { EVENT_VERIFYING_KEYS: verifyingKeys } : {},
  );
  return { secrets, config };
}
