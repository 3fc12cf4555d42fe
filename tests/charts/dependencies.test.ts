import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Chart {
  readonly name: string;
  readonly version: string;
  readonly appVersion?: string;
  readonly kubeVersion: string;
  readonly dependencies?: readonly { readonly name: string; readonly version: string }[];
}
const chartOf = (name: string): Chart =>
  parse(readFileSync(join(root, `charts/${name}/Chart.yaml`), 'utf8')) as Chart;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

it.each(['common', ...serviceNames, 'platform'])('charts/%s has the version of the repository', (name) => {
  const { kubeVersion } = chartOf('common');
  const { appVersion = version, dependencies = [], ...chart } = chartOf(name);
  expect(chart).toMatchObject({ name, version, kubeVersion });
  expect(appVersion).toBe(version);
  expect(dependencies.filter((dependency) => dependency.version !== version)).toEqual([]);
});

it('the platform chart depends on the chart of every service', () => {
  expect(chartOf('platform').dependencies?.map(({ name }) => name)).toEqual(serviceNames);
});

it.each(serviceNames)('Helm finds the charts that charts/%s needs in a checkout', (service) => {
  expect(chartOf(service).dependencies).toMatchObject([{ name: 'common' }]);
  expect(readlinkSync(join(root, `charts/${service}/charts/common`))).toBe('../../common');
  expect(readlinkSync(join(root, `charts/platform/charts/${service}`))).toBe(`../../${service}`);
});

it.each(['recordings.yaml', 'alerts.yaml', 'dashboards'])(
  'the platform chart links to %s of deploy/observability',
  (name) => {
    expect(readlinkSync(join(root, `charts/platform/files/${name}`))).toBe(
      `../../../deploy/observability/${name}`,
    );
  },
);
