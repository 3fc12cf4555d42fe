import { operations } from '@patchbay/gateway/operations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { createWorld, type World } from '../matrix/world.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { casesOf } from './cases.ts';
import { enoughRuns, fuzzRuns, fuzzSeed } from './config.ts';
import { type Description, type OpenApi, readDocument } from './document.ts';
import { findingsOf } from './findings.ts';
import { draftsOf, type Known } from './fuzz-case.ts';
import { asCurl, createSender, type Sender } from './http-request.ts';
import { callersIn, createKnownValues } from './known-values.ts';

/** These end sessions or memberships of callers, or close the organization for a while: they run after all others. */
const last = [
  'deleteOrganization',
  'restoreOrganization',
  'declineInvitation',
  'acceptInvitation',
  'removeOrganizationMember',
  'deleteMe',
  'verifySignInLink',
  'verifyPasskeySignIn',
  'revokeSession',
  'getDeviceAuthorization',
  'decideDeviceAuthorization',
  'signOut',
];
/** Its token is in a mail that is sent ten minutes after an integration broke: no run has one. */
const refused = ['endWatching'];
/** Not those that relay: their bodies and answers are the provider's, of which the document says nothing. */
const ids = operations.filter(({ answer }) => answer.stream !== 'relay').map(({ id }) => id);
const inOrder = [...ids.filter((id) => !last.includes(id)), ...last];

let platform: Platform;
let world: World;
let description: Description;
let knownFor: (operationId: string) => Promise<Known>;
let sender: Sender;
/** Operations that answered with something else than a failure. */
const succeeded = new Set<string>();
let requests = 0;

beforeAll(async () => {
  platform = await sharedPlatform();
  const { address, smtp, providers } = platform;
  world = await createWorld(platform, 'fuzz');
  const api = apiAt(address);
  description = readDocument((await api.get<OpenApi>('/openapi.json')).body);
  const runDue = () => platform.runDue();
  knownFor = createKnownValues({ api, smtp, world, providers, portal: platform.portal, runDue });
  sender = createSender(address);
});
afterAll(() => sender?.close());

describe(`requests made from the document, FUZZ_SEED=${fuzzSeed} FUZZ_RUNS=${fuzzRuns}`, () => {
  it('the document has every operation', () => {
    expect([...description.operations.keys()].toSorted()).toEqual(ids.toSorted());
  });

  it.each(inOrder)('the answers of %s to requests made from the document are as it says', async (id) => {
    const operation = description.operations.get(id);
    if (operation === undefined) throw new Error(`the document has no ${id}`);
    const drafts = draftsOf(operation, await knownFor(id), description, callersIn(world));
    const { failed, error, errorInstance, numShrinks } = await fc.check(
      fc.asyncProperty(casesOf(operation, drafts, description), async (fuzzCase) => {
        const answer = await sender.send(fuzzCase.request);
        requests += 1;
        if (!fuzzCase.isElsewhere && answer.status < 400) succeeded.add(id);
        const findings = findingsOf({ operation, fuzzCase, answer }, description);
        if (findings.length === 0) return;
        const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
        throw new Error(
          [
            `${id}, ${fuzzCase.what}, by ${fuzzCase.caller.name}: the answer ${findings.join('; ')}`,
            asCurl(platform.address, fuzzCase.request),
            `${answer.status}\n${headers.join('\n')}\n\n${answer.text.slice(0, 2_000)}`,
            `repeat with FUZZ_SEED=${fuzzSeed} FUZZ_RUNS=${fuzzRuns}`,
          ].join('\n'),
        );
      }),
      { seed: fuzzSeed, numRuns: fuzzRuns },
    );
    const reason = errorInstance instanceof Error ? errorInstance.message : error;
    expect(failed, `${reason}\nmade smaller ${numShrinks} times`).toBe(false);
  });

  it('every operation succeeded at least once', () => {
    expect(requests).toBeGreaterThanOrEqual(fuzzRuns * ids.length);
    const missing = fuzzRuns < enoughRuns ? refused : ids.filter((id) => !succeeded.has(id));
    expect(missing).toEqual(refused);
  });
});
