import fc from 'fast-check';
import { type Change, requestOf } from './fuzz-case.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK'];

const oddHeaders: readonly Readonly<Record<string, string | readonly string[]>>[] = [
  { 'x-request-id': 'x'.repeat(500) },
  { 'x-request-id': '"><script>' },
  { traceparent: '00-zz-zz-zz' },
  { traceparent: '00-00000000000000000000000000000000-0000000000000000-01' },
  { accept: 'image/png' },
  { accept: '' },
  { 'accept-encoding': 'br;q=0, gzip;q=nonsense, *;q=0' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { cookie: '__Host-patchbay_session=broken; a=\u00ff; =; ;' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'never' },
  { range: 'bytes=0-1' },
  { 'x-forwarded-for': '::::, unknown, 127.0.0.1' },
  { 'x-http-method-override': 'DELETE' },
  { forwarded: 'for=";;' },
  { 'user-agent': '\u00ff'.repeat(600) },
  { 'accept-language': 'x'.repeat(4_000) },
  { 'x-many': Array.from({ length: 60 }, (_, index) => String(index)) },
];

export const changesOfExchanges: readonly Change[] = [
  {
    name: 'another method',
    casesOf: (operation, drafts) =>
      fc
        .tuple(
          drafts,
          fc.constantFrom(...methods.filter((method) => !operation.methodsOfPath.includes(method))),
        )
        .map(([draft, method]) => ({
          what: method,
          caller: draft.caller,
          request: { ...requestOf(operation, draft), method },
          isElsewhere: true,
          refusedWith: [405],
        })),
  },
  {
    name: 'OPTIONS or HEAD',
    casesOf: (operation, drafts) =>
      fc.tuple(drafts, fc.constantFrom('OPTIONS', 'HEAD')).map(([draft, method]) => ({
        what: method,
        caller: draft.caller,
        request: { ...requestOf(operation, { ...draft, body: undefined }), method },
        isElsewhere: true,
      })),
  },
  {
    name: 'odd headers',
    casesOf: (operation, drafts) =>
      fc.tuple(drafts, fc.constantFrom(...oddHeaders)).map(([draft, headers]) => ({
        what: 'headers',
        caller: draft.caller,
        request: requestOf(operation, { ...draft, headers: { ...draft.headers, ...headers } }),
      })),
  },
  {
    name: 'a bad Idempotency-Key',
    casesOf: (operation, drafts) =>
      operation.parameters.some(({ name }) => name === 'Idempotency-Key')
        ? fc
            .tuple(
              drafts,
              fc.constantFrom<string | string[]>('', 'a b', 'x'.repeat(256), '\u00e9', ['a', 'b']),
            )
            .map(([draft, key]) => ({
              what: 'Idempotency-Key',
              caller: draft.caller,
              request: requestOf(operation, { ...draft, headers: { 'Idempotency-Key': key } }),
              refusedWith: [400],
            }))
        : undefined,
  },
];
