import { z } from 'zod';

/**
 * The field `can` of an organization or workspace. Its items are no enum: a client that was generated today accepts the operations of
 * tomorrow.
 */
export const canIn = (place: string, exceptions: string) =>
  z.array(z.string()).meta({
    description: `The operations under the path of ${place} that the caller's role and credential allow now, by their ids, in the order of this document. It does not consider what else can refuse a request: the state of what it is about, a missing grant, a limit. ${exceptions} Ask it instead of repeating the rules of roles and keys. Ignore ids that you do not know: new versions add some.`,
  });
