import { defaultLimits } from '@patchbay/limits/rate-limits';

const unit = (seconds: number): string =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;

/** Every limit with its default, as a table in Markdown. */
export const limitsTable = [
  '| Limit | Counts | Default |',
  '|---|---|---|',
  ...Object.entries(defaultLimits).map(
    ([name, { limit, windowSeconds, counts }]) =>
      `| \`${name}\` | ${counts} | ${limit} in ${unit(windowSeconds)} |`,
  ),
].join('\n');
