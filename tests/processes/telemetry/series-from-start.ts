import { byName } from '@patchbay/platform/by-name';
import type { Matcher, Selector } from '../../observability/promql.ts';
import { ofExporter } from './known-metrics.ts';

type Labels = Readonly<Record<string, string>>;
/** All values of a label, by label. */
type Whole = Readonly<Record<string, readonly string[]>>;

const seriesIn = (text: string, name: string): Labels[] =>
  text
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line))
    .map((line) =>
      Object.fromEntries(
        [...line.matchAll(/(\w+)="([^"]*)"/g)]
          .map(([, label = '', value = '']) => [label, value] as const)
          .filter(([label]) => !ofExporter.has(label)),
      ),
    );

function matches(series: Labels, { label, operator, value }: Matcher): boolean {
  const own = series[label] ?? '';
  const isEqual = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(own) : own === value;
  return operator.startsWith('!') ? !isEqual : isEqual;
}

const textOf = ({ name, matchers }: Selector): string =>
  `${name}{${matchers.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join(', ')}}`;

/** The combinations of values that series with the same labels lack. */
function lacking(series: readonly Labels[], whole: Whole): string[] {
  const labels = Object.keys(series[0] ?? {});
  const values = byName(
    labels,
    (label) => new Set([...series.map((one) => one[label] ?? ''), ...(whole[label] ?? [])]),
  );
  const all = labels.reduce<string[][]>(
    (before, label) => before.flatMap((some) => [...(values[label] ?? [])].map((value) => [...some, value])),
    [[]],
  );
  const found = new Set(series.map((one) => labels.map((label) => one[label]).join(' ')));
  return all.map((combination) => combination.join(' ')).filter((combination) => !found.has(combination));
}

/**
 * What processes lack that were scraped right after their start: a selector that no process has a series of, and combinations of the values
 * that labels have in a process. `whole`: labels of which every value must be there.
 */
export const missingFromStart = (
  selectors: readonly Selector[],
  scrapes: Readonly<Record<string, string>>,
  whole: Whole = {},
): string[] =>
  selectors.flatMap((selector) => {
    const byProcess = Object.entries(scrapes).map(([process, text]) => {
      const series = seriesIn(text, selector.name).filter((one) =>
        selector.matchers.every((matcher) => matches(one, matcher)),
      );
      return { process, series };
    });
    if (byProcess.every(({ series }) => series.length === 0)) return [`no process has ${textOf(selector)}`];
    return byProcess.flatMap(({ process, series }) =>
      [...Map.groupBy(series, (one) => Object.keys(one).toSorted().join()).values()]
        .flatMap((group) => lacking(group, whole))
        .map((combination) => `${process} lacks ${selector.name} of ${combination}`),
    );
  });
