import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keysName } from '@patchbay/cluster/manifests';
import { ownerSecretNameOf, secretNameOf } from '@patchbay/cluster/secrets';
import { databaseServices, isServiceName, serviceNames } from '@patchbay/platform/services';
import { actions } from '@patchbay/trail/action';
import { describe, expect, it } from 'vitest';
import { cronJobs, isValue, valueRoots } from './chart-names.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const targets = new Set(
  [...readFileSync(join(root, 'Makefile'), 'utf8').matchAll(/^([a-z-]+):/gm)].map(([, target]) => target),
);

/** What the charts and `make secrets` make, or what an operator makes from these. */
const secrets = new Set([
  keysName,
  ...serviceNames.map(secretNameOf),
  ...databaseServices.map(ownerSecretNameOf),
]);

/** Text in backticks, where names of things stand: each in a line of its own, and blocks. */
function codeOf(text: string): { readonly inline: string; readonly all: string } {
  const found = [...text.matchAll(/^ *```.*\n([\s\S]*?)^ *```$|`([^`]+)`/gm)];
  return {
    inline: found.map(([, , inline = '']) => inline).join('\n'),
    all: found.map(([, block, inline]) => block ?? inline).join('\n'),
  };
}

/** What git leaves alone, because a program writes it. */
const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');

/** Each thing that the pattern's first group finds and that is not there. */
const missingOf = (code: string, pattern: RegExp, exists: (name: string) => boolean): string[] =>
  [...code.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !exists(name));

/** A path of the repository; compiled programs by their source, `<service>` and `$service` for any of them. */
const isFile = (path: string): boolean =>
  ignored.some((line) => matchesGlob(path, line)) ||
  globSync(
    path
      .replace(/<\w+>|\$\w+/g, '*')
      .replace(/\/dist\/(.*)\.js$/, '/src/$1.ts')
      .replace(/\/$/, ''),
    { cwd: root },
  ).length > 0;

/** Values in `--set a.b=1,c.d=2`. */
const setPaths = (code: string): string[] =>
  [...code.matchAll(/--set (\S+)/g)].flatMap(([, list = '']) =>
    list.split(',').map((pair) => pair.split('=')[0] ?? ''),
  );

const pages = globSync(['README.md', 'docs/*.md'], { cwd: root });

describe.each(pages)('%s', (page) => {
  const { inline, all: code } = codeOf(readFileSync(join(root, page), 'utf8'));

  it(`${page} names targets of make that exist`, () => {
    expect(missingOf(code, /\bmake(?: --silent)? ([a-z][a-z-]*)/g, (target) => targets.has(target))).toEqual(
      [],
    );
  });

  it(`${page} names values that charts have`, () => {
    // Neither names of files nor hosts, columns of tables, actions of the trail and the type of a test of a webhook.
    const path = /^((?:[A-Za-z]+\.)+(?!(?:example|json|ts|yaml)$)(?:[A-Za-z]+|[A-Z_]+))(?::.*)?$/gm;
    const isOther = (name: string) =>
      !valueRoots.has(name.split('.')[0] ?? '') || name in actions || name === 'webhook.test';
    const unknown = missingOf(inline, path, (name) => isOther(name) || isValue(name));
    expect([...unknown, ...setPaths(code).filter((value) => !isValue(value))]).toEqual([]);
  });

  it(`${page} names files that exist`, () => {
    const path =
      /(?:^|[\s=])((?:bench|charts|clients|deploy|docs|libs|proto|services|tests)\/[^\s`'":,;…)]+)/g;
    expect(missingOf(code, path, isFile)).toEqual([]);
  });

  it(`${page} names Deployments, CronJobs, Jobs, Secrets and programs that exist`, () => {
    expect(missingOf(code, /\bdeployment\/([\w-]+)/g, isServiceName)).toEqual([]);
    expect(missingOf(code, /\bcronjob\/([\w-]+)/g, (name) => cronJobs.includes(name))).toEqual([]);
    expect(
      missingOf(code, /\bjob\/(\w+)-migration/g, (name) =>
        databaseServices.some((service) => service === name),
      ),
    ).toEqual([]);
    expect(
      missingOf(code, /\b(?:secret|configmap) (patchbay-[\w-]+)(?![\w$-])/g, (name) => secrets.has(name)),
    ).toEqual([]);
    expect(
      missingOf(code, /(?:^|[\s:])dist\/(main-[a-z-]+)\.js/g, (program) =>
        serviceNames.some((service) => existsSync(join(root, `services/${service}/src/${program}.ts`))),
      ),
    ).toEqual([]);
  });
});
