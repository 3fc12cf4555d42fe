import { digestValues } from '@patchbay/images/release/digest-values';
import { packagedServices, programOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { render } from './render.ts';
import { podsOf } from './resource.ts';

const digests = new Map(packagedServices.map((name, index) => [name, `sha256:${String(index).repeat(64)}`]));
const files = digestValues({ version: '7.8.9', images: 'registry.example.com:5000/team/patchbay-' }, digests);
const imageOf = (service: ServiceName): string => {
  const image = programOf(service).folder;
  return `registry.example.com:5000/team/patchbay-${image}@${digests.get(image)}`;
};

const imagesIn = async (chart: string, scenario: string): Promise<Set<string>> => {
  const { all } = await render(chart, scenario, parse(files.get(chart) ?? '') as object);
  return new Set(all.flatMap(podsOf).flatMap(({ spec }) => spec.containers.map(({ image }) => image)));
};

it('the values of a release give every pod of the platform its image by digest', async () => {
  expect(await imagesIn('platform', 'minimal')).toEqual(new Set(serviceNames.map(imageOf)));
});

it.each(serviceNames)('the values of a release give the chart of %s its image by digest', async (service) => {
  expect(await imagesIn(service, 'minimal')).toEqual(new Set([imageOf(service)]));
});
