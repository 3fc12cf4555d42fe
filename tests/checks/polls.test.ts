import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Tests of `make test`, and helpers of theirs, that ask again and again until something has happened: files, or folders with a slash at the
 * end, by who decides when it happens. What our own code decides is awaited instead: `runDue()` of a worker or of a platform, `idle()` of a
 * consumer, an event, or a clock that the test moves.
 */
const deciders: Readonly<Record<string, readonly string[]>> = {
  'a browser draws the page': [
    'tests/portal/',
    'tests/story/reference-page.test.ts',
    'tests/story/reference-page.ts',
  ],
  'a child process starts, prints, records or ends': [
    'clients/cli/src/terminal/open-browser.test.ts',
    'libs/testing/src/process.ts',
    'services/portal/src/main.test.ts',
    'tests/api.ts',
    'tests/cli/account.test.ts',
    'tests/cli/confirmation.test.ts',
    'tests/cli/process.test.ts',
    'tests/cli/process.ts',
    'tests/embedded.ts',
    'tests/processes/',
  ],
  'Kafka moves groups, offsets, topics and rights': [
    'libs/events/src/kafka/group-member.real.test.ts',
    'libs/events/src/kafka/hostile-messages.real.test.ts',
    'libs/events/src/kafka/lag.real.test.ts',
    'libs/events/src/kafka/read-topic.real.test.ts',
    'libs/events/src/kafka/security.real.test.ts',
    'libs/events/src/kafka/topics.real.test.ts',
    'libs/events/src/kafka/transport.real.test.ts',
    'libs/events/src/transport-contract.fixture.ts',
    'libs/testing/src/kafka.ts',
    'services/audit/src/commands/check-heads.real.test.ts',
    'services/audit/src/consumer/group.real.test.ts',
  ],
  'Postgres grants a lock, ends a connection or a statement, or moves its own time': [
    'libs/database/src/errors.real.test.ts',
    'libs/database/src/locks.real.test.ts',
    'libs/database/src/pool.real.test.ts',
    'libs/database/src/pooler.real.test.ts',
    'libs/database/src/provision/provision.real.test.ts',
    'libs/database/src/scratch-database.fixture.ts',
    'libs/database/src/session.real.test.ts',
    'libs/database/src/turns.real.test.ts',
    'libs/idempotency/src/create-once.real.test.ts',
    'services/audit/src/workers/head-publisher.real.test.ts',
    'services/identity/src/rpc/row-locks.real.test.ts',
    'services/identity/src/rpc/sessions.real.test.ts',
    'services/identity/src/test-bed.fixture.ts',
    'services/integration/src/consumer/tenant-events.real.test.ts',
    'services/integration/src/rpc/verify-integration.real.test.ts',
    'services/organization/src/migrations.real.test.ts',
    'services/organization/src/rpc/access/access.real.test.ts',
    'services/organization/src/rpc/idempotency.real.test.ts',
    'services/organization/src/test-bed.fixture.ts',
  ],
  'Redis moves slots, chooses a primary or answers again': [
    'libs/limits/src/redis-cluster.fixture.ts',
    'libs/limits/src/shared-turns.real.test.ts',
  ],
  'bytes, and the end of a connection, cross a socket': [
    'libs/events/src/kafka/patches/socket-close.test.ts',
    'libs/rpc/src/fixtures/raw-connection.fixture.ts',
    'libs/rpc/src/server/http-connections.test.ts',
    'libs/rpc/src/streams/streams.test.ts',
    'libs/rpc/src/streams/telemetry.test.ts',
    'libs/rpc/src/telemetry.test.ts',
    'services/gateway/src/answer/measured-status.test.ts',
    'services/gateway/src/answer/ndjson.test.ts',
    'services/gateway/src/answer/waiting-answers.test.ts',
    'services/gateway/src/edge/overload.test.ts',
    'services/gateway/src/edge/pipelining.test.ts',
    'services/gateway/src/edge/running-request.test.ts',
    'services/gateway/src/limits/list-turns.test.ts',
    'services/gateway/src/operations/connect/refused-credentials.test.ts',
    'services/gateway/src/operations/uses/relay.test.ts',
    'services/gateway/src/request/body.test.ts',
    'tests/cli/waits.test.ts',
  ],
};

/** `vi.waitFor`, `waitFor` of `@patchbay/testing/wait` and of Playwright, and what wraps them for many files. */
const poll = /\bexpect\s*\.poll\b|\b(?:waitFor|waitUntil|trailWhen)\(/;

/** An assertion about the time that something took. */
const measures = /\bexpect\(\s*(?:performance|Date)\.now\(\)/;

/**
 * Tests of `make test`, and helpers of theirs, that wait for real milliseconds, by why no event ends the wait. None of them fails because
 * the milliseconds were too few: a test that needs something to have happened awaits an event that shows it.
 */
const sleepers: Readonly<Record<string, readonly string[]>> = {
  'they ask a server again, which decides': [
    'libs/database/src/scratch-database.fixture.ts',
    'libs/events/src/transport-contract.fixture.ts',
    'libs/testing/src/wait.ts',
    'services/integration/src/attempts/renewals.fixture.ts',
    'tests/api.ts',
  ],
  'nothing more is taken while buffers of a connection are full, and no event tells that nothing happens': [
    'libs/rpc/src/streams/back-pressure.test.ts',
    'services/gateway/src/answer/ndjson.test.ts',
    'services/gateway/src/operations/uses/relay.test.ts',
    'services/integration/src/relay/steps/send.test.ts',
  ],
  'something that takes longer than its time limit is what they test': [
    'libs/database/src/pool.real.test.ts',
    'libs/database/src/pooler.real.test.ts',
    'libs/runtime/src/run.test.ts',
  ],
  'the delay itself is what they test, or make': [
    'libs/runtime/src/clock.test.ts',
    'tests/stalls/stalls.ts',
    'tests/story/faulty-proxy.ts',
  ],
  'they measure in intervals, or end what hangs': [
    'libs/testing/src/process-memory.ts',
    'libs/testing/src/smtp.ts',
  ],
};

/** Sleeps that no import has named: timers, the clock of the machine, Playwright, Postgres. */
const sleep = /(?<![.\w])setTimeout\(|\bsystemClock\.sleep\(|\.waitForTimeout\(|\bpg_sleep\(/;
const importedSleep = /\bsetTimeout(?: as (\w+))?\b[^;]*\} from '(?:node:)?timers\/promises'/;

function sleeps(code: string): boolean {
  const name = importedSleep.exec(code)?.[1];
  return sleep.test(code) || (name !== undefined && new RegExp(`(?<![.\\w])${name}\\(`).test(code));
}

/** The code without the tests that are tagged `soak`, which `make test` leaves out. As the formatter indents it. */
function withoutSoak(code: string): string {
  const lines = code.split('\n');
  for (;;) {
    const tag = lines.findIndex((line) => line.includes("tags: 'soak'"));
    if (tag === -1) return lines.join('\n');
    const first = lines.slice(0, tag + 1).findLastIndex((line) => /^ *(?:it|describe)\b/.test(line));
    const end = new RegExp(`^${/^ */.exec(lines[first] ?? '')?.[0]}\\S.*\\);$`);
    const last = lines.findIndex((line, index) => index >= tag && end.test(line));
    if (first === -1 || last === -1) throw new Error(`no test around the tag in line ${tag + 1}`);
    lines.splice(first, last - first + 1);
  }
}

const files = globSync(['{clients,libs,services,deploy}/**/src/**/*.{ts,tsx}', 'tests/**/*.ts'], {
  cwd: root,
  exclude: [
    '**/{node_modules,dist,gen,generated}/**',
    'tests/{soak,cluster,screenshots}/**',
    'tests/**/*.long.test.ts',
    'tests/checks/{clock,polls}.test.ts',
  ],
});
const codes = new Map(files.map((file) => [file, withoutSoak(readFileSync(join(root, file), 'utf8'))]));
const filesWith = (isFound: (code: string) => boolean): string[] =>
  files.filter((file) => isFound(codes.get(file) ?? ''));
const isOfTests = /\.(?:test|fixture)\.tsx?$|^tests\/|^libs\/testing\/|\/testing\//;
const polling = filesWith((code) => poll.test(code));
const sleeping = filesWith(sleeps).filter((file) => isOfTests.test(file));

const listed = Object.values(deciders).flat();
const listedSleepers = Object.values(sleepers).flat();
const covers = (place: string, file: string): boolean =>
  place.endsWith('/') ? file.startsWith(place) : file === place;

describe('tests that ask again and again until something has happened', () => {
  it('a test polls only where the list says who decides, and that is not our own code', () => {
    expect(polling.filter((file) => !listed.some((place) => covers(place, file)))).toEqual([]);
  });

  it('the list of who decides names no file or folder that does not poll', () => {
    expect(listed.filter((place) => !polling.some((file) => covers(place, file)))).toEqual([]);
  });
});

describe('tests that sleep', () => {
  it('a test sleeps only where the list says why no event ends the wait', () => {
    expect(sleeping.filter((file) => !listedSleepers.includes(file))).toEqual([]);
  });

  it('the list of why tests sleep names no file that does not', () => {
    expect(listedSleepers.filter((file) => !sleeping.includes(file))).toEqual([]);
  });

  it.each([
    "import { setImmediate as turn } from 'node:timers/promises';\nawait turn();",
    "import { setTimeout as pause } from 'node:timers/promises';",
    'response.setTimeout(50);',
    'await clock.sleep(50);',
  ])('no sleep is found in %j', (code) => {
    expect(sleeps(code)).toBe(false);
  });
});

it('only tests that make test leaves out compare how long something took', () => {
  expect(filesWith((code) => measures.test(code))).toEqual([]);
});
