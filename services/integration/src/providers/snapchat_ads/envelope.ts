import type { Json } from '@patchbay/outgoing/json';
import type { ProviderAnswer } from '../../connector/call.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, textAt } from '../../connector/json-path.ts';
import { listIn } from '../../connector/pages.ts';

/** The documentation writes it in lower case, the API in upper case. */
export const isSuccess = (status: string | undefined): boolean => status?.toUpperCase() === 'SUCCESS';

/** A part of the answer may fail by itself. What is left out of a status is a success of the whole. */
const isGood = (item: Json): boolean => isSuccess(textAt(item, 'sub_request_status') ?? 'SUCCESS');

/**
 * The entities of a list, each of which is wrapped with a status of its own. Those that failed are left out; a list of which
 * nothing else is left is no empty one.
 */
export function entitiesIn(answer: ProviderAnswer, plural: string, singular: string): readonly Json[] {
  const items = listIn(answer, plural);
  const good = items.filter(isGood).flatMap((item) => at(item, singular) ?? []);
  if (items.length > 0 && good.length === 0)
    throw new ProviderFailure('unavailable', { code: 'sub_request_status' });
  return good;
}
