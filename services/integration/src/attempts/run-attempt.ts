import type { Logger } from '@patchbay/telemetry/logger';
import { count, startAtZero } from '@patchbay/telemetry/metrics';
import { personText } from '@patchbay/text/person-text';
import type { Account } from '../connector/connector.ts';
import { ProviderFailure, sentenceOf, type Tried } from '../connector/failure.ts';
import type { Provider } from '../connector/provider.ts';
import type { Attempt, Outcome } from '../domain/outcome.ts';
import { AttemptInterrupted, isInterruption } from './limits.ts';

/** The most bytes of an account's name: a list of 1,000 integrations has less than 5.2 MB. */
const maxBytes = 120;
const text = personText(1, maxBytes);

/**
 * An account's name as it is stored and shown: on one line, bounded, and without characters that are invisible or change the
 * direction of the text around them, because providers send any text.
 */
export function accountName(name: string | null): string | null {
  const line = (name ?? '').replaceAll(/\s+/g, ' ').trim();
  const { read } = new TextEncoder().encodeInto(line, new Uint8Array(maxBytes));
  return text.fit(line.slice(0, read)) ?? null;
}

/** The outcome of an attempt at a provider, and the failure behind it. */
export interface AttemptResult {
  readonly outcome: Outcome;
  readonly failure?: ProviderFailure;
}

/** The outcome of a failure, with its sentence for people. */
export function outcomeOf(failure: ProviderFailure, tried: Tried, providerName: string): Outcome {
  const sentence = sentenceOf(failure, tried, providerName);
  return failure.kind === 'permanent'
    ? { kind: 'permanent', detail: sentence }
    : { kind: failure.kind, error: sentence };
}

interface Subject {
  readonly provider: Pick<Provider, 'provider' | 'name' | 'authMethod'>;
  readonly integrationId: string;
  readonly logger: Logger;
}

const outcomeName = (failure: ProviderFailure | undefined): Outcome['kind'] | 'interrupted' => {
  if (failure === undefined) return 'success';
  return isInterruption(failure) ? 'interrupted' : failure.kind;
};

/** What attempts are counted by. */
const countedAttempts = ['connect', 'verify', 'enable', 'renew', 'revoke', 'list'] as const;
type CountedAttempt = (typeof countedAttempts)[number];

/** Begins to count the faults of this installation: the first one at a provider is then an increase, and an alert sees it. */
export const countFaultsFromZero = (providers: readonly Pick<Provider, 'provider'>[]): void =>
  startAtZero('providerAttempts', {
    provider: providers.map(({ provider }) => provider),
    attempt: countedAttempts,
    outcome: ['ours' satisfies Outcome['kind']],
  });

/**
 * Counts an attempt. A fault of this installation is logged with the reason and the error code of the provider only: texts of
 * providers may contain secrets. `heard` is the source of the failure. A browser can make errors up, so those are warnings;
 * answers of the provider are errors.
 */
export function report(
  { provider: { provider }, integrationId, logger }: Subject,
  attempt: CountedAttempt,
  failure?: ProviderFailure,
  heard: 'from the provider' | 'from a browser' = 'from the provider',
): void {
  count('providerAttempts', 1, { provider, attempt, outcome: outcomeName(failure) });
  if (failure?.kind !== 'ours') return;
  const { reason, code } = failure;
  const fields = { provider, integration: integrationId, attempt, reason, code };
  if (heard === 'from a browser')
    logger.warn(fields, 'consent callback reported a fault of this installation');
  else logger.error(fields, 'provider attempt failed because of a fault of this installation');
}

/** Counts a consent that the person declined. */
export const reportDeclined = ({ provider: { provider } }: Pick<Subject, 'provider'>): void =>
  count('providerAttempts', 1, { provider, attempt: 'connect', outcome: 'declined' });

/** Counts a failure; throws `AttemptInterrupted` if a limit of ours caused it. */
export function reportFailure(subject: Subject, attempt: CountedAttempt, failure: ProviderFailure): void {
  report(subject, attempt, failure);
  if (isInterruption(failure))
    throw new AttemptInterrupted(`${attempt} at ${subject.provider.provider}: ${failure.message}`, failure);
}

/**
 * Runs an attempt, which ends with an account or a `ProviderFailure`. Throws `AttemptInterrupted` if a limit of ours ended it.
 * Any other error is a bug and is thrown unchanged.
 */
export async function runAttempt(
  subject: Subject,
  attempt: Attempt,
  work: () => Promise<Account>,
): Promise<AttemptResult> {
  try {
    const { name } = await work();
    report(subject, attempt);
    return { outcome: { kind: 'success', account: accountName(name) } };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    reportFailure(subject, attempt, error);
    const { name, authMethod } = subject.provider;
    const byForm = authMethod === 'credentials';
    const tried = attempt !== 'connect' ? 'check' : byForm ? 'form' : 'consent';
    return { outcome: outcomeOf(error, tried, name), failure: error };
  }
}
