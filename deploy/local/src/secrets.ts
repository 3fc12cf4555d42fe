import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createEventKeyTexts, type EventKeyTexts } from './event-keys.ts';

export interface Secrets {
  /** In the format of `SEALING_KEYS`. Without it, nothing that was sealed with it can be decrypted. */
  readonly sealingKeys: string;
  /** Shared by the services' database roles. */
  readonly rolePassword: string;
  /** Kept: what was signed with them may still be in Kafka, and would become dead letters under others. */
  readonly eventKeys: EventKeyTexts;
}

const createSecrets = (): Secrets => ({
  sealingKeys: generateSealingKey('local'),
  rolePassword: randomBytes(24).toString('base64url'),
  eventKeys: createEventKeyTexts(),
});

const contentOf = (secrets: Secrets): string => `${JSON.stringify(secrets, null, 2)}\n`;

/**
 * Reads the secrets from the file; the first call generates them and creates the file with mode 0600. What a file of an earlier
 * version does not have is generated and added.
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
  const kept = JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>;
  const eventKeys = { ...created.eventKeys, ...kept.eventKeys };
  const secrets: Secrets = { ...created, ...kept, eventKeys };
  if (contentOf(secrets) !== contentOf(kept as Secrets)) {
    // A rename: nobody reads half a file.
    await writeFile(`${path}.new`, contentOf(secrets), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  return secrets;
}
