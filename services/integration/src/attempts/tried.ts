import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import type { Account } from '../connector/connector.ts';
import { ProviderFailure, sentenceOf } from '../connector/failure.ts';
import type { Attempt, Outcome } from '../domain/outcome.ts';
import { accountName } from './account-name.ts';

/** How an attempt at a provider ended, and the failure behind it. */
export interface Tried {
  readonly outcome: Outcome;
  readonly failure?: ProviderFailure;
}

/** What a person reads about a failure, by its kind. */
export function outcomeOf(failure: ProviderFailure, providerName: string): Outcome {
  const sentence = sentenceOf(failure, providerName);
  return failure.kind === 'permanent'
    ? { kind: 'permanent', detail: sentence }
    : { kind: failure.kind, error: sentence };
}

interface Subject {
  readonly provider: { readonly provider: string; readonly name: string };
  readonly integrationId: string;
  readonly logger: Logger;
}

/**
 * Counts an attempt. A failure that lies with this installation is logged as an error, with the reason and the provider's error
 * code only: texts of providers may hold secrets.
 */
export function report(
  { provider: { provider }, integrationId, logger }: Subject,
  attempt: Attempt | 'renew' | 'revoke',
  failure?: ProviderFailure,
  outcome: Outcome['kind'] = failure?.kind ?? 'success',
): void {
  count('providerAttempts', 1, { provider, attempt, outcome });
  if (failure?.kind !== 'ours') return;
  const { reason, code } = failure;
  logger.error(
    { provider, integration: integrationId, attempt, reason, code },
    'a provider could not be used for a reason that lies with this installation',
  );
}

/** Runs an attempt that ends with an account or a `ProviderFailure`. Any other error is a bug and passes through. */
export async function tryAt(
  subject: Subject,
  attempt: Attempt,
  work: () => Promise<Account>,
): Promise<Tried> {
  try {
    const { name } = await work();
    report(subject, attempt);
    return { outcome: { kind: 'success', account: accountName(name) } };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    report(subject, attempt, error);
    return { outcome: outcomeOf(error, subject.provider.name), failure: error };
  }
}
