import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generateSealingKey } from '@patchbay/sealing/sealer';

export interface Secrets {
  /** As `SEALING_KEYS` has it. What was sealed with it is lost without it. */
  readonly sealingKeys: string;
  /** Of the services' database roles. */
  readonly rolePassword: string;
}

/** Generated once, kept where only this user reads it. */
export async function loadSecrets(path: string): Promise<Secrets> {
  await mkdir(dirname(path), { recursive: true });
  const secrets: Secrets = {
    sealingKeys: generateSealingKey('local'),
    rolePassword: randomBytes(24).toString('base64url'),
  };
  try {
    // Of two that start at once the second keeps what the first wrote.
    await writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(await readFile(path, 'utf8')) as Secrets;
  }
}
