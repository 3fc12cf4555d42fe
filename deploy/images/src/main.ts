/**
 * `make images`: builds the image of each service, or of those that SERVICES names, with the Docker Engine of this machine. BASE is
 * the image below, IMAGES the beginning of the names (`patchbay/`), TAG their tag (`dev`). PUSH=true also pushes them. With PLATFORMS
 * (`linux/amd64,linux/arm64`) BuildKit builds them for these, by `docker buildx`.
 */
import { isServiceName, packagedServices, type ServiceName } from '@patchbay/platform/services';
import { findProgram, run, succeeds } from '@patchbay/servers/commands';
import { buildImage, type ImageOptions } from './build-image.ts';
import { publishImage } from './publish-image.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

function chosenServices(list: string | undefined): readonly ServiceName[] {
  if (!list) return packagedServices;
  const names = list.split(/[\s,]+/).filter((name) => name !== '');
  const known = names.filter(isServiceName).filter((name) => packagedServices.includes(name));
  const unknown = names.filter((name) => !known.some((each) => each === name));
  if (unknown.length > 0)
    refuse(`SERVICES names ${unknown.join(', ')}: it takes ${packagedServices.join(', ')}`);
  return known;
}

if ((await findProgram('docker')) === undefined)
  refuse('`docker` is not on the PATH: install Docker Engine, or another program that takes its commands');
if (!(await succeeds('docker', ['version'])))
  refuse('`docker version` fails: start the Docker Engine, or let DOCKER_HOST name one');

const platforms = (process.env['PLATFORMS'] ?? '').split(/[\s,]+/).filter((name) => name !== '');
const push = process.env['PUSH'] === 'true';
if (platforms.length > 0 && !(await succeeds('docker', ['buildx', 'version'])))
  refuse(
    'PLATFORMS needs `docker buildx`: install it (https://docs.docker.com/build/buildx), or leave PLATFORMS out',
  );
if (platforms.length > 1 && !push)
  refuse('an image for several platforms goes to a registry: add PUSH=true, or name one platform');

const services = chosenServices(process.env['SERVICES']);
const prefix = process.env['IMAGES'] || 'patchbay/';
const tag = process.env['TAG'] || 'dev';
const base = process.env['BASE'] || undefined;
const commit = await run('git', ['rev-parse', 'HEAD']).then(
  (output) => output.trim(),
  () => undefined,
);
const builtAt = new Date().toISOString();

say(
  `building ${services.length} images; packages and generated code are shared by all, so the first one takes longest`,
);

/** Builds one image, and tells what came of it. */
async function build(options: ImageOptions): Promise<string> {
  if (platforms.length > 0) return publishImage({ ...options, platforms, push });
  const { reference, addedBytes } = await buildImage(options);
  if (push) await run('docker', ['push', reference]);
  return `${(addedBytes / 1e6).toFixed(1)} MB on its base`;
}

for (const [index, service] of services.entries()) {
  const begun = performance.now();
  const name = `${prefix}${service}`;
  say(`[${index + 1}/${services.length}] ${name}:${tag}`);
  try {
    const result = await build({ service, name, tag, base, commit, builtAt });
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    say(`      ${name}:${tag}: ${result}${push ? ', pushed' : ''}, ${seconds} s`);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}
