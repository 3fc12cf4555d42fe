import { expect, it } from 'vitest';
import { type OpenApi, readDocument } from './document.ts';
import { findingsOf } from './findings.ts';
import type { Caller, FuzzCase } from './fuzz-case.ts';
import type { RawAnswer } from './http-request.ts';

const thing = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const problem = {
  type: 'object',
  properties: { title: { type: 'string' }, status: { type: 'integer' } },
  required: ['title', 'status'],
};
const failure = { $ref: '#/components/responses/Failure' };
const document: OpenApi = {
  security: [{ bearer: [] }],
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { required: true, content: { 'application/json': { schema: thing } } },
        responses: {
          201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          204: {},
          302: {},
          400: failure,
          401: failure,
          404: failure,
        },
      },
    },
  },
  components: {
    schemas: { Thing: thing, Problem: problem },
    responses: { Failure: { content: { 'application/problem+json': { schema: problem } } } },
  },
};
const description = readDocument(document);

const member: Caller = { name: 'member', headers: {}, credential: 'bearer' };
const nobody: Caller = { name: 'nobody', headers: {}, credential: 'none' };
const fuzzed = (more: Partial<FuzzCase> = {}): FuzzCase => ({
  what: 'valid',
  caller: member,
  request: { method: 'POST', target: '/things', headers: {} },
  isValid: true,
  ...more,
});

const headers = { 'x-request-id': '1', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
const created: RawAnswer = {
  status: 201,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  text: '{"id":"1"}',
};
const failed = (status: number, more: Record<string, string> = {}, text?: string): RawAnswer => ({
  status,
  headers: { ...headers, 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer', ...more },
  text: text ?? JSON.stringify({ title: 'Failed', status }),
});

function findings(answer: RawAnswer, fuzzCase = fuzzed()): readonly string[] {
  const operation = description.operations.get('createThing');
  if (operation === undefined) throw new Error('the document has no createThing');
  return findingsOf({ operation, fuzzCase, answer }, description);
}

it.each([
  ['a documented success', created, fuzzed()],
  ['a documented failure', failed(404), fuzzed()],
  ['a 401 to nobody', failed(401), fuzzed({ caller: nobody })],
  ['the right refusal', failed(400), fuzzed({ isValid: false, refusedWith: [400] })],
  [
    'a 405 of another method',
    failed(405, { allow: 'POST' }),
    fuzzed({ isValid: false, isElsewhere: true, refusedWith: [405] }),
  ],
])('the fuzz test accepts an answer: %s', (_, answer, fuzzCase) => {
  expect(findings(answer, fuzzCase)).toEqual([]);
});

it.each([
  ['failure of the server', failed(500), fuzzed()],
  ['status that is not documented', failed(409), fuzzed()],
  ['should be 401', created, fuzzed({ caller: nobody })],
  ['accepts what the document forbids', created, fuzzed({ isValid: false, refusedWith: [400] })],
  ['should be 400', failed(404), fuzzed({ isValid: false, refusedWith: [400] })],
  ['refuses what the document allows', failed(400), fuzzed()],
  ['not application/problem+json', failed(404, { 'content-type': 'text/html' }), fuzzed()],
  ['is no Problem', failed(404, {}, '{}'), fuzzed()],
  ['Problem of another status', failed(404, {}, '{"title":"Gone","status":410}'), fuzzed()],
  ['does not match its schema', { ...created, text: '{"id":1}' }, fuzzed()],
  ['content type that is not documented', { ...created, headers }, fuzzed()],
  ['body that is not documented', { ...created, status: 204 }, fuzzed()],
  ['no x-request-id', { ...created, headers: { ...created.headers, 'x-request-id': '' } }, fuzzed()],
  ['no nosniff', { ...created, headers: { ...created.headers, 'x-content-type-options': '' } }, fuzzed()],
  ['no cache-control', { ...created, headers: { ...created.headers, 'cache-control': '' } }, fuzzed()],
  ['no allow', failed(405), fuzzed({ isElsewhere: true, isValid: false })],
  ['no www-authenticate', failed(401, { 'www-authenticate': '' }), fuzzed({ caller: nobody })],
  ['no location', { status: 302, headers, text: '' }, fuzzed()],
])('the fuzz test reports an answer that is wrong: %s', (finding, answer, fuzzCase) => {
  expect(findings(answer, fuzzCase)).toEqual([expect.stringContaining(finding)]);
});
