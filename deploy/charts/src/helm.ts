import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, run, succeeds } from '@patchbay/servers/commands';

const helmVersion = '3.22.0';
const oldest = [3, 14] as const;

/** Outside of the repository, so that other clones use it and `make clean` keeps it. */
const programFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'patchbay', 'bin');

/** `v3.22.0+g1234567`, or `v3.22` of a build by `go install`. */
const isRecent = (version: string): boolean => {
  const [, major = '0', minor = '0'] = /v(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
};

const worksAs = async (path: string): Promise<boolean> =>
  isRecent(await run(path, ['version', '--short']).catch(() => ''));

/** Builds in a folder of its own and then renames the program, so that an interrupted build is never used. */
async function build(go: string, log: (line: string) => void): Promise<string> {
  log(`building Helm ${helmVersion} with Go, which takes about three minutes the first time`);
  const folder = programFolder();
  const partial = join(folder, `partial-${process.pid}`);
  await mkdir(partial, { recursive: true });
  try {
    await run(go, ['install', `helm.sh/helm/v3/cmd/helm@v${helmVersion}`], {
      env: { GOBIN: partial, CGO_ENABLED: '0' },
    });
    await rename(join(partial, 'helm'), join(folder, 'helm'));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return join(folder, 'helm');
}

/** The path of Helm: from the PATH, from an earlier build, or built now. */
export async function findHelm(log: (line: string) => void = () => {}): Promise<string> {
  const installed = await findProgram('helm');
  if (installed !== undefined && (await worksAs(installed))) return installed;
  const built = join(programFolder(), 'helm');
  if (await worksAs(built)) return built;
  const go = await findProgram('go');
  if (go !== undefined && (await succeeds(go, ['version']))) return build(go, log);
  throw new Error(
    `Helm ${oldest.join('.')} or newer was not found. Install it (https://helm.sh/docs/intro/install), or install Go, and Helm is built from source`,
  );
}
