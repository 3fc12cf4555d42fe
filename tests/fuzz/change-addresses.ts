import fc, { type Arbitrary } from 'fast-check';
import type { Description, FuzzedOperation, Parameter } from './document.ts';
import { type Change, type Draft, type FuzzCase, queryOf, requestOf } from './fuzz-case.ts';

/** Operations that answer every failure with a redirect, and ignore what they do not know in the query. */
const redirects = ({ responses }: FuzzedOperation): boolean => responses.has(302) && !responses.has(400);

const queryParameters = ({ parameters }: FuzzedOperation): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.in === 'query');

const withQuery = (
  operation: FuzzedOperation,
  drafts: Arbitrary<Draft>,
  change: (query: Draft['query']) => Arbitrary<Draft['query']>,
  refusedWith: readonly number[],
): Arbitrary<FuzzCase> =>
  drafts.chain((draft) =>
    change(draft.query).map((query) => ({
      what: 'query',
      caller: draft.caller,
      request: requestOf(operation, { ...draft, query }),
      ...(!redirects(operation) && { refusedWith }),
    })),
  );

/** A value of a query as the type of its parameter. */
const typed = ({ schema }: Parameter, value: string): unknown =>
  schema.type === 'integer' && /^-?\d{1,20}$/.test(value) ? Number(value) : value;

const badValues = [
  '',
  ' ',
  '-1',
  '1.5',
  '0x10',
  '99999999999999999999',
  'abc',
  '\u0000',
  '\ufffd',
  'ACME',
  'null',
  '[]',
];

/** Percent-encoded slashes, dots, control characters and bytes that are no UTF-8; escapes that are none; names in other spellings. */
const badSegments = [
  ...'%2F acme%2Fmembers %2e%2e .. . %00 a%00b %ff % %zz %C0%AF %ED%A0%80 %20 %0d%0aset-cookie:a=b'.split(
    ' ',
  ),
  ...'* {id} ACME acme;a=b %F0%9F%92%A5'.split(' '),
  'x'.repeat(600),
];

export const changesOfAddresses = ({ validatorOf }: Pick<Description, 'validatorOf'>): readonly Change[] => [
  {
    name: 'an unknown query parameter',
    casesOf: (operation, drafts) =>
      withQuery(
        operation,
        drafts,
        (query) =>
          fc
            .tuple(
              fc.constantFrom('unknown', 'Limit', '__proto__', 'constructor', 'limit[]', 'a.b', ' '),
              fc.string({ unit: 'binary', maxLength: 20 }),
            )
            .map((added) => [...query, added]),
        [400],
      ),
  },
  {
    name: 'a query parameter twice',
    casesOf: (operation, drafts) =>
      queryParameters(operation).length === 0
        ? undefined
        : withQuery(
            operation,
            drafts.filter(({ query }) => query.length > 0),
            (query) => fc.constantFrom(...query).map((repeated) => [...query, repeated]),
            [400],
          ),
  },
  {
    name: 'another value of a query parameter',
    casesOf: (operation, drafts) => {
      const bad = queryParameters(operation).flatMap((parameter) =>
        badValues
          .filter((value) => !validatorOf(parameter.schema)(typed(parameter, value)))
          .map((value) => [parameter.name, value] as const),
      );
      return bad.length === 0
        ? undefined
        : withQuery(
            operation,
            drafts,
            (query) =>
              fc.constantFrom(...bad).map((given) => [...query.filter(([name]) => name !== given[0]), given]),
            [400],
          );
    },
  },
  {
    name: 'a query that cannot be decoded',
    casesOf: (operation, drafts) =>
      fc
        .tuple(drafts, fc.constantFrom('%', '%zz=%ff', 'limit=%ff', '&&&===', '%00=%00', 'from=%F0%9F', '?'))
        .map(([draft, text]) => {
          const request = requestOf(operation, draft);
          const separator = draft.query.length === 0 ? '?' : '&';
          return {
            what: 'query',
            caller: draft.caller,
            request: { ...request, target: request.target + separator + text },
          };
        }),
  },
  {
    name: 'a query of 17 KB',
    casesOf: (operation, drafts) =>
      drafts.map((draft) => {
        const request = requestOf(operation, { ...draft, query: [] });
        const target = request.target + queryOf([['cursor', 'x'.repeat(17 * 1024)]]);
        // The parser of the server refuses it, before the credential is looked at.
        return { what: 'query', caller: draft.caller, request: { ...request, target }, refusedWith: [431] };
      }),
  },
  {
    name: 'a strange segment of the path',
    casesOf: (operation, drafts) => {
      const names = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      if (names.length === 0) return undefined;
      const marker = 'zz-marked-zz';
      return fc
        .tuple(drafts, fc.constantFrom(...names), fc.constantFrom(...badSegments))
        .map(([draft, name, segment]) => {
          const request = requestOf(operation, { ...draft, path: { ...draft.path, [name]: marker } });
          return {
            what: 'path',
            caller: draft.caller,
            request: { ...request, target: request.target.replace(marker, () => segment) },
            isElsewhere: true,
            // 405: the segment is a literal of another path.
            refusedWith: [400, 401, 404, 405, ...(redirects(operation) ? [302] : [])],
          };
        });
    },
  },
];
