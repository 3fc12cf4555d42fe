import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { ApiKeyLevel } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { operations } from '@patchbay/gateway/operations';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { type Request, requestsIn } from './requests.ts';
import { keys, type Row, sessions, table } from './table.ts';
import { createWorld, type World } from './world.ts';

let platform: Platform;
let world: World;
let requests: Readonly<Record<string, Request>>;

beforeAll(async () => {
  platform = await sharedPlatform();
  world = await createWorld(platform, 'matrix');
  requests = requestsIn(world);
});

const operationOf = (row: string): string => row.split(':')[0] ?? '';

/** A name, the request headers, the expected status. */
type Caller = [who: string, headers: Readonly<Record<string, string>>, status: number];

/** Every caller of a row. */
function* callersOf(row: Row): Iterable<Caller> {
  const all = 'everyone' in row ? row.everyone : undefined;
  for (const [who, headers] of Object.entries(world.rejected)) yield [who, headers, all ?? 401];
  for (const [index, who] of sessions.entries()) {
    const status = 'sessions' in row ? row.sessions[index] : all;
    yield [`session: ${who}`, world.bySession[who], status ?? 0];
  }
  for (const [index, who] of keys.entries()) {
    const status = 'keys' in row ? row.keys[index] : (all ?? 401);
    yield [`key: ${who}`, world.byKey[who], status ?? 0];
  }
}

/** The status, and the detail of a problem: other tests check the bodies. */
async function answerTo(
  method: string,
  { path, body }: Request,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; detail: string }> {
  const response = await fetch(`${platform.address}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  const { detail = '' } = isProblem ? (JSON.parse(text) as { detail?: string }) : {};
  return { status: response.status, detail };
}

/**
 * Asks for each caller: for all at once, because requests that arrive together share lookups; one after the other where a request needs
 * what the one before may have deleted.
 */
async function askForEach(
  callers: readonly Caller[],
  { prepare, oneAtATime }: Pick<Request, 'prepare' | 'oneAtATime'>,
  ask: (...caller: Caller) => Promise<unknown>,
): Promise<void> {
  if (prepare === undefined && oneAtATime === undefined)
    await Promise.all(callers.map((caller) => ask(...caller)));
  else
    for (const caller of callers) {
      await prepare?.();
      await ask(...caller);
    }
}

it('every operation has a row and a request in the access matrix', () => {
  const covered = new Set(Object.keys(table).map(operationOf));
  expect([...covered].toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  expect(Object.keys(requests).toSorted()).toEqual(Object.keys(table).toSorted());
});

/** Whether a request of the operation passes. A 404 is about what the request names, where the caller sees the organization or workspace. */
const mayCall = (caller: string, id: string): boolean =>
  Object.entries(table)
    .filter(([name]) => operationOf(name) === id)
    .flatMap(([, row]) => [...callersOf(row)])
    // Guests do not see the workspace of the request that deletes it.
    .some(
      ([who, , status]) =>
        who === caller && ![401, 403, ...(id === 'deleteWorkspace' ? [404] : [])].includes(status),
    );

/** The operations under the path of an organization, or of a workspace. */
const operationsUnder = (scope: 'organization' | 'workspace') =>
  operations.filter(
    ({ access, path }) => 'least' in access && path.includes('/{workspaceSlug}') === (scope === 'workspace'),
  );

const withCan = [
  ['getOrganization', 'organization'],
  ['getWorkspace', 'workspace'],
] as const;

it.each(withCan)(
  '`can` of %s has the operations that the access matrix lets each kind of caller call',
  async (id, scope) => {
    const { [id]: row } = table;
    const { [id]: request } = requests;
    if (row === undefined || request === undefined) throw new Error(`${id} is not in the matrix`);
    // Nothing is restored where nothing is closed: it is a 409 for those who may.
    const inIt = operationsUnder(scope).filter(({ inClosed }) => inClosed !== 'only');
    const answered: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    await askForEach([...callersOf(row)], request, async (who, headers, status) => {
      if (status !== 200) return;
      expected[who] = inIt.filter((operation) => mayCall(who, operation.id)).map((operation) => operation.id);
      answered[who] = (await apiAt(platform.address, headers).get(request.path)).body['can'];
    });
    expect(Object.keys(answered)).toContain('key: organization viewer');
    expect(answered).toEqual(expected);
  },
);

it.each(Object.entries(table))(
  '%s answers each kind of caller as the access matrix says',
  async (name, row) => {
    const method = operations.find(({ id }) => id === operationOf(name))?.method;
    const request = requests[name];
    if (method === undefined || request === undefined) throw new Error(`${name} is no operation`);
    const answered: Record<string, number> = {};
    const expected: Record<string, number> = {};
    await askForEach([...callersOf(row)], request, async (who, headers, status) => {
      expected[who] = status;
      answered[who] = (await answerTo(method, request, headers)).status;
    });
    expect(answered).toEqual(expected);
  },
);

type Fresh = NonNullable<(typeof operations)[number]['fresh']>;
type Needed = Parameters<Exclude<Fresh, true>['needed']>;

interface InvitationList {
  readonly invitations: readonly { id: string; role: string; workspace?: { role: string } | null }[];
}

/** Whether an operation needs a fresh session for this request, by its declaration. */
async function needsFresh(fresh: Fresh, template: string, { path, body }: Request): Promise<boolean> {
  if (fresh === true) return true;
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)?.slice(1) ?? [];
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  // What declarations ask services for is answered as the API does: the level and role of a key, and the role that an invitation offers.
  const apiKeys = {
    async getApiKey({ organizationSlug = '', apiKeyId = '' }) {
      const key = await world.admin.get(`/v1/organizations/${organizationSlug}/api-keys/${apiKeyId}`);
      const level = String(key.body['level']).toUpperCase() as keyof typeof ApiKeyLevel;
      const role = String(key.body['role']).toUpperCase() as keyof typeof Role;
      return { apiKey: { level: ApiKeyLevel[level], role: Role[role] } };
    },
  };
  const invitations = {
    async resolveRecipient({ organizationSlug = '', workspaceSlug = '', invitation = { value: '' } }) {
      const place =
        workspaceSlug === '' ? organizationSlug : `${organizationSlug}/workspaces/${workspaceSlug}`;
      const { body: listed } = await world.admin.get<InvitationList>(
        `/v1/organizations/${place}/invitations`,
      );
      const found = listed.invitations.find(({ id }) => id === invitation.value);
      const role = found?.workspace?.role ?? found?.role;
      return { role: Role[String(role).toUpperCase() as keyof typeof Role] };
    },
  };
  const request = { params, query: {}, body, access: undefined, callerId: undefined, callOptions: {} };
  return fresh.needed(request, { apiKeys, invitations } as unknown as Needed[1]);
}

const rowsWithFresh = Object.entries(table).flatMap(([name, row]) => {
  const operation = operations.find(({ id }) => id === operationOf(name));
  const { fresh } = operation ?? {};
  return operation && fresh ? [{ name, row, operation, fresh }] : [];
});

it.each(rowsWithFresh)(
  '$name answers an admin whose session is not fresh as its declaration says',
  async ({ name, row, operation: { method, path }, fresh }) => {
    const request = requests[name];
    if (request === undefined || !('sessions' in row)) throw new Error(`${name} takes no session`);
    await request.prepare?.();
    const { status, detail } = await answerTo(method, request, world.byStaleSession);
    const isRefused = await needsFresh(fresh, path, request);
    expect({ status, isRefused: detail.startsWith('confirmation_required') }).toEqual({
      status: isRefused ? 403 : row.sessions[0],
      isRefused,
    });
  },
);

it('the access matrix has requests that need a fresh session, and requests that do not, of what declares a condition', async () => {
  const conditional = rowsWithFresh.filter(({ fresh }) => fresh !== true);
  const needed = new Set<boolean>();
  for (const { name, operation, fresh } of conditional) {
    const request = requests[name];
    if (request !== undefined) needed.add(await needsFresh(fresh, operation.path, request));
  }
  expect(needed).toEqual(new Set([true, false]));
});
type Operation = (typeof operations)[number];

const admin = 'session: admin';
/** The state of the organization refuses a key whatever its role. */
const keyOfEachLevel = ['key: admin', 'key: organization admin', 'key: workspace admin'];
const scopes: readonly string[] = ['organization', 'workspace'];
/** Whether the operation is under an organization, or takes keys of one. */
const isConcerned = (row: string): boolean =>
  operations.some(
    ({ id, access, credentials }) =>
      id === operationOf(row) && (scopes.includes(access.scope) || credentials === 'session or key'),
  );

/**
 * States of the organization in which most is refused: how it gets into them, the statuses of what is refused then, and who still gets
 * an answer that has `can`.
 */
const states = {
  closed: {
    set: "deletes_at = now() + interval '1 day'",
    bySession: 409,
    works: ({ inClosed }: Operation) => inClosed !== undefined,
    byKey: 401,
    answers: { getOrganization: [admin], getWorkspace: [] },
  },
  suspended: {
    set: "suspended_reason = 'Unpaid bills.'",
    bySession: 403,
    works: () => false,
    byKey: 403,
    answers: { getOrganization: [], getWorkspace: [] },
  },
  'demanding passkeys': {
    set: 'requires_passkey = true',
    bySession: 403,
    works: ({ withAnyMethod }: Operation) => withAnyMethod === true,
    byKey: undefined,
    answers: {
      getOrganization: [admin, 'key: admin', 'key: organization admin'],
      getWorkspace: keyOfEachLevel,
    },
  },
} as const;

describe.each(Object.entries(states))(
  'an organization that is %s',
  (state, { set, bySession, works, byKey, answers }) => {
    let database: Client;

    const change = (columns: string) =>
      database.query(`update organization.organizations set ${columns} where slug = $1`, [world.slug]);
    const open = () => change('deletes_at = null, suspended_reason = null, requires_passkey = false');
    const enter = () => change(set);

    beforeAll(async () => {
      database = new Client({ connectionString: platform.adminUrl });
      await database.connect();
      for (const { prepare } of Object.values(requests)) await prepare?.();
      await enter();
    });
    afterAll(async () => {
      await open();
      await database.end();
    });

    it.each(withCan)(
      '`can` of %s, where it answers, has the operations that work then and that the access matrix lets an admin and a key of each level call',
      async (id, scope) => {
        const { [id]: request } = requests;
        const answered: Record<string, unknown> = {};
        const expected: Record<string, unknown> = {};
        for (const [who, headers] of table[id] ? callersOf(table[id]) : []) {
          if (who !== admin && !keyOfEachLevel.includes(who)) continue;
          const { status, body } = await apiAt(platform.address, headers).get(request?.path ?? '');
          if (status !== 200) continue;
          answered[who] = body['can'];
          expected[who] = operationsUnder(scope)
            .filter((operation) =>
              who === admin ? works(operation) : byKey === undefined && operation.inClosed !== 'only',
            )
            .flatMap((operation) => (mayCall(who, operation.id) ? [operation.id] : []));
        }
        expect(Object.keys(answered)).toEqual(answers[id]);
        expect(answered).toEqual(expected);
      },
    );

    it.each(Object.entries(table).filter(([name]) => isConcerned(name)))(
      '%s answers an admin and a key of each level as it declares',
      async (name, row) => {
        const operation = operations.find(({ id }) => id === operationOf(name));
        const request = requests[name];
        if (operation === undefined || request === undefined) throw new Error(`${name} is no operation`);
        const isIn = scopes.includes(operation.access.scope);
        const ask = async (...[who, headers, status]: Caller) => {
          const isKey = who !== admin;
          const refused = isKey ? (operation.credentials === 'session' ? 401 : byKey) : bySession;
          const isRefused = isKey ? byKey !== undefined : isIn && !works(operation);
          const restores = operation.id === 'restoreOrganization' && state === 'closed' && !isKey;
          const answered = (await answerTo(operation.method, request, headers)).status;
          // What the gateway finds invalid is a 400 before access is read.
          const isInvalid = status === 400 && answered === 400;
          const expected = restores ? 200 : isRefused && !isInvalid ? refused : status;
          expect([who, answered]).toEqual([who, expected]);
          if (restores) await enter();
        };
        const callers = [...callersOf(row)];
        const byKeys = callers.filter(([who]) => keyOfEachLevel.includes(who));
        // Nobody can restore what the first key that goes on removes.
        const asked = byKey === undefined && request.prepare ? [] : byKeys;
        await askForEach(asked, { oneAtATime: request.oneAtATime }, ask);
        for (const caller of callers) if (caller[0] === admin) await ask(...caller);
      },
    );
  },
);
