import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysName } from '@patchbay/cluster/manifests';
import { isServiceName, serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { kubernetesVersions, problemsOf } from './kubernetes.ts';
import { resourcesIn, root, template } from './render.ts';
import type { Resource } from './resource.ts';

interface Application {
  readonly sources: readonly {
    readonly repoURL: string;
    readonly chart?: string;
    readonly helm?: { readonly valuesObject?: object };
  }[];
}
interface HelmRelease {
  readonly chartRef: { readonly kind: string; readonly name: string };
  readonly dependsOn?: readonly { readonly name: string }[];
  readonly valuesFrom: readonly { readonly name: string }[];
  readonly values?: object;
}
interface OciRepository {
  readonly url: string;
}

interface Specs {
  readonly Application: Application;
  readonly HelmRelease: HelmRelease;
  readonly OCIRepository: OciRepository;
}

const page = readFileSync(join(root, 'docs/gitops.md'), 'utf8');
const manifests = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].flatMap(([, yaml = '']) =>
  resourcesIn(yaml),
);
const of = <K extends keyof Specs>(kind: K): readonly (Specs[K] & { readonly name: string })[] =>
  manifests
    .filter((resource) => resource.kind === kind)
    .map(({ metadata, spec }) => ({ ...(spec as Specs[K]), name: metadata.name }));

const applications = of('Application');
const releases = of('HelmRelease');
const repositories = of('OCIRepository');

/** The chart that a release installs: that of its OCIRepository, or, where the page leaves it out, that of its own name. */
const chartOf = ({ name, chartRef }: HelmRelease & { readonly name: string }): string =>
  repositories
    .find((repository) => repository.name === chartRef.name)
    ?.url.split('/')
    .at(-1) ?? name;

const installed: readonly (readonly [string, object])[] = [
  ...applications.flatMap(({ sources }) =>
    sources.flatMap(({ chart, helm }) =>
      chart === undefined ? [] : [[chart, helm?.valuesObject ?? {}] as const],
    ),
  ),
  ...releases.map((release) => [chartOf(release), release.values ?? {}] as const),
];

describe('docs/gitops.md', () => {
  it.each(
    manifests.map((resource): [string, Resource] => [`${resource.kind} ${resource.metadata.name}`, resource]),
  )('the schema of its controller accepts %s', (_, resource) => {
    const [version = ''] = kubernetesVersions;
    expect(problemsOf(version, resource)).toEqual([]);
  });

  it('the page installs the platform with both controllers, and a service of its own', () => {
    expect(installed.map(([chart]) => chart)).toEqual(['platform', 'platform', 'relay']);
    for (const [chart] of installed) expect(existsSync(join(root, `charts/${chart}/Chart.yaml`))).toBe(true);
  });

  it.each(installed)('charts/%s takes the values that the page sets', async (chart, values) => {
    const { ok, stderr } = await template(chart, 'minimal', values);
    expect({ ok, stderr: ok ? '' : stderr }).toEqual({ ok: true, stderr: '' });
  });

  it('the page gives Reloader to every service that reads Secrets', () => {
    const [values] = applications.flatMap(({ sources }) =>
      sources.flatMap(({ helm }) => helm?.valuesObject ?? []),
    );
    expect(Object.keys(values ?? {})).toEqual(serviceNames.filter((name) => name !== 'portal'));
  });

  it('releases of Flux take the public keys that `make secrets` made, and wait for the services that they call', () => {
    expect(releases).not.toEqual([]);
    for (const release of releases) {
      expect(release.valuesFrom.map(({ name }) => name)).toContain(keysName);
      if (!isServiceName(release.name)) continue;
      const row = new RegExp(`^\\| ${release.name} \\| \\d+ \\| (.*) \\|$`, 'm').exec(page)?.[1];
      expect(release.dependsOn?.map(({ name }) => name).join(', ')).toBe(row);
    }
  });
});
