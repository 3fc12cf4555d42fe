import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { kubernetesVersions, problemsOf } from './kubernetes.ts';
import { restrictedProblems } from './pod-security.ts';
import { kubeVersion, resourcesIn, root, runHelm, scenarioFile, template } from './render.ts';
import { podsOf } from './resource.ts';

const ending = '-values.yaml';
const charts = [...serviceNames, 'platform'];
const scenarios = charts.flatMap((chart) =>
  readdirSync(join(root, 'charts', chart, 'ci')).map(
    (file) => [chart, file.slice(0, -ending.length)] as const,
  ),
);

describe.each(scenarios)('charts/%s with the values of %s', (chart, scenario) => {
  const rendered = template(chart, scenario);
  const resources = async () => resourcesIn((await rendered).stdout);

  it('passes `helm lint --strict`', async () => {
    const { ok, stdout, stderr } = await runHelm(
      'lint',
      '--strict',
      kubeVersion,
      `charts/${chart}`,
      `--values=${scenarioFile(chart, scenario)}`,
    );
    expect(ok, `${stdout}${stderr}`).toBe(true);
  });

  it.each(kubernetesVersions)('makes resources that Kubernetes %s accepts', async (version) => {
    expect((await rendered).stderr.replaceAll(/^.*found symbolic link in path.*\n/gm, '')).toBe('');
    expect((await resources()).flatMap((resource) => problemsOf(version, resource))).toEqual([]);
  });

  it('makes no two resources of one kind and name', async () => {
    const names = (await resources()).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('makes pods of the level `restricted`, without a token', async () => {
    const pods = (await resources()).flatMap(podsOf);
    expect(pods.length).toBeGreaterThan(0);
    expect(pods.flatMap(restrictedProblems)).toEqual([]);
    expect(pods.filter(({ spec }) => spec.automountServiceAccountToken !== false)).toEqual([]);
  });

  // The whole text of a service; of the platform, which is made of theirs, the names.
  it('makes what it made before', async () => {
    const names = (await resources()).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    const text = chart === 'platform' ? `${names.join('\n')}\n` : (await rendered).stdout;
    await expect(text).toMatchFileSnapshot(
      `snapshots/${chart}-${scenario}.${chart === 'platform' ? 'txt' : 'yaml'}`,
    );
  });
});
