import { createPublicKey, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { byName } from '@patchbay/platform/by-name';
import { type PublishingService, publishingServices } from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import {
  createServiceKeys,
  formatPrivateKey,
  parsePrivateKey,
  type ServiceKeys,
} from '@patchbay/tokens/service-keys';

export interface Secrets {
  /** In the format of `SEALING_KEYS`. Without it, nothing that was sealed with it can be decrypted. */
  readonly sealingKeys: string;
  /** Shared by the services' database roles. */
  readonly rolePassword: string;
  /** Shared by the roles that own the schemas: no service knows it. */
  readonly ownerPassword: string;
  /** Kept: what was signed with them may still be in Kafka, and would become dead letters under others. */
  readonly eventKeys: EventKeyTexts;
  /** In the format of `HEAD_SIGNING_KEY`. Kept: heads that were signed with it may have been kept too. */
  readonly headKey: string;
  /**
   * A sealing key that waits for the next start, which puts it in front of `sealingKeys`. Until then no running process knows it, so
   * nothing may be sealed with it.
   */
  readonly nextSealingKey?: string;
}

const createSecrets = (): Secrets => ({
  sealingKeys: generateSealingKey('local'),
  rolePassword: randomBytes(24).toString('base64url'),
  ownerPassword: randomBytes(24).toString('base64url'),
  eventKeys: createEventKeyTexts(),
  headKey: formatPrivateKey(createServiceKeys().privateKey),
});

const read = async (path: string): Promise<Partial<Secrets>> =>
  JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>;

const contentOf = (secrets: Secrets): string => `${JSON.stringify(secrets, null, 2)}\n`;

/** By a rename: nobody reads half a file. */
async function replace(path: string, secrets: Secrets): Promise<void> {
  await writeFile(`${path}.new`, contentOf(secrets), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/**
 * For a start: reads the secrets from the file; the first call generates them and creates the file with mode 0600. What a file of
 * an earlier version does not have is generated and added, and a sealing key that waits becomes the first one.
 */
export async function loadSecrets(path: string): Promise<Secrets> {
  await mkdir(dirname(path), { recursive: true });
  const created = createSecrets();
  try {
    // O_EXCL: of two concurrent starts one creates the file, the other reads it below.
    await writeFile(path, contentOf(created), { mode: 0o600, flag: 'wx' });
    return created;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { nextSealingKey, ...kept } = await read(path);
  const eventKeys = { ...created.eventKeys, ...kept.eventKeys };
  const complete: Secrets = { ...created, ...kept, eventKeys };
  const secrets: Secrets =
    nextSealingKey === undefined
      ? complete
      : { ...complete, sealingKeys: `${nextSealingKey},${complete.sealingKeys}` };
  if (contentOf(secrets) !== contentOf(kept as Secrets)) await replace(path, secrets);
  return secrets;
}

/** The secrets that a running platform has read at its start; undefined where it was never started. */
export const readSecrets = async (path: string): Promise<Secrets | undefined> =>
  existsSync(path) ? ((await read(path)) as Secrets) : undefined;

/** Generates a sealing key for the next start and returns its id; where one waits already, that one's. */
export async function addSealingKey(path: string, secrets: Secrets): Promise<string> {
  const nextSealingKey = secrets.nextSealingKey ?? generateSealingKey();
  await replace(path, { ...secrets, nextSealingKey });
  return nextSealingKey.slice(0, nextSealingKey.indexOf(':'));
}

/** By service: the pair that signs its events. */
export type EventKeys = Readonly<Record<PublishingService, ServiceKeys>>;

/** The same as text for a file: each private key in the format of `EVENT_SIGNING_KEY`. */
type EventKeyTexts = Readonly<Record<PublishingService, string>>;

const createEventKeyTexts = (): EventKeyTexts =>
  byName(publishingServices, () => formatPrivateKey(createServiceKeys().privateKey));

export const parseEventKeys = (texts: EventKeyTexts): EventKeys =>
  byName(publishingServices, (name) => {
    const privateKey = parsePrivateKey(texts[name]);
    return { privateKey, publicKey: createPublicKey(privateKey) };
  });
