import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);

it('README.md tells how many operations the API has', () => {
  const { paths } = JSON.parse(read('services/gateway/openapi.json')) as { paths: Record<string, object> };
  const count = Object.values(paths).flatMap((path) =>
    Object.keys(path).filter((key) => methods.has(key)),
  ).length;
  expect(read('README.md')).toContain(`All ${count} operations of the API`);
});
