import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adaptBundle, fetchTarball, type PinnedPackage } from './reference.ts';

describe('fetchTarball', () => {
  const content = 'a tarball';
  const pinned: PinnedPackage = {
    name: '@scope/name',
    version: '1.2.3',
    integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
    license: 'MIT',
    files: {},
  };

  let folder: string;
  let cache: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-tarball-'));
    cache = join(folder, 'cache');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** An environment whose `npm` is this shell script; `$4` is the folder of the tarball. */
  function withNpm(script: string): NodeJS.ProcessEnv {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >> ${folder}/calls\n${script}\n`);
    chmodSync(join(bin, 'npm'), 0o755);
    return { PATH: `${bin}:${process.env['PATH']}` };
  }
  const npmThatPacks = (text: string) => withNpm(`printf '${text}' > "$4/scope-name-1.2.3.tgz"`);
  const fetchText = async (environment: NodeJS.ProcessEnv): Promise<string> =>
    readFileSync(await fetchTarball(pinned, cache, environment), 'utf8');

  it('npm fetches a tarball once, and later calls use the kept one', async () => {
    const environment = npmThatPacks(content);
    expect(await fetchText(environment)).toBe(content);
    expect(await fetchText(environment)).toBe(content);
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
    expect(calls).toEqual([expect.stringMatching(/^pack @scope\/name@1\.2\.3 --pack-destination /)]);
    expect(readdirSync(cache)).toEqual(['scope-name-1.2.3.tgz']);
  });

  it('a tarball without the pinned integrity is refused and not kept', async () => {
    await expect(fetchText(npmThatPacks('another'))).rejects.toThrow('does not have the pinned integrity');
    expect(readdirSync(cache)).toEqual([]);
  });

  it('a kept tarball that is damaged is fetched again', async () => {
    mkdirSync(cache);
    writeFileSync(join(cache, 'scope-name-1.2.3.tgz'), 'a tarb');
    expect(await fetchText(npmThatPacks(content))).toBe(content);
  });

  it('the error of an offline machine says what was needed and has the message of npm', async () => {
    const offline = withNpm('echo "npm error code ENOTFOUND" >&2; exit 1');
    await expect(fetchText(offline)).rejects.toThrow(
      /could not fetch @scope\/name 1\.2\.3, which \/docs needs.*\n.*ENOTFOUND/,
    );
  });
});

describe('adaptBundle', () => {
  const bundle =
    'a=[{key:`js`,title:`JavaScript`,x:1}],b=[`shell/curl`,`ruby/native`,`node/undici`,`php/guzzle`,`python/python3`];c=O(void 0);fr(()=>t.modalState.open,e=>{e&&(o.value=``)});\n//# sourceMappingURL=standalone.js.map';

  it('the bundle gets our sample languages, a first result that is chosen and its licence, and loses its source map', () => {
    expect(adaptBundle(bundle, 'MIT License\n')).toBe(
      '/*! @scalar/api-reference\n\nMIT License\n*/\na=[{key:`js`,title:`TypeScript`,x:1}],b=[`shell/curl`,`js/fetch`,`python/requests`];c=O(0);fr(o,()=>{c.value=0});fr(()=>t.modalState.open,e=>{e&&(o.value=``,c.value=0)});\n',
    );
  });

  it('a bundle of another version that lacks a replaced text is refused', () => {
    expect(() => adaptBundle(bundle.replace('JavaScript', 'JS'), '')).toThrow('exactly once');
    expect(() => adaptBundle(bundle + bundle, '')).toThrow('exactly once');
  });
});
