import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagedServices, serviceNames } from '@patchbay/platform/services';
import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf, type Outcome, StandIns, writesMetadata } from '../stand-ins.fixture.ts';

const program = 'deploy/images/src/release/main.ts';
const commit = '4f9d2c1';
const chartDigest = `sha256:${'c'.repeat(64)}`;
const charts = [...serviceNames, 'platform'];
const registry = 'registry.example.com';

/** A registry of images: it has those that were pushed, by a file each. */
const docker = `
case "$*" in
  *imagetools*)
    for reference; do :; done
    name=\${reference#*/patchbay/}
    [ -e "\${name%:*}.pushed" ] || { echo "ERROR: $reference: not found" >&2; exit 1; }
    exit ;;
  *"buildx build"*)
    for argument; do case $argument in SERVICE=*) : > "\${argument#SERVICE=}.pushed" ;; esac; done ;;
esac
${writesMetadata}`;

const helm = `
case "$1" in
  show) [ -e "\${3##*/}.chart" ] || { echo "Error: not found" >&2; exit 1; } ;;
  push) name=\${2##*/}; : > "\${name%-*}.chart"; echo "Digest: ${chartDigest}" >&2 ;;
esac`;

const git = `
case "$1" in
  rev-parse) echo ${commit} ;;
  log) echo 2026-11-18T09:00:00+00:00 ;;
  tag) echo v7.8.9 ;;
esac`;

let standIns: StandIns;
const release = (env: Readonly<Record<string, string>> = {}, ...args: string[]): Promise<Outcome> =>
  standIns.run(program, args, { IMAGES: `${registry}/patchbay/`, ...env });
const callsOf = ({ calls }: Outcome, beginning: string): string[] =>
  calls.filter((call) => call.startsWith(beginning));

beforeEach(() => {
  standIns = new StandIns({ docker, helm, git, cosign: '', npm: '' });
  writeFileSync(join(standIns.folder, 'package.json'), '{"version":"7.8.9"}');
  writeFileSync(join(standIns.folder, 'CHANGELOG.md'), '## Unreleased\n\n## 7.8.9 - 2026-11-18\n\n- It.\n');
});

describe('make release', () => {
  it('images are pushed, then signed by their digests, then charts; values get the digests', async () => {
    const outcome = await release();
    expect(outcome).toMatchObject({ code: 0 });
    expect(callsOf(outcome, 'npm ')).toEqual(['npm run --silent sbom', 'npm run --silent charts']);

    const builds = callsOf(outcome, 'docker buildx build ');
    expect(builds).toHaveLength(packagedServices.length);
    for (const [index, service] of packagedServices.entries()) {
      expect(builds[index]).toContain(` --tag ${registry}/patchbay/${service}:7.8.9 `);
      expect(builds[index]).toContain(` --build-arg COMMIT=${commit} `);
      expect(builds[index]).toContain(
        ' --platform linux/amd64,linux/arm64 --provenance=mode=max --sbom=true --push ',
      );
    }
    expect(callsOf(outcome, 'cosign sign ')).toEqual([
      ...packagedServices.map((name) => `cosign sign --yes ${registry}/patchbay/${name}@${digestOf(name)}`),
      ...charts.map((name) => `cosign sign --yes ${registry}/patchbay/charts/${name}@${chartDigest}`),
    ]);
    expect(callsOf(outcome, 'cosign attest ')).toEqual(
      packagedServices.map(
        (name) =>
          `cosign attest --yes --type cyclonedx --predicate sbom/${name}.cdx.json ${registry}/patchbay/${name}@${digestOf(name)}`,
      ),
    );
    expect(callsOf(outcome, 'helm push ')).toEqual(
      charts.map((name) => `helm push .cache/charts/${name}-7.8.9.tgz oci://${registry}/patchbay/charts`),
    );

    const kinds = outcome.calls.map((call) => call.split(' ', 2).join(' '));
    expect(kinds.indexOf('cosign sign')).toBeGreaterThan(outcome.calls.indexOf(builds.at(-1) ?? ''));
    expect(kinds.indexOf('helm push')).toBeGreaterThan(kinds.lastIndexOf('cosign attest'));
    const values = readFileSync(join(standIns.folder, '.cache/release/7.8.9/platform-values.yaml'), 'utf8');
    expect(values).toContain(
      `relay:\n  image:\n    repository: patchbay/integration\n    digest: ${digestOf('integration')}\n`,
    );
  });

  it('a key, further arguments, other platforms and another place of charts are passed on', async () => {
    const outcome = await release({
      COSIGN_KEY: 'awskms:///alias/release',
      COSIGN_ARGS: '--signing-config  signing.json --annotations=a=b,c',
      PLATFORMS: 'linux/arm64',
      CHARTS: 'oci://charts.example.com/helm',
      HELM_ARGS: '--ca-file ca.pem',
    });
    const args = '--yes --key awskms:///alias/release --signing-config signing.json --annotations=a=b,c';
    expect(callsOf(outcome, 'cosign sign ').at(-1)).toBe(
      `cosign sign ${args} charts.example.com/helm/platform@${chartDigest}`,
    );
    expect(callsOf(outcome, 'docker buildx build ')[0]).toContain(' --platform linux/arm64 ');
    expect(callsOf(outcome, 'helm push ')[0]).toMatch(
      / oci:\/\/charts\.example\.com\/helm --ca-file ca\.pem$/,
    );
  });

  it('nothing is signed and no chart is pushed if an image cannot be pushed', async () => {
    standIns.write('docker', `case "$*" in *SERVICE=audit\\ *) echo denied; exit 1 ;; esac\n${docker}`);
    const outcome = await release();
    expect(outcome.code).toBe(1);
    expect(outcome.output).toContain('denied');
    expect([...callsOf(outcome, 'cosign sign'), ...callsOf(outcome, 'cosign attest')]).toEqual([]);
    expect(callsOf(outcome, 'helm push')).toEqual([]);
  });

  it('a release that failed is run again: it signs what was pushed, and pushes only what is missing', async () => {
    standIns.write('cosign', 'case "$*" in sign*/gateway@*) echo "no token"; exit 1 ;; esac');
    const failed = await release();
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('no token');
    expect(callsOf(failed, 'helm push')).toEqual([]);
    expect(existsSync(join(standIns.folder, '.cache/release/7.8.9/platform-values.yaml'))).toBe(false);

    standIns.write('cosign', '');
    const again = await release();
    expect(again).toMatchObject({ code: 0 });
    expect(callsOf(again, 'docker buildx build ')).toEqual([]);
    expect(callsOf(again, 'cosign sign ')).toContain(
      `cosign sign --yes ${registry}/patchbay/gateway@${digestOf('gateway')}`,
    );
    expect(callsOf(again, 'helm push ')).toHaveLength(charts.length);

    const third = await release();
    expect(callsOf(third, 'helm push ')).toEqual([]);
    expect(callsOf(third, 'cosign sign ')).toEqual(callsOf(again, 'cosign sign '));
  });

  it('what a registry has under the version is not signed unless this release pushed it', async () => {
    writeFileSync(join(standIns.folder, 'audit.pushed'), '');
    const image = await release();
    expect(image.code).toBe(1);
    expect(image.output).toContain(
      `${registry}/patchbay/audit:7.8.9 is in the registry, and this checkout has not pushed it`,
    );
    expect(callsOf(image, 'cosign sign ')).toEqual([]);

    rmSync(join(standIns.folder, 'audit.pushed'));
    writeFileSync(join(standIns.folder, 'relay.chart'), '');
    const chart = await release();
    expect(chart.code).toBe(1);
    expect(chart.output).toContain(
      '/charts/relay:7.8.9 is in the registry, and this checkout has not pushed it',
    );
    expect(callsOf(chart, 'cosign sign ').filter((call) => call.includes('charts/relay'))).toEqual([]);
  });

  it('a version that was pushed from another commit is not released again', async () => {
    await release();
    standIns.write('git', git.replace(commit, '1111111'));
    const outcome = await release();
    expect(outcome.code).toBe(1);
    expect(outcome.output).toContain('organization:7.8.9 is in the registry');
    expect([...callsOf(outcome, 'docker buildx build '), ...callsOf(outcome, 'cosign sign ')]).toEqual([]);
  });

  it('a registry that does not answer is not taken for one without the image', async () => {
    standIns.write(
      'docker',
      `case "$*" in *imagetools*) echo "connection refused"; exit 1 ;; esac\n${docker}`,
    );
    const outcome = await release();
    expect(outcome.code).toBe(1);
    expect(callsOf(outcome, 'docker buildx build ')).toEqual([]);
  });

  it('a release that lacks something is refused, with everything that it lacks', async () => {
    standIns.write('docker', 'exit 1');
    standIns.write('cosign', 'exit 127');
    standIns.write('helm', 'exit 1');
    standIns.write('git', 'case $1 in status) echo " M README.md" ;; tag) echo v7.8.8 ;; esac');
    writeFileSync(join(standIns.folder, 'CHANGELOG.md'), '## Unreleased\n\n- It.\n');
    const outcome = await release({ IMAGES: 'patchbay/' });
    expect(outcome.code).toBe(1);
    for (const problem of [
      'IMAGES does not name a registry',
      '`docker buildx` does not run',
      '`cosign` does not run',
      '`helm` does not run',
      'CHANGELOG.md has no section 7.8.9: make version VERSION=7.8.9',
      'there are changes that are not committed',
      'HEAD has no tag v7.8.9',
    ])
      expect(outcome.output).toContain(`- ${problem}`);
    expect(callsOf(outcome, 'npm')).toEqual([]);
  });

  it('a dry run prints every command of the release, also without the programs, and runs none', async () => {
    const real = await release();
    standIns = new StandIns({ git });
    writeFileSync(join(standIns.folder, 'package.json'), '{"version":"7.8.9"}');
    writeFileSync(join(standIns.folder, 'CHANGELOG.md'), '## 7.8.9 - 2026-11-18\n\n- It.\n');
    const dry = await release({}, '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.calls.filter((call) => !call.startsWith('git '))).toEqual([]);
    expect(dry.output).toContain('This release would be refused:\n- `docker buildx` does not run');
    const printed = [...dry.output.matchAll(/^ {3}\$ (.*)$/gm)].map(([, command = '']) => command);
    const shape = (command: string): string =>
      command
        .replaceAll(/'|<|>/g, '')
        .replaceAll(/sha256:[0-9a-f]{64}|digest of [a-z]+/g, 'DIGEST')
        .replaceAll(/\S+\/\.cache\/release/g, '.cache/release');
    const ran = real.calls.filter(
      (call) => !/^git |^docker buildx version|^(?:helm|cosign) version/.test(call),
    );
    expect(printed.map(shape)).toEqual(ran.map(shape));
    expect(existsSync(join(standIns.folder, '.cache'))).toBe(false);
  });
});
