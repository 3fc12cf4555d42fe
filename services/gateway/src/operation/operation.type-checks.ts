/**
 * Promises of `defineOperation` that the compiler keeps. Nothing here runs: a line marked as an error that compiles fails
 * the type check.
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
  audit: ['user.updated'],
} as const;

const handle = async () => ({ length: 1 });

export const whole = defineOperation({ ...complete, handle });

const { audit: _audit, ...withoutAudit } = complete;
// @ts-expect-error who changes something and does not say what it writes to the trail
export const unaudited = defineOperation({ ...withoutAudit, handle });

// @ts-expect-error an empty list gives no reason
export const silent = defineOperation({ ...complete, audit: [], handle });

// @ts-expect-error an action that the trail does not know
export const invented = defineOperation({ ...complete, audit: ['user.vanished'], handle });

const { access: _access, ...withoutAccess } = complete;
// @ts-expect-error nobody says who may
export const open = defineOperation({ ...withoutAccess, handle });

// @ts-expect-error what needs a session is not public
export const exposed = defineOperation({ ...complete, access: { scope: 'public' }, handle });

const byKey = { ...complete, credentials: 'session or key' } as const;
export const keyed = defineOperation({ ...byKey, keyLevels: ['user', 'organization'], handle });

// @ts-expect-error who accepts keys and does not say of which levels
export const anyKey = defineOperation({ ...byKey, handle });

// @ts-expect-error an empty list accepts no key
export const noKey = defineOperation({ ...byKey, keyLevels: [], handle });

// @ts-expect-error who accepts sessions alone has no say about keys
export const keyless = defineOperation({ ...complete, keyLevels: ['user'], handle });

const guests = { scope: 'workspace', least: 'guest' } as const;
// @ts-expect-error nobody is a guest in a workspace
export const visited = defineOperation({ ...complete, access: guests, handle });

// @ts-expect-error the answer is not what its schema says
export const wrong = defineOperation({ ...complete, handle: async () => ({ length: 'one' }) });

export const inferred = defineOperation({
  ...complete,
  async handle({ params, caller, body }) {
    // @ts-expect-error no such parameter in the path
    void params.other;
    // Without a schema there is no body; with a session there always is a user.
    const nothing: undefined = body;
    return nothing ?? { length: params.name.length + caller.name.length };
  },
});

export const eitherWay = defineOperation({
  ...byKey,
  keyLevels: ['user'],
  async handle({ caller, session }) {
    // @ts-expect-error a key has no session
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
    yield [{ length: 1 }, { length: 2 }];
  },
});

// @ts-expect-error a streamed answer is not one document
export const unstreamed = defineOperation({ ...byLine, handle });

export const wronglyStreamed = defineOperation({
  ...byLine,
  // @ts-expect-error a line is not what the schema says
  async *handle() {
    yield [{ length: 'one' }];
  },
});

export const secretlyStreamed = defineOperation({
  ...complete,
  // @ts-expect-error lines of an answer that is declared as one document
  async *handle() {
    yield [{ length: 1 }];
  },
});
