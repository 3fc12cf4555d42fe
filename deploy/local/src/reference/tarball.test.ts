import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PinnedPackage } from './pinned.ts';
import { readTarball } from './tarball.ts';

const content = Buffer.from('a tarball');
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
const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

describe('the tarball of a pinned package', () => {
  it('is fetched by npm once, and then kept', async () => {
    const environment = npmThatPacks('a tarball');
    expect(await readTarball(pinned, cache, environment)).toEqual(content);
    expect(await readTarball(pinned, cache, environment)).toEqual(content);
    expect(calls()).toEqual([
      expect.stringMatching(
        /^pack @scope\/name@1\.2\.3 --pack-destination \S+\/cache\/fetching\.\S+ --prefer-offline --loglevel=error$/,
      ),
    ]);
    expect(readdirSync(cache)).toEqual(['scope-name-1.2.3.tgz']);
  });

  it('is fetched by two runs at once, none of which sees a part of the other one', async () => {
    const environment = withNpm(
      'printf "a tar" > "$4/scope-name-1.2.3.tgz"; sleep 0.$(($$ % 3 + 1)); printf "ball" >> "$4/scope-name-1.2.3.tgz"',
    );
    const runs = Array.from({ length: 4 }, () => readTarball(pinned, cache, environment));
    expect(await Promise.all(runs)).toEqual(runs.map(() => content));
    expect(readdirSync(cache)).toEqual(['scope-name-1.2.3.tgz']);
  });

  it('is refused and not kept where it is not what was pinned', async () => {
    await expect(readTarball(pinned, cache, npmThatPacks('another'))).rejects.toThrow('not what was pinned');
    expect(readdirSync(cache)).toEqual([]);
  });

  it('is fetched again where the kept one is damaged', async () => {
    const environment = npmThatPacks('a tarball');
    mkdirSync(cache);
    writeFileSync(join(cache, 'scope-name-1.2.3.tgz'), 'a tarb');
    expect(await readTarball(pinned, cache, environment)).toEqual(content);
  });

  it('says what is missing where npm cannot fetch it', async () => {
    const offline = withNpm('echo "npm error code ENOTFOUND" >&2; exit 1');
    await expect(readTarball(pinned, cache, offline)).rejects.toThrow(
      /@scope\/name 1\.2\.3 is needed for \/docs, and npm could not fetch it.*\n.*ENOTFOUND/,
    );
  });
});
