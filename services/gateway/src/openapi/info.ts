import { defaultLimits } from '@patchbay/limits/rate-limits';
import { guidesFor } from './guides.ts';
import type { Json } from './schemas.ts';

/** Version of the API contract, not of the software that serves it. */
export const apiVersion = '0.1.0';

const unit = (seconds: number): string =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;

/** Every limit with its default, as a table in Markdown. */
const limitsTable = [
  '| Limit | Counts | Default |',
  '|---|---|---|',
  ...Object.entries(defaultLimits).map(
    ([name, { limit, windowSeconds, counts }]) =>
      `| \`${name}\` | ${counts} | ${limit} in ${unit(windowSeconds)} |`,
  ),
].join('\n');

/** What Patchbay is, in a sentence. */
export const summary =
  'Organizations, workspaces, API keys, an audit trail, and integrations that connect a workspace to an advertising system.';

const details = `## Requests and answers

Bodies are JSON in UTF-8. Unknown fields and parameters are refused; answers may get new fields, so clients ignore those that they
do not know. Timestamps are ISO 8601 in UTC with milliseconds, ids are UUIDs. Text that people type is trimmed; its length counts
in Unicode code points. A field that may be null is always present; an optional one is left out where there is no value.
Collections come whole, oldest first, except the providers, which have an order of their own; the audit trail comes in pages,
newest first. \`HEAD\` answers as \`GET\` without a body.

## Rate limits

Answers carry \`RateLimit-Policy\` and \`RateLimit\` with the limits that counted the request; beyond a limit it is a 429 with
\`Retry-After\`. These are the defaults, which an installation may change. \`requestPerCaller\` and \`failedCredentialPerAddress\`
hold for every operation that takes a credential; the others are named by the operations that they hold for.

${limitsTable}

## Versions

Business operations are under \`/v1\`. Until version 1.0 breaking changes are made in place; from then on they become \`/v2\`. Operation
ids and the names of schemas are stable.`;

/** With guides whose examples have the address of this installation. */
export const infoFor = (publicUrl: string): Json => ({
  title: 'Patchbay API',
  version: apiVersion,
  description: [summary, ...guidesFor(publicUrl).map(({ text }) => text.trim()), details].join('\n\n'),
});
