import { globSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chartFiles } from '@patchbay/charts/files';
import { serviceNames } from '@patchbay/platform/services';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = chartFiles();

it.each([...files])('%s is what `npm run charts:generate` writes', async (path, text) => {
  await expect(text).toMatchFileSnapshot(join(root, path));
});

it.each(serviceNames)('the chart of %s has no file that is written by hand', (service) => {
  const found = globSync(`charts/${service}/{.*,*,{ci,files,templates}/**}`, {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  expect(found.toSorted()).toEqual(
    [...files.keys()].filter((path) => path.startsWith(`charts/${service}/`)).toSorted(),
  );
});

it.each(serviceNames)('the chart of %s finds those that it depends on from a checkout', (service) => {
  expect(readlinkSync(join(root, `charts/${service}/charts/common`))).toBe('../../common');
  expect(readlinkSync(join(root, `charts/platform/charts/${service}`))).toBe(`../../${service}`);
});

it.each(['recordings.yaml', 'alerts.yaml', 'dashboards'])(
  'the chart of the platform has %s of deploy/observability',
  (name) => {
    expect(readlinkSync(join(root, `charts/platform/files/${name}`))).toBe(
      `../../../deploy/observability/${name}`,
    );
  },
);

it('the charts of the services depend on charts/common in the version that it has', () => {
  const common = parse(readFileSync(join(root, 'charts/common/Chart.yaml'), 'utf8')) as object;
  const { version, kubeVersion, dependencies } = parse(files.get('charts/gateway/Chart.yaml') ?? '') as {
    readonly version: string;
    readonly kubeVersion: string;
    readonly dependencies: readonly object[];
  };
  expect(common).toMatchObject({ name: 'common', version, kubeVersion });
  expect(dependencies).toMatchObject([{ name: 'common', version }]);
});
