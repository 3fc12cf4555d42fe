import type { Checked } from '../verify/evidence.ts';

/** Findings of one check that are printed; the file has all of them. */
const printed = 5;

/** One line per check, and below it the first findings with the ids of their requests. */
export const verdictText = (checks: readonly Checked[], limit = printed): string =>
  checks
    .flatMap(({ line, findings }) => [
      `${findings.length === 0 ? 'ok   ' : 'WRONG'} ${line}`,
      ...findings.slice(0, limit).map(({ text, requestIds }) => `        ${text} [${requestIds.join(' ')}]`),
      ...(findings.length > limit ? [`        and ${findings.length - limit} more`] : []),
    ])
    .join('\n');
