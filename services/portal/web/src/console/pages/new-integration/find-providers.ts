import type { Schemas } from '../../../api/answer.ts';
import { matches } from '../../data/matches.ts';

type Provider = Schemas['Provider'];

const order = ['wg', 'dsp', 'ssp', 'other'] as const;

type Category = (typeof order)[number];

/** The texts of each category, which a search matches too. */
type CategoryWords = Readonly<Record<Category, Readonly<Record<'name' | 'note', string>>>>;

interface Found {
  readonly category: Category;
  readonly providers: readonly Provider[];
}

/** The providers whose name or category has every word of the search, by category; categories without one are left out. */
export function findProviders(
  providers: readonly Provider[],
  search: string,
  categories: CategoryWords,
): readonly Found[] {
  return order
    .map((category) => ({
      category,
      providers: providers
        .filter((provider) => (provider.category ?? 'other') === category)
        .filter(({ provider, name }) => {
          const { name: kind, note } = categories[category];
          return matches(search, name, provider, kind, note);
        })
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    }))
    .filter((found) => found.providers.length > 0);
}
