import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Sources that take a time from elsewhere than from a `Clock` that they are handed, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'clients/cli/src/output/cell.ts': 'the default of a parameter: how long ago a thing was, for people',
  'clients/cli/src/settings/folder.ts': 'the file system writes when a lock was made, which is compared',
  'libs/runtime/src/clock.ts': 'it is the clock of the machine',
  'libs/runtime/src/exit.ts': 'it ends a process that hangs, whatever else the process waits for',
  'libs/database/src/migrate/migrate.ts': 'Postgres writes when a migration ran; nothing compares it',
  'libs/database/src/provision/provision.ts': 'a command that waits for locks of Postgres',
  'libs/database/src/transaction.ts':
    'it bounds the time of Postgres: a clock that is moved must not roll back what is running',
  'libs/events/src/envelope.ts': 'the default of a parameter: the outbox gives the moment',
  'libs/events/src/kafka/patches/request-queue.ts':
    'it replaces functions of kafkajs, which measures by itself',
  'libs/events/src/outbox.ts': 'events about a person have the time of Postgres, which two services compare',
  'libs/http/src/http-server.ts': 'Node tells nobody when a connection becomes idle: they are looked for',
  'libs/outgoing/src/answer.ts': 'the default of a parameter, for dates in answers of other hosts',
  'libs/rpc/src/server/server.ts': 'Node tells nobody when a connection becomes idle: they are looked for',
  'libs/telemetry/src/logger.ts': 'it writes the lines that it has collected, which no decision waits for',
  'services/audit/src/commands/retain.ts':
    'what it removes does not come back: the time of Postgres decides, not that of one host',
  'services/gateway/src/edge/overload.ts': 'it measures how late the machine runs timers',
  'services/organization/src/rpc/access/access.ts':
    'it waits for the clock of Postgres, which moves by itself',
  'services/organization/src/store/membership-periods.ts':
    'periods of memberships have the time of Postgres, which two services compare',
  'services/organization/src/store/person-organizations.ts':
    'periods of memberships have the time of Postgres, which two services compare',
};

const patterns: readonly RegExp[] = [
  /\bDate\.now\b/,
  /\bnew Date\(\)/,
  /(?<![.\w])set(Timeout|Interval)\b/,
  /\bAbortSignal\.timeout\b/,
  /['"](node:)?timers\/promises['"]/,
  /\btimestampNow\b/,
  // Handed on as a whole, or as the default of a parameter, it is no exception.
  /\bsystemClock\./,
];
const sqlPatterns: readonly RegExp[] = [
  /(?<![\w.])now\(\)/i,
  /\b(clock|statement|transaction)_timestamp\(\)/i,
  /\bcurrent_(date|time|timestamp)\b/i,
  /\blocaltime(stamp)?\b/i,
];

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
/** The texts of templates, without the code in them. */
const templatesIn = (code: string): string =>
  (code.match(/`[^`]*`/g) ?? []).join('\n').replaceAll(/\$\{[^}]*\}/g, '');

/** What a source takes a time from, where that is no clock. */
function findingsIn(code: string): string[] {
  const bare = withoutComments(code);
  const texts = templatesIn(bare);
  return [
    ...patterns.flatMap((pattern) => pattern.exec(bare)?.[0] ?? []),
    ...sqlPatterns.flatMap((pattern) => pattern.exec(texts)?.[0] ?? []),
  ];
}

const excluded =
  /\.(test|fixture|type-checks|d)\.ts$|\/generated\/|^clients\/typescript\/|^libs\/testing\/|^services\/gateway\/src\/testing\//;

const findings = new Map(
  globSync(['clients/*/src/**/*.ts', 'libs/*/src/**/*.ts', 'services/*/src/**/*.ts'], { cwd: root })
    .filter((file) => !excluded.test(file))
    .map((file) => [file, findingsIn(readFileSync(join(root, file), 'utf8'))] as const)
    .filter(([, found]) => found.length > 0),
);

describe('time', () => {
  it('sources take every time from a clock that they are handed, but for the exceptions', () => {
    const others = [...findings].filter(([file]) => !(file in exceptions));
    expect(Object.fromEntries(others)).toEqual({});
  });

  it('every exception is needed', () => {
    expect(Object.keys(exceptions).filter((file) => !findings.has(file))).toEqual([]);
  });

  it.each([
    ['const at = Date.now();', 'Date.now'],
    ['const at = new Date();', 'new Date()'],
    ['setTimeout(work, 5);', 'setTimeout'],
    ['const timer = setInterval(work, 5);', 'setInterval'],
    ['const signal = AbortSignal.timeout(5);', 'AbortSignal.timeout'],
    ["import { setTimeout as sleep } from 'node:timers/promises';", 'setTimeout', "'node:timers/promises'"],
    ['const at = timestampNow();', 'timestampNow'],
    ['await systemClock.sleep(5);', 'systemClock.'],
    ['const text = `select from links where expires_at > now()`;', 'now()'],
    ['const text = `select clock_timestamp()`;', 'clock_timestamp()'],
    ['const text = `select current_timestamp`;', 'current_timestamp'],
  ])('%s is found', (code, ...found) => {
    expect(findingsIn(code)).toEqual(found);
  });

  it.each([
    'const at = new Date(row.at);',
    'response.setTimeout(5);',
    'const moment = tx.now();',
    'const moments = [now()];',
    'function wait({ clock = systemClock }: Options) {}',
    '// Not Date.now(): it goes back.',
    'const url = `https://api.example/${id}`;',
    'const line = `until ${localTime(end)}`;',
  ])('%s is no exception', (code) => {
    expect(findingsIn(code)).toEqual([]);
  });
});
