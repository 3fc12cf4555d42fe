import { packagedServices } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { digestOf, StandIns, writesMetadata } from './stand-ins.fixture.ts';

const program = 'deploy/images/src/main.ts';
const git = 'echo 4f9d2c1';
const images = { SERVICES: 'gateway', IMAGES: 'registry.example.com/patchbay/', TAG: '7.8.9' };

describe('make images', () => {
  it('each image is built by `docker build` where no platform is named', async () => {
    const { code, calls, output } = await new StandIns({
      docker: 'case $1 in history) echo "5000000 ARG SERVICE" ;; esac',
      git,
    }).run(program, [], { TAG: '7.8.9' });
    expect({ code, output }).toMatchObject({ code: 0 });
    const builds = calls.filter((call) => call.startsWith('docker build '));
    expect(builds).toHaveLength(packagedServices.length);
    expect(builds[0]).toMatch(
      /^docker build \S+\/ --file \S+\/deploy\/images\/Dockerfile --tag patchbay\/organization:7\.8\.9 --build-arg SERVICE=organization --build-arg COMMIT=4f9d2c1 --build-arg BUILT_AT=\S+$/,
    );
    expect(calls.filter((call) => /docker (?:buildx|push)/.test(call))).toEqual([]);
    expect(output).toContain('patchbay/gateway:7.8.9: 5.0 MB on its base');
  });

  it('PUSH=true pushes what `docker build` built', async () => {
    const { code, calls } = await new StandIns({ docker: 'echo "1 ARG SERVICE"', git }).run(program, [], {
      ...images,
      PUSH: 'true',
    });
    expect(code).toBe(0);
    expect(calls.at(-1)).toBe('docker push registry.example.com/patchbay/gateway:7.8.9');
  });

  it('PLATFORMS lets buildx build for all of them at once and push them', async () => {
    const { code, calls, output } = await new StandIns({ docker: writesMetadata, git }).run(program, [], {
      ...images,
      PLATFORMS: 'linux/amd64,linux/arm64',
      PUSH: 'true',
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    const [build = '', ...others] = calls.filter((call) => call.startsWith('docker buildx build '));
    expect(build).toContain(
      ' --tag registry.example.com/patchbay/gateway:7.8.9 --build-arg SERVICE=gateway ',
    );
    expect(build).toContain(' --platform linux/amd64,linux/arm64 ');
    expect(build).toContain(' --push ');
    expect(others).toEqual([]);
    expect(output).toContain(`${digestOf('gateway')}, pushed`);
  });

  it('an image for one platform may stay on this machine', async () => {
    const { code, calls } = await new StandIns({ docker: writesMetadata, git }).run(program, [], {
      ...images,
      PLATFORMS: 'linux/arm64',
    });
    expect(code).toBe(0);
    expect(
      calls.filter((call) => call.includes(' --platform linux/arm64 ') && call.includes(' --load ')),
    ).toHaveLength(1);
  });

  it.each([
    ['without docker', {}, {}, '`docker` is not on the PATH'],
    ['without an engine', { docker: 'exit 1' }, {}, '`docker version` fails'],
    [
      'without buildx',
      { docker: 'test "$1" != buildx' },
      { PLATFORMS: 'linux/amd64' },
      'PLATFORMS needs `docker buildx`',
    ],
    [
      'for several platforms without PUSH',
      { docker: '' },
      { PLATFORMS: 'linux/amd64,linux/arm64' },
      'add PUSH=true',
    ],
    ['of an unknown service', { docker: '' }, { SERVICES: 'gateway relay' }, 'SERVICES names relay'],
    [
      'that fails',
      { docker: 'case $1 in build) echo "no space left"; exit 1 ;; esac', git },
      {},
      'no space left',
    ],
  ])('a build %s is refused with its reason, and builds nothing more', async (_, scripts, env, reason) => {
    const { code, calls, output } = await new StandIns(scripts).run(program, [], env);
    expect(code).toBe(1);
    expect(output).toContain(reason);
    expect(calls.filter((call) => /docker (?:buildx )?build /.test(call)).length).toBeLessThan(2);
  });
});
