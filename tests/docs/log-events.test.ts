import { globSync, readFileSync } from 'node:fs';
import { refusalReasons } from '@patchbay/errors/refusal';
import { expect, it } from 'vitest';
import { type LogEvent, levels, logEventsIn } from './logger-calls.ts';
import { table } from './table.ts';

const root = new URL('../..', import.meta.url).pathname;
const page = `${root}docs/log-events.md`;

/** The sources of each package that runs in a service, by the folder of the package. */
function sourcesByPackage(): Map<string, string[]> {
  const files = globSync('{libs,services,deploy}/*/src/**/*.ts', {
    cwd: root,
    exclude: [
      '**/*.test.ts',
      '**/*.fixture.ts',
      'libs/testing/**',
      'services/*/src/testing/**',
      'services/*/src/prisma/generated/**',
    ],
  }).toSorted();
  const sources = new Map<string, string[]>();
  for (const file of files) {
    const folder = file.split('/', 2).join('/');
    sources.set(folder, [...(sources.get(folder) ?? []), readFileSync(root + file, 'utf8')]);
  }
  return sources;
}

/** One event for each level and message of a package, with the fields of all calls. */
function merged(events: readonly LogEvent[]): LogEvent[] {
  const byName = new Map<string, LogEvent>();
  for (const event of events) {
    const name = `${event.level} ${event.message}`;
    const fields = [...(byName.get(name)?.fields ?? []), ...event.fields];
    byName.set(name, { ...event, fields: [...new Set(fields)] });
  }
  return [...byName.values()].toSorted(
    (a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || a.message.localeCompare(b.message),
  );
}

/** The last column of the page as it is, which is written by hand, by the first three cells of the row. */
function explanations(): Map<string, string> {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  return new Map(rows.map((cells) => [cells.slice(0, 3).join(' | '), cells.at(-1) ?? '']));
}

it('docs/log-events.md has every event that is logged, and says what each means', async () => {
  const explained = explanations();
  const missing: string[] = [];
  const rows = [...sourcesByPackage()].flatMap(([folder, sources]) =>
    merged(logEventsIn(sources)).map(({ level, message, fields }) => {
      const cells = [`\`${folder}\``, level, message];
      const explanation = explained.get(cells.join(' | ')) ?? '';
      if (explanation === '') missing.push(`${folder} ${level}: ${message}`);
      return [
        ...cells,
        fields.map((field) => (field === '…' ? field : `\`${field}\``)).join(', '),
        explanation,
      ];
    }),
  );
  const reasons = Object.entries(refusalReasons).map(([reason, { refusal, meaning }]) => [
    `\`${refusal}\``,
    `\`${reason}\``,
    meaning,
  ]);
  const text = `# Log events

Each process writes JSON lines to standard output: \`level\`, \`time\`, \`service\`, \`trace_id\` and \`span_id\` (inside of a trace, by the names
of OpenTelemetry), the fields of the event and \`msg\`. A message is a constant: search and alert by it. \`LOG_LEVEL\` is \`info\` by default.

No line holds a credential, a token, a name or an email address, the path or the query of a request, or a header of it: user
agent and referer are text of any length that an attacker chooses. The values of fields that are named like secrets are
replaced by \`[redacted]\`, at any level (\`libs/telemetry/src/redact.ts\`). Of an error (\`err\`) the type, message, stack and a few
properties are written, without the passwords of URLs, the queries of links, bearers and API keys.

## Requests

The gateway and the Portal write one line for each request when its answer has ended, at \`info\`: \`request answered\`, the gateway
\`request refused\` where the caller was refused. A request that fails with a 5xx has a line \`request failed\` with the error before it.

| Field | Meaning |
| --- | --- |
| \`requestId\` | \`x-request-id\` of the answer; in the audit trail, the lines of services and the spans too |
| \`method\`, \`route\` | the route as it is declared, \`/v1/organizations/{orgSlug}\`, of a page \`/connect/:token\`; \`none\` for an unknown path |
| \`operation\` | the id of the operation; \`docs\` for the pages of \`/docs\`, \`open…\` for pages of the Portal and \`getFile\` for their files, \`none\` where there is none |
| \`status\` | of the answer; 499 where the client disconnected before its end |
| \`durationMs\` | from the headers of the request to the end of its answer |
| \`bytes\` | of the body of the answer; left out for streams |
| \`clientAddress\` | behind proxies the address that the outermost trusted one saw (\`TRUSTED_PROXIES\`) |
| \`caller\` | \`anonymous\`, \`session\` or \`api_key\`, after the credential was verified |
| \`userId\`, \`keyId\`, \`keyPrefix\`, \`keyLevel\` | of the caller; \`keyPrefix\` also of an API key that was refused |
| \`organizationId\` | of an API key, or of the organization in which access was resolved by the gateway |
| \`failure\` | the code of a failure, as in \`libs/errors/src/failure.ts\` |
| \`refusal\`, \`reason\` | of \`request refused\`, see below |

\`patchbay_requests_refused\` counts refusals by \`operation\`, \`refusal\` and \`reason\`. Where \`refusal\` is \`limit\`, the reason is
the name of the limit that was reached, or \`other\` for one that a service counts. The other reasons are never told to the client:

${table(['Refusal', 'Reason', 'Meaning'], reasons)}

## Every event

From the sources of the packages; only the last column is written by hand. \`npm test -- --project docs -u\` writes the rest anew.

${table(['Package', 'Level', 'Message', 'Fields', 'When, and what to do'], rows)}
`;
  await expect(text).toMatchFileSnapshot(page);
  expect(missing).toEqual([]);
}, 30_000);
