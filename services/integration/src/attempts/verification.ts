import type { Account } from '../connector/connector.ts';
import type { Credentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import type { Attempt } from '../domain/outcome.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import type { AttemptParts } from './parts.ts';
import { providerOf, settingsFor } from './provider-of.ts';
import { endOf } from './schedule.ts';
import { type Tried, tryAt } from './tried.ts';

/** The outcome of a verification, and the credentials that it used last. */
export interface Verified extends Tried {
  readonly stored: StoredCredentials;
}

/** A token that ends during the verification is renewed before it. */
const marginMs = 30_000;

const hasExpired = ({ expiresAt }: Credentials): boolean =>
  expiresAt !== null && expiresAt.getTime() - marginMs <= Date.now();

const isRefusal = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && (error.reason === 'refused' || error.reason === 'unauthorized');

/**
 * Verifies stored credentials. An access token that has expired, or that the provider refuses, is renewed once; after that a refusal
 * is final, and a renewal that is refused is what the outcome tells. Where only the known end of the authorization has passed, the
 * provider is asked all the same, and its refusal is told as that end.
 */
export async function verifyStored(
  {
    catalogue,
    connectorOf,
    renew,
    logger,
  }: Pick<AttemptParts, 'catalogue' | 'connectorOf' | 'renew' | 'logger'>,
  integration: Integration,
  stored: StoredCredentials,
  attempt: Exclude<Attempt, 'connect'>,
  signal: AbortSignal,
): Promise<Verified> {
  const provider = providerOf(catalogue, integration);
  const connector = connectorOf(integration.provider);
  const settings = settingsFor(catalogue, integration);
  let current = stored;
  const connection = () => ({ settings, credentials: current.credentials });
  const verify = (): Promise<Account> => connector.verify(connection(), signal);
  const verifyRenewed = async (): Promise<Account> => {
    current = await renew(integration, current, signal);
    return verify();
  };

  const account = async (): Promise<Account> => {
    if (connector.renew === undefined) return verify();
    if (hasExpired(current.credentials)) return verifyRenewed();
    return verify().catch((error: unknown) => {
      if (error instanceof ProviderFailure && error.reason === 'unauthorized') return verifyRenewed();
      throw error;
    });
  };

  const asEnded = (error: unknown): unknown => {
    const end = endOf(connector, connection());
    if (end === null || end.getTime() > Date.now() || !isRefusal(error)) return error;
    const { hint, code } = error;
    return new ProviderFailure('ended', {
      ...(hint !== undefined && { hint }),
      ...(code !== undefined && { code }),
      cause: error,
    });
  };

  const tried = await tryAt({ provider, integrationId: integration.id, logger }, attempt, () =>
    account().catch((error: unknown) => {
      throw asEnded(error);
    }),
  );
  return { ...tried, stored: current };
}
