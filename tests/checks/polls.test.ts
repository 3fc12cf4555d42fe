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
    'libs/cli/src/terminal/open-browser.test.ts',
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
    'libs/database/src/locks.real.test.ts',
    'libs/idempotency/src/create-once.real.test.ts',
    'services/audit/src/workers/head-publisher.real.test.ts',
    'services/identity/src/rpc/row-locks.real.test.ts',
    'services/identity/src/rpc/sessions.real.test.ts',
    'services/identity/src/test-bed.fixture.ts',
    'services/integration/src/consumer/leaving.real.test.ts',
    'services/integration/src/rpc/verify-integration.real.test.ts',
    'services/organization/src/migrations.real.test.ts',
    'services/organization/src/reseal.real.test.ts',
    'services/organization/src/rpc/access.real.test.ts',
    'services/organization/src/rpc/idempotency.real.test.ts',
    'services/organization/src/test-bed.fixture.ts',
  ],
  'Redis moves slots, chooses a primary or answers again': [
    'libs/limits/src/rate-limits.real.test.ts',
    'libs/limits/src/redis-cluster.fixture.ts',
    'libs/limits/src/redis-cluster.real.test.ts',
    'libs/limits/src/shared-turns.real.test.ts',
  ],
  'bytes, and the end of a connection, cross a socket': [
    'libs/events/src/kafka/patches/socket-close.test.ts',
    'libs/rpc/src/cancellation.test.ts',
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

/** Files that measure in tests with the tag `soak` alone: `make test` leaves these out. */
const measuring = ['libs/client/src/send.test.ts', 'libs/limits/src/rate-limits.real.test.ts'];

const files = globSync(['{libs,services,deploy}/**/src/**/*.{ts,tsx}', 'tests/**/*.ts'], {
  cwd: root,
  exclude: [
    '**/{node_modules,dist,gen,generated}/**',
    'tests/{soak,cluster,screenshots}/**',
    'tests/**/*.long.test.ts',
    'tests/checks/polls.test.ts',
  ],
});
const filesWith = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
const polling = filesWith(poll);

const listed = Object.values(deciders).flat();
const covers = (place: string, file: string): boolean =>
  place.endsWith('/') ? file.startsWith(place) : file === place;

describe('tests that ask again and again until something has happened', () => {
  it('a test polls only where the list says who decides, and that is not our own code', () => {
    expect(polling.filter((file) => !listed.some((place) => covers(place, file)))).toEqual([]);
  });

  it('the list of who decides names no file or folder that does not poll', () => {
    expect(listed.filter((place) => !polling.some((file) => covers(place, file)))).toEqual([]);
  });

  it.each([
    'await expect\n      .poll(heads)',
    'await vi.waitFor(work)',
    'await page.locator("a").waitFor()',
  ])('a poll is found in %j', (code) => {
    expect(code).toMatch(poll);
  });
});

it('only tests that make test leaves out compare how long something took', () => {
  expect(filesWith(measures).toSorted()).toEqual(measuring);
});
