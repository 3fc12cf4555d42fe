/**
 * Type-level tests of `defineOperation`. Nothing here runs: where the line after a `@ts-expect-error` compiles, the type
 * check fails.
 */
import { z } from 'zod';
import { defineOperation } from './operation.ts';

const complete = {
  id: 'example',
  group: 'account',
  method: 'PATCH',
  path: '/v1/example/{name}',
  summary: '',
  description: '',
  credentials: 'session',
  access: { scope: 'self' },
  params: z.strictObject({ name: z.string() }),
  answer: { status: 200, description: '', schema: z.object({ length: z.int() }) },
  assistant: { reads: true },
  audit: ['user.updated'],
} as const;

const handle = async () => ({ length: 1 });

export const whole = defineOperation({ ...complete, handle });

const { audit: _audit, ...withoutAudit } = complete;
// @ts-expect-error `audit` is missing
export const unaudited = defineOperation({ ...withoutAudit, handle });

// @ts-expect-error an operation without audit actions needs a reason: `{ none: … }`
export const silent = defineOperation({ ...complete, audit: [], handle });

// @ts-expect-error the audit trail has no such action
export const invented = defineOperation({ ...complete, audit: ['user.vanished'], handle });

const { assistant: _assistant, ...withoutAssistant } = complete;
// @ts-expect-error `assistant` is missing
export const unsaid = defineOperation({ ...withoutAssistant, handle });

const renaming = { ...complete, body: z.strictObject({ name: z.string() }) } as const;
const effect = { destructive: true, idempotent: true } as const;
export const offered = defineOperation({
  ...renaming,
  assistant: { changes: { ...effect, fields: ['name'] } },
  handle,
});

// @ts-expect-error a change with a body must list the fields that assistants may send
export const wide = defineOperation({ ...renaming, assistant: { changes: effect }, handle });

export const misnamed = defineOperation({
  ...renaming,
  // @ts-expect-error no such field in the body
  assistant: { changes: { ...effect, fields: ['title'] } },
  handle,
});

const { access: _access, ...withoutAccess } = complete;
// @ts-expect-error `access` is missing
export const open = defineOperation({ ...withoutAccess, handle });

// @ts-expect-error an operation that needs a session cannot have public access
export const exposed = defineOperation({ ...complete, access: { scope: 'public' }, handle });

const byKey = { ...complete, credentials: 'session or key' } as const;
export const keyed = defineOperation({ ...byKey, keyLevels: ['user', 'organization'], handle });

// @ts-expect-error an operation that accepts keys must list their levels
export const anyKey = defineOperation({ ...byKey, handle });

// @ts-expect-error the list of levels must not be empty
export const noKey = defineOperation({ ...byKey, keyLevels: [], handle });

// @ts-expect-error `keyLevels` is forbidden where only sessions are accepted
export const keyless = defineOperation({ ...complete, keyLevels: ['user'], handle });

export const limited = defineOperation({
  ...complete,
  limits: [{ name: 'connectPerToken', per: { parameter: 'name' } }],
  handle,
});

export const limitedByNothing = defineOperation({
  ...complete,
  // @ts-expect-error no such parameter in the path
  limits: [{ name: 'connectPerToken', per: { parameter: 'token' } }],
  handle,
});

const guests = { scope: 'workspace', least: 'guest' } as const;
// @ts-expect-error `guest` is no role in a workspace
export const visited = defineOperation({ ...complete, access: guests, handle });

// @ts-expect-error the answer does not match its schema
export const wrong = defineOperation({ ...complete, handle: async () => ({ length: 'one' }) });

export const inferred = defineOperation({
  ...complete,
  async handle({ params, caller, body }) {
    // @ts-expect-error no such parameter in the path
    void params.other;
    // `body` is undefined without a schema; with `session` credentials the caller is a user, who has a name.
    const nothing: undefined = body;
    return nothing ?? { length: params.name.length + caller.name.length };
  },
});

export const eitherWay = defineOperation({
  ...byKey,
  keyLevels: ['user'],
  async handle({ caller, session }) {
    // @ts-expect-error `session` is undefined where the caller is an API key
    void session.record;
    return { length: caller.type === 'api_key' ? caller.prefix.length : caller.name.length };
  },
});

const byLine = {
  ...complete,
  answer: { status: 200, description: '', schema: z.object({ length: z.int() }), stream: 'ndjson' },
} as const;

export const streamed = defineOperation({
  ...byLine,
  async *handle() {
    yield Buffer.from('{"length":1}\n{"length":2}\n');
  },
});

// @ts-expect-error the handler of a streamed answer must return an async iterable
export const unstreamed = defineOperation({ ...byLine, handle });

export const wronglyStreamed = defineOperation({
  ...byLine,
  // @ts-expect-error lines are bytes
  async *handle() {
    yield [{ length: 1 }];
  },
});

export const secretlyStreamed = defineOperation({
  ...complete,
  // @ts-expect-error only an answer with `stream` may be streamed
  async *handle() {
    yield Buffer.from('{"length":1}\n');
  },
});
