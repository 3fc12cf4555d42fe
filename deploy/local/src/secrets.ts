import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generateSealingKey } from '@patchbay/sealing/sealer';

export interface Secrets {
  /** In the format of `SEALING_KEYS`. Without it, nothing that was sealed with it can be decrypted. */
  readonly sealingKeys: string;
  /** Shared by the services' database roles. */
  readonly rolePassword: string;
}

/** Reads the secrets from the file; the first call generates them and creates the file with mode 0600. */
export async function loadSecrets(path: string): Promise<Secrets> {
  await mkdir(dirname(path), { recursive: true });
  const secrets: Secrets = {
    sealingKeys: generateSealingKey('local'),
    rolePassword: randomBytes(24).toString('base64url'),
  };
  try {
    // O_EXCL: of two concurrent starts one creates the file, the other reads it below.
    await writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(await readFile(path, 'utf8')) as Secrets;
  }
}
