import type { Way } from '@patchbay/testing/ad-providers/simulator';
import type { Provider } from './playground.ts';
import type { ProviderToTry } from './start-page.ts';

/** What can be typed into a provider's form, by the labels of its fields: the first way in which each set of fields is filled in. */
export function alternativesOf(
  ways: readonly Way[],
  fields: Provider['connectFields'],
): ProviderToTry['alternatives'] {
  const bySet = new Map<string, Way['fields']>();
  for (const way of ways) {
    const set = Object.keys(way.fields).toSorted().join();
    if (set !== '' && !bySet.has(set)) bySet.set(set, way.fields);
  }
  return [...bySet.values()].map((values) =>
    fields.flatMap(({ name, label }) => (values[name] === undefined ? [] : [{ label, value: values[name] }])),
  );
}
