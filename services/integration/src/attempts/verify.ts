import { inTime } from '@patchbay/runtime/deadline';
import { createSharedPromises } from '@patchbay/runtime/shared-promise';
import { forOrganization } from '../connector/call.ts';
import type { Account, Connection } from '../connector/connector.ts';
import type { Credentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import type { Attempt } from '../domain/outcome.ts';
import { providerOf, settingsFor } from '../providers/catalogue.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import type { AttemptDependencies, Verified, Verify, VerifyOptions } from './dependencies.ts';
import { AttemptInterrupted, attemptMs } from './limits.ts';
import { runAttempt } from './run-attempt.ts';
import { endOf } from './schedule.ts';

/** Milliseconds: a token that expires during the verification is renewed before it. */
const marginMs = 30_000;

const hasExpired = ({ expiresAt }: Credentials, now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() - marginMs <= now.getTime();

const isRefusal = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && (error.reason === 'refused' || error.reason === 'unauthorized');

/**
 * Uses stored credentials at the provider. An access token that has expired, or that the provider refuses, is renewed once; `keep` gets
 * the renewed credentials.
 */
export async function withToken<T>(
  {
    catalogue,
    connectorOf,
    renew,
    clock,
  }: Pick<AttemptDependencies, 'catalogue' | 'connectorOf' | 'renew' | 'clock'>,
  integration: Integration,
  stored: StoredCredentials,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<T>,
  keep: (renewed: StoredCredentials) => void = () => {},
): Promise<T> {
  const settings = settingsFor(catalogue, integration);
  const workWith = ({ credentials }: StoredCredentials): Promise<T> =>
    forOrganization(integration.workspace.organizationId, () => work({ settings, credentials }));
  const workRenewed = async (): Promise<T> => {
    const renewed = await renew(integration, stored, signal);
    keep(renewed);
    return workWith(renewed);
  };
  if (connectorOf(integration.provider).renew === undefined) return workWith(stored);
  if (hasExpired(stored.credentials, clock.now())) return workRenewed();
  return workWith(stored).catch((error: unknown) => {
    if (error instanceof ProviderFailure && error.reason === 'unauthorized') return workRenewed();
    throw error;
  });
}

/**
 * Verifies stored credentials. A refusal after a renewal is final; a refused renewal is the outcome. If only the known end of the
 * authorization has passed, the provider is still asked, and its refusal is reported as that end.
 */
export async function verifyStored(
  parts: Pick<AttemptDependencies, 'catalogue' | 'connectorOf' | 'renew' | 'logger' | 'clock'>,
  integration: Integration,
  stored: StoredCredentials,
  attempt: Exclude<Attempt, 'connect'>,
  signal: AbortSignal,
): Promise<Verified> {
  const { catalogue, connectorOf, logger, clock } = parts;
  const provider = providerOf(catalogue, integration);
  const connector = connectorOf(integration.provider);
  const settings = settingsFor(catalogue, integration);
  let current = stored;
  const account = (): Promise<Account> =>
    withToken(
      parts,
      integration,
      stored,
      signal,
      (connection) => connector.verify(connection, signal),
      (renewed) => {
        current = renewed;
      },
    );

  const asEnded = (error: unknown): unknown => {
    const end = endOf(connector, { settings, credentials: current.credentials });
    if (end === null || end > clock.now() || !isRefusal(error)) return error;
    const { hint, code } = error;
    return new ProviderFailure('ended', {
      ...(hint !== undefined && { hint }),
      ...(code !== undefined && { code }),
      cause: error,
    });
  };

  const result = await runAttempt({ provider, integrationId: integration.id, logger }, attempt, () =>
    account().catch((error: unknown) => {
      throw asEnded(error);
    }),
  );
  return { ...result, stored: current };
}

type VerifyParts = Pick<
  AttemptDependencies,
  'catalogue' | 'connectorOf' | 'renew' | 'takeTurn' | 'logger' | 'clock'
>;

/** Verifications of the same credentials with the same settings are shared. */
export const keyOf = ({ id, settings }: Integration, { version }: StoredCredentials): string =>
  `${id} ${version} ${JSON.stringify(settings)}`;

/** Runs one verification of an integration at a time in this process; concurrent callers share its outcome. */
export function createVerify(parts: VerifyParts): Verify {
  const { takeTurn, clock } = parts;
  const shared = createSharedPromises<Verified>();

  const run = async (
    integration: Integration,
    stored: StoredCredentials,
    { attempt, onRequest }: VerifyOptions,
  ): Promise<Verified> => {
    const signal = clock.deadline(attemptMs);
    const turn = onRequest ? await takeTurn(integration) : undefined;
    try {
      return await verifyStored(parts, integration, stored, attempt, signal);
    } finally {
      turn?.release();
    }
  };

  return async (integration, stored, options) => {
    const verification = shared.run(keyOf(integration, stored), () => run(integration, stored, options));
    if (await inTime(verification, options.signal)) return verification;
    throw new AttemptInterrupted('the verification takes too long');
  };
}
