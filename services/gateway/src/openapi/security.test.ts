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

/**
 * Whether the document lists the credential, or the bearer where it is the cookie, which is accepted wherever the bearer is. A
 * public operation accepts, and ignores, any.
 */
function isListed(id: string, given: string | undefined, level: KeyLevel | undefined): boolean {
  const { security = document.security, 'x-patchbay-key-levels': levels = [] } = operationObject(id);
  if (security.length === 0) return true;
  const scheme = given === 'sessionCookie' ? 'bearer' : given;
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  return scheme !== undefined && schemes.includes(scheme) && (level === undefined || levels.includes(level));
}

const addressOf = ({ path, examples }: (typeof operations)[number]): string => {
  const params: Readonly<Record<string, unknown>> = { ...examples?.params };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
};

describe('the gateway', () => {
  it('the gateway accepts exactly the credentials that the document lists for each operation', async () => {
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
  });
});

describe('the OpenAPI document', () => {
  it('the document has the default security and the schemes of the contract', () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual(['sessionCookie', 'bearer', 'apiKey']);
    expect(document.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
  });

  it('the document names the security of an operation only where it differs from the default', () => {
    expect(operationObject('getMe').security).toBeUndefined();
    expect(operationObject('updateMe').security).toEqual([{ bearer: [] }, { sessionCookie: [] }]);
    expect(operationObject('signUp').security).toEqual([]);
  });

  it('the document lists the bearer first wherever a credential is needed, because samples show the first', () => {
    const firsts = [document, ...operationObjects]
      .map(({ security }) => security?.[0])
      .filter((first) => first !== undefined);
    expect(new Set(firsts.map((first) => JSON.stringify(first)))).toEqual(new Set(['{"bearer":[]}']));
  });
});
