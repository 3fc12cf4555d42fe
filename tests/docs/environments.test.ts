import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { environmentNames, environmentsFolder, mergeValues, platformValuesOf } from '../environments.ts';

const head = (environment: string): string =>
  `# The values of charts/platform in this environment, made from common.yaml and the files of the services.
# Change it there: \`npm test -- --project docs -u\` writes this file anew.
# ${environment}: helm upgrade --install patchbay charts/platform --values deploy/environments/${environment}/platform.yaml …
`;

it('values are merged as Helm does', () => {
  expect(mergeValues({ a: { b: 1, c: [1, 2] }, d: 1 }, { a: { c: [3], e: 2 }, d: { f: 1 } })).toEqual({
    a: { b: 1, c: [3], e: 2 },
    d: { f: 1 },
  });
});

it('deploy/environments has three environments', () => {
  expect(environmentNames).toEqual(['local', 'production', 'staging']);
});

it.each(environmentNames)(
  'deploy/environments has the values of the platform in %s from those of its services',
  async (name) => {
    const values = stringify(platformValuesOf(name), { aliasDuplicateObjects: false, lineWidth: 120 });
    await expect(`${head(name)}${values}`).toMatchFileSnapshot(
      join(environmentsFolder, name, 'platform.yaml'),
    );
  },
);
