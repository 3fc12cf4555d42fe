import { backoffMs } from '@patchbay/runtime/backoff';
import type { Connection, Connector } from '../connector/connector.ts';
import type { ProviderFailure } from '../connector/failure.ts';

/** Milliseconds before the end of an authorization in which it is reported. */
const reportEndMs = 7 * 86_400_000;

/**
 * The end of the authorization, if it is known. Without a way to renew it ends with the access token at the latest. Used only for
 * the schedule and the warning, because an end from the settings may be wrong.
 */
export function endOf(connector: Pick<Connector, 'renew' | 'endsAt'>, connection: Connection): Date | null {
  const { expiresAt } = connection.credentials;
  const endsAt = connector.endsAt?.(connection) ?? connection.credentials.endsAt;
  if (connector.renew !== undefined || expiresAt === null) return endsAt;
  return endsAt === null || expiresAt < endsAt ? expiresAt : endsAt;
}

export const endsSoon = (end: Date | null, now: Date): end is Date =>
  end !== null && end > now && end.getTime() - now.getTime() <= reportEndMs;

/** A margin, so that the verification at the end finds an authorization that has ended by every clock. */
const afterEndMs = 1_000;

/**
 * Milliseconds until the next verification after a success: the interval with a jitter of a fifth, so that integrations that were
 * connected together are not verified together for ever. Right after the end of the authorization, if that is earlier.
 */
export function nextVerificationMs(
  intervalMs: number,
  end: Date | null,
  now: Date,
  random: number = Math.random(),
): number {
  const regular = intervalMs * (0.8 + 0.4 * random);
  const untilEnd = end === null ? 0 : end.getTime() - now.getTime();
  return untilEnd > 0 ? Math.min(regular, untilEnd + afterEndMs) : regular;
}

/** Milliseconds until a retry: by the number of attempts so far, and at least the wait that the provider asked for. */
export const repeatMs = (
  attempts: number,
  limits: { readonly min: number; readonly max: number },
  retryAfterMs = 0,
): number => Math.max(backoffMs(attempts, limits), retryAfterMs);

/** The shortest and the longest wait until a verification is repeated that has failed transiently, in milliseconds. */
export const retryLimits = (intervalMs: number) => ({ min: Math.min(60_000, intervalMs), max: intervalMs });

/** Milliseconds until the background verifies after an attempt of a person that has failed transiently. */
export const firstRetryMs = (
  intervalMs: number,
  failure: Pick<ProviderFailure, 'retryAfterMs'> | undefined,
): number => repeatMs(1, retryLimits(intervalMs), failure?.retryAfterMs);
