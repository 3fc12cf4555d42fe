import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSealingKeys } from '@patchbay/sealing/sealer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addSealingKey, loadSecrets, readSecrets, type Secrets } from './secrets.ts';

describe('the secrets of a folder', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-secrets-'));
    path = join(folder, 'secrets.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('the secrets are the same at every start, and only their owner may read the file', async () => {
    const first = await loadSecrets(path);
    expect(await loadSecrets(path)).toEqual(first);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('secrets of an earlier version are kept, and missing ones are generated once', async () => {
    const { eventKeys, ...earlier } = await loadSecrets(path);
    await writeFile(path, JSON.stringify({ ...earlier, eventKeys: { identity: eventKeys.identity } }));
    const later = await loadSecrets(path);
    expect(later).toMatchObject({ ...earlier, eventKeys: { identity: eventKeys.identity } });
    expect(later.eventKeys.organization).toEqual(expect.any(String));
    expect(await loadSecrets(path)).toEqual(later);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(later);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('a new sealing key is used from the next start on, not before', async () => {
    const first = await loadSecrets(path);
    const id = await addSealingKey(path, first);
    const waiting = (await readSecrets(path)) as Secrets;
    expect(waiting.sealingKeys).toBe(first.sealingKeys);
    expect(await addSealingKey(path, waiting)).toBe(id);
    const later = await loadSecrets(path);
    expect(parseSealingKeys(later.sealingKeys).map((key) => key.id)).toEqual([id, 'local']);
    expect(later.sealingKeys.endsWith(`,${first.sealingKeys}`)).toBe(true);
    expect(await loadSecrets(path)).toEqual(later);
    expect(await readSecrets(path)).toEqual(later);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('there are no secrets before the first start', async () => {
    expect(await readSecrets(path)).toBeUndefined();
  });
});
