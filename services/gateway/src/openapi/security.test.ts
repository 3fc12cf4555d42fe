import { type KeyLevel, keyLevels } from '@patchbay/access/caller';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { apiKeyHeader, bearer, cookie, portalOrigin, startGateway } from '../testing/gateway.ts';
import { document, operationObject, operationObjects } from './document.fixture.ts';

/** What refuses a request for its credential alone. */
const refusals = [
  'This operation needs a credential.',
  'This operation does not accept API keys, only sessions.',
  ...keyLevels.map((level) => `This operation does not accept API keys of level ${level}.`),
];

const credentials = [
  { scheme: undefined, level: undefined, headers: {} },
  { scheme: 'sessionCookie', level: undefined, headers: { ...cookie, origin: portalOrigin } },
  { scheme: 'bearer', level: undefined, headers: bearer },
  ...keyLevels.map((level) => ({ scheme: 'apiKey', level, headers: apiKeyHeader(level) })),
] as const;

/** Whether the document lists the credential; a public operation accepts, and ignores, any. */
function isListed(id: string, scheme: string | undefined, level: KeyLevel | undefined): boolean {
  const { security, 'x-patchbay-key-levels': levels = [] } = operationObject(id);
  if (security.length === 0) return true;
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  return scheme !== undefined && schemes.includes(scheme) && (level === undefined || levels.includes(level));
}

const addressOf = ({ path, examples }: (typeof operations)[number]): string => {
  const params: Readonly<Record<string, unknown>> = { ...examples?.params };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
};

describe('the gateway', () => {
  it('accepts exactly the credentials that the document lists for each operation', async () => {
    const { fetch } = await startGateway();
    for (const operation of operations) {
      for (const { scheme, level, headers } of credentials) {
        const answer = await fetch(addressOf(operation), {
          method: operation.method,
          headers,
          redirect: 'manual',
        });
        const text = await answer.text();
        const isRefused = answer.status === 401 && refusals.some((refusal) => text.includes(refusal));
        expect([operation.id, scheme, level, isRefused]).toEqual([
          operation.id,
          scheme,
          level,
          !isListed(operation.id, scheme, level),
        ]);
      }
    }
  }, 30_000);
});

describe('the document', () => {
  it('has the default and the schemes of the contract', () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual(['sessionCookie', 'bearer', 'apiKey']);
    expect(document.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
  });

  it('lists sessions, sessions and keys, or nothing', () => {
    const session = [{ bearer: [] }, { sessionCookie: [] }];
    expect(operationObject('getMe').security).toEqual([
      { bearer: [] },
      { apiKey: [] },
      { sessionCookie: [] },
    ]);
    expect(operationObject('updateMe').security).toEqual(session);
    expect(operationObject('signUp').security).toEqual([]);
  });

  it('lists the bearer first, which samples then show', () => {
    const firsts = operationObjects
      .map(({ security: [first] }) => first)
      .filter((first) => first !== undefined);
    expect(new Set(firsts.map((first) => JSON.stringify(first)))).toEqual(new Set(['{"bearer":[]}']));
  });
});
