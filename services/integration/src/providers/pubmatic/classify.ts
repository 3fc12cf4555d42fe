import type { Json } from '@patchbay/outgoing/json';
import type { Classify } from '../../connector/call.ts';
import { failureWith } from '../../connector/classify.ts';

const tokenExpired = 'access_token_expired';

/** Whether an object anywhere in the body has this `errorCode`. */
function hasErrorCode(body: Json | undefined, code: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(
    ([name, value]: [string, Json]) => (name === 'errorCode' && value === code) || hasErrorCode(value, code),
  );
}

export const classifyPubmatic: Classify = (answer, at) => {
  // A SOAP fault: what PubMatic answers for a path that it does not have.
  if (answer.status === 500 && /invalid api/i.test(answer.text))
    return failureWith('client_refused', answer, { code: 'invalid api' });
  if (answer.status < 500 && hasErrorCode(answer.body, tokenExpired))
    return failureWith('unauthorized', answer, { code: tokenExpired });
  // Besides constants a login and a refresh hold only what the client entered or was given.
  if (at === 'token' && answer.status === 400) return failureWith('refused', answer);
  return undefined;
};
