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

  it('are the same at every start, and nobody else may read them', async () => {
    const first = await loadSecrets(path);
    expect(await loadSecrets(path)).toEqual(first);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('of an earlier version are kept, and what they lack is added for good', async () => {
    const { eventKeys, ...earlier } = await loadSecrets(path);
    await writeFile(path, JSON.stringify({ ...earlier, eventKeys: { identity: eventKeys.identity } }));
    const later = await loadSecrets(path);
    expect(later).toMatchObject({ ...earlier, eventKeys: { identity: eventKeys.identity } });
    expect(later.eventKeys.organization).toEqual(expect.any(String));
    expect(await loadSecrets(path)).toEqual(later);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(later);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('get a new sealing key at the next start and not before', async () => {
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

  it('are unknown before the first start', async () => {
    expect(await readSecrets(path)).toBeUndefined();
  });
});
