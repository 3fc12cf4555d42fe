import type { Account } from '../connector/connector.ts';
import type { Credentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import type { Attempt } from '../domain/outcome.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import type { AttemptParts } from './parts.ts';
import { providerOf, settingsFor } from './provider-of.ts';
import { type Tried, tryAt } from './tried.ts';

/** The outcome of a verification, and the credentials that it used last. */
export interface Verified extends Tried {
  readonly stored: StoredCredentials;
}

/** A token that ends during the verification is renewed before it. */
const marginMs = 30_000;

function isOver({ expiresAt, endsAt }: Credentials, now: number): boolean {
  return (
    (expiresAt !== null && expiresAt.getTime() - marginMs <= now) || (endsAt?.getTime() ?? now + 1) <= now
  );
}

/**
 * Verifies stored credentials. An access token that has ended, or that the provider refuses, is renewed once; after that a
 * refusal is final.
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
  const verify = (): Promise<Account> =>
    connector.verify({ settings, credentials: current.credentials }, signal);

  /** Whether there was anything to renew. */
  const renewed = async (): Promise<boolean> => {
    if (connector.renew === undefined) return false;
    try {
      current = await renew(integration, current, signal);
      return true;
    } catch (error) {
      if (error instanceof ProviderFailure && error.reason === 'ended') return false;
      throw error;
    }
  };

  const account = async (): Promise<Account> => {
    if (isOver(current.credentials, Date.now())) {
      if (!(await renewed())) throw new ProviderFailure('ended');
      return verify();
    }
    try {
      return await verify();
    } catch (error) {
      const refused = error instanceof ProviderFailure && error.reason === 'unauthorized';
      if (!refused || !(await renewed())) throw error;
      return verify();
    }
  };

  const tried = await tryAt({ provider, integrationId: integration.id, logger }, attempt, account);
  return { ...tried, stored: current };
}
