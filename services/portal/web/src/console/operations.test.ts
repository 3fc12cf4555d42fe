import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confirmedActions } from '@patchbay/platform/confirmed-actions';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../', import.meta.url));
const openApi = fileURLToPath(new URL('../../../../gateway/openapi.json', import.meta.url));

/** Why the pages do not offer it. */
const exceptions: Readonly<Record<string, string>> = {
  getMe: 'getSession answers the same person',
  relayGet: 'the drawer “Use it” calls it by `integration().fetch` of the client',
  relayPost: 'the drawer “Use it” calls it by `integration().fetch` of the client',
  relayPut: 'programs call providers through the relay; the developers page shows how',
  relayPatch: 'programs call providers through the relay; the developers page shows how',
  relayDelete: 'programs call providers through the relay; the developers page shows how',
};

interface OperationObject {
  readonly operationId?: string;
  readonly security?: unknown[];
  /** True, or when it needs a fresh session. */
  readonly 'x-patchbay-fresh'?: unknown;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

const everyOperation = (): OperationObject[] =>
  Object.values((JSON.parse(readFileSync(openApi, 'utf8')) as OpenApi).paths).flatMap((methods) =>
    Object.values(methods),
  );

/** Operations that somebody with a session may call. Those without a credential have an empty list of them. */
const forSessions = (): string[] =>
  everyOperation().flatMap(({ operationId, security }) =>
    operationId === undefined || security?.length === 0 ? [] : [operationId],
  );

/** The ways in which pages call an operation. */
const calls = /\bapi\s*\.(\w+)\(|\buse(?:Read|Pages|Change)\(\s*'(\w+)'|<ConfirmChange\s+operation="(\w+)"/g;

function* texts(): Iterable<string> {
  for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name.includes('.test.')) continue;
    yield readFileSync(join(entry.parentPath, entry.name), 'utf8');
  }
}

/** Operations that the sources of the pages call. */
function called(): Set<string> {
  const found = new Set<string>();
  for (const text of texts())
    for (const [, direct, hooked, confirmed] of text.matchAll(calls))
      found.add(direct ?? hooked ?? confirmed ?? '');
  return found;
}

it('every call of an operation that can demand a confirmation requests it', () => {
  const fresh = new Set(
    everyOperation().flatMap((operation) =>
      operation['x-patchbay-fresh'] === undefined ? [] : [operation.operationId],
    ),
  );
  const unasked: string[] = [];
  // `useChange`, which `ConfirmChange` uses too, requests it itself.
  for (const text of texts())
    for (const [, asks, id = ''] of text.matchAll(/(withConfirmation\('\w+', \(\) =>\s*)?\bapi\s*\.(\w+)\(/g))
      if (fresh.has(id) && asks === undefined) unasked.push(id);
  expect(fresh.size).toBeGreaterThan(20);
  expect(unasked).toEqual([]);
});

it('every operation that can demand a confirmation has words for what is confirmed, and no other has', () => {
  const fresh = everyOperation().flatMap((operation) =>
    operation['x-patchbay-fresh'] === undefined ? [] : [operation.operationId],
  );
  // A program asks for a fresh session on the page that lets it in.
  expect(new Set(Object.keys(confirmedActions))).toEqual(new Set([...fresh, 'decideDeviceAuthorization']));
});

it('every operation for sessions is called by a page or is a listed exception', () => {
  const done = called();
  const missing = forSessions().filter((id) => !done.has(id) && !(id in exceptions));
  expect(missing).toEqual([]);
});

it('no listed exception is called by a page', () => {
  const done = called();
  expect(Object.keys(exceptions).filter((id) => done.has(id))).toEqual([]);
  expect(Object.keys(exceptions).filter((id) => !forSessions().includes(id))).toEqual([]);
});
