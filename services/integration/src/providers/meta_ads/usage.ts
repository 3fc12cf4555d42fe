import { boundedWaitMs } from '@patchbay/outgoing/answer';
import { parseJson } from '@patchbay/outgoing/json';
import { listAt, textAt } from '../../connector/json-path.ts';

/**
 * Milliseconds until the limits let requests through again: the longest `estimated_time_to_regain_access`, in minutes, of the
 * header `x-business-use-case-usage`, which lists the limits of each business. Undefined where none is reached.
 */
export function regainedAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const usage = parseJson(headers['x-business-use-case-usage'] ?? '');
  const businesses = typeof usage === 'object' && usage !== null ? Object.keys(usage) : [];
  const minutes = businesses
    .flatMap((business) => listAt(usage, business))
    .map((limit) => Number(textAt(limit, 'estimated_time_to_regain_access')))
    .filter((value) => value > 0);
  return minutes.length === 0 ? undefined : boundedWaitMs(Math.max(...minutes) * 60_000);
}
