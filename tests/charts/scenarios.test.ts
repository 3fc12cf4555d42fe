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

describe.each(scenarios)('charts/%s with ci/%s-values.yaml', (chart, scenario) => {
  const rendered = template(chart, scenario);
  const resources = rendered.then(({ stdout }) => resourcesIn(stdout));

  it.each(kubernetesVersions)('Kubernetes %s accepts every resource of the chart', async (version) => {
    expect((await rendered).stderr.replaceAll(/^.*found symbolic link in path.*\n/gm, '')).toBe('');
    expect((await resources).flatMap((resource) => problemsOf(version, resource))).toEqual([]);
  });

  it('the chart has no two resources of the same kind and name', async () => {
    const names = (await resources).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('every pod of the chart meets the `restricted` level and mounts no token', async () => {
    const pods = (await resources).flatMap(podsOf);
    expect(pods.length).toBeGreaterThan(0);
    expect(pods.flatMap(restrictedProblems)).toEqual([]);
    expect(pods.filter(({ spec }) => spec.automountServiceAccountToken !== false)).toEqual([]);
  });
});

// What a chart renders with its other values is held above.
it.each([...serviceNames.map((name) => [name, 'everything'] as const), ['platform', 'observed'] as const])(
  'charts/%s passes `helm lint --strict` with ci/%s-values.yaml',
  async (chart, scenario) => {
    const values = `--values=${scenarioFile(chart, scenario)}`;
    const { ok, stdout, stderr } = await runHelm('lint', '--strict', kubeVersion, `charts/${chart}`, values);
    expect(ok, `${stdout}${stderr}`).toBe(true);
  },
);

// One service with a database and one without; the tests above and resources.test.ts hold for all.
describe.each(['audit', 'gateway'])('charts/%s', (chart) => {
  it.each(['minimal', 'production'])(
    'the chart renders ci/%s-values.yaml exactly as its snapshot says',
    async (scenario) => {
      const { stdout } = await template(chart, scenario);
      await expect(stdout).toMatchFileSnapshot(`snapshots/${chart}-${scenario}.yaml`);
    },
  );
});
