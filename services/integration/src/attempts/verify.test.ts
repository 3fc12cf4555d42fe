import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../connector/connector.ts';
import type { Credentials } from '../connector/credentials.ts';
import { type FailureReason, ProviderFailure } from '../connector/failure.ts';
import { integrationWith } from '../domain/integration.fixture.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { type Renew } from './dependencies.ts';
import { rotating } from './rotating-provider.fixture.ts';
import { verifyStored } from './verify.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const clock = createManualClock();
const past = new Date(clock.now().getTime() - 1_000);
const lasting: Credentials = { secrets: {}, expiresAt: null, renewAt: null, endsAt: null };
const never = new AbortController().signal;

/** The outcome of a verification with these answers to the verification and to the renewal. */
async function verifyWith(
  credentials: Credentials,
  { refusal, ...connector }: Partial<Connector> & { refusal?: FailureReason },
  renew: Renew = () => Promise.reject(new Error('nothing is renewed here')),
) {
  const asked: string[] = [];
  const parts = {
    catalogue: createCatalogue([rotating], {}),
    connectorOf: (): Connector => ({
      authorize: () => ({ headers: {} }),
      async verify() {
        asked.push('verify');
        if (refusal !== undefined) throw new ProviderFailure(refusal, { code: '401' });
        return { name: 'Account' };
      },
      ...connector,
    }),
    renew,
    logger,
    clock,
  };
  const integration = integrationWith({ provider: 'rotating', settings: {} });
  const { outcome } = await verifyStored(parts, integration, { credentials, version: 1 }, 'verify', never);
  return { outcome, asked };
}

const renewable = { renew: () => Promise.reject(new Error('by the renewals')) };

describe('a verification', () => {
  it('a verification reports the failure of its renewal, with the hint', async () => {
    const refused: Renew = () =>
      Promise.reject(new ProviderFailure('ended', { hint: 'An earlier renewal was interrupted.' }));
    for (const credentials of [lasting, { ...lasting, expiresAt: past }]) {
      const { outcome } = await verifyWith(credentials, { refusal: 'unauthorized', ...renewable }, refused);
      expect(outcome).toEqual({
        kind: 'permanent',
        detail: expect.stringMatching(/has expired.* An earlier renewal was interrupted\.$/),
      });
    }
  });

  it('a verification after the known end of the authorization asks the provider, and reports its refusal as ended', async () => {
    const ended = { ...lasting, endsAt: past };
    expect(await verifyWith(ended, {})).toMatchObject({ outcome: { kind: 'success' }, asked: ['verify'] });
    expect(await verifyWith({ ...lasting, expiresAt: past }, {})).toMatchObject({
      outcome: { kind: 'success' },
    });
    expect((await verifyWith(ended, { refusal: 'unauthorized' })).outcome).toMatchObject({
      detail: expect.stringMatching(/has expired/),
    });
    const refused: Renew = () => Promise.reject(new ProviderFailure('refused', { code: 'invalid_grant' }));
    const { outcome } = await verifyWith(ended, { refusal: 'unauthorized', ...renewable }, refused);
    expect(outcome).toMatchObject({ detail: expect.stringMatching(/has expired/) });
  });

  it('a refusal after the end that the settings name is reported as ended', async () => {
    const endsAt = () => past;
    expect((await verifyWith(lasting, { endsAt })).outcome).toMatchObject({ kind: 'success' });
    expect((await verifyWith(lasting, { endsAt, refusal: 'unauthorized' })).outcome).toMatchObject({
      detail: expect.stringMatching(/has expired/),
    });
    expect((await verifyWith(lasting, { refusal: 'unauthorized' })).outcome).toMatchObject({
      detail: expect.stringMatching(/withdrawn there or has expired/),
    });
  });
});
