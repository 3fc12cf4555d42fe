import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Chart {
  readonly name: string;
  readonly kubeVersion: string;
  readonly dependencies?: readonly { readonly name: string }[];
}
const chartOf = (name: string): Chart =>
  parse(readFileSync(join(root, `charts/${name}/Chart.yaml`), 'utf8')) as Chart;

it.each([...serviceNames, 'platform'])(
  'charts/%s accepts the versions of Kubernetes that charts/common accepts',
  (name) => {
    const { kubeVersion } = chartOf('common');
    expect(chartOf(name)).toMatchObject({ name, kubeVersion });
  },
);

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
