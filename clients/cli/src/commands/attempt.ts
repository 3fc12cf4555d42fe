import { Failure } from '../failure.ts';
import { cleanLine } from '../output/clean.ts';
import type { Integration } from './find-integration.ts';

/** Whether it was connected after `before`. */
export const isConnected = (after: Integration, before: Integration): boolean =>
  after.connectedAt !== null && after.connectedAt !== before.connectedAt;

/** The error of the last attempt in the words of the API, if it failed after `before` was read. */
export function failureOf(after: Integration, before: Integration): Failure | undefined {
  const { statusDetail, statusCheckedAt, lastError, lastErrorAt } = after;
  const hint = `Run \`patchbay integration connect ${after.id}\` to try again.`;
  if (statusDetail !== null && statusCheckedAt !== before.statusCheckedAt)
    return new Failure(cleanLine(statusDetail), undefined, hint);
  if (lastError !== null && lastErrorAt !== before.lastErrorAt)
    return new Failure(cleanLine(lastError), undefined, hint);
  return undefined;
}
