import { createAuthenticate } from '../credentials/authenticate.ts';
import { refuseForgery } from '../credentials/csrf.ts';
import type { Limiter } from '../limits/limiter.ts';
import { readRawBody } from '../request/body.ts';
import { type Identified, KeyNotRead, Permitted, type Received, type Validated } from '../request/stages.ts';
import { isRelay } from '../request/streaming.ts';
import { validate } from '../request/validate.ts';
import type { Services } from '../services.ts';
import { createResolveAccess } from './access.ts';
import { type AnswerOptions, createAnswer } from './answer.ts';
import { demandFresh } from './fresh.ts';
import { withKeyToRead } from './key-to-read.ts';
import type { Operation } from './operation.ts';

/** Performs operations in stages: each adds to the request what it finds out, or throws where it refuses the request. */
export function createPerform(services: Services, limiter: Limiter, options: AnswerOptions) {
  const authenticate = createAuthenticate(services, limiter);
  const resolveAccess = createResolveAccess(services.organization);
  const answer = createAnswer(services, limiter, options);

  const identify = async (received: Received, operation: Operation): Promise<Identified> => {
    if (operation.credentials === 'none')
      return { ...received, caller: undefined, session: undefined, keyAccess: undefined };
    const identified = await authenticate(received, operation);
    refuseForgery(identified, operation, services.trustedOrigins);
    return identified;
  };

  const count = async (identified: Identified, operation: Operation): Promise<Identified> => {
    await limiter.countCaller(identified.exchange, identified.caller);
    await limiter.countAddress(identified.exchange, operation);
    return identified;
  };

  // Before the limits per value: whoever may not see an organization must not count for it, not even until refused.
  const permit = async (validated: Validated, operation: Operation): Promise<Permitted> => {
    const { exchange, caller } = validated;
    const access = await resolveAccess(validated, operation);
    if (caller !== undefined) exchange.known = { caller, access };
    const permitted = new Permitted(validated, access);
    await demandFresh(permitted, operation, services);
    if (!isRelay(operation)) return permitted;
    // Not before: it takes much memory.
    return new Permitted({ ...validated, body: await readRawBody(exchange, access) }, access);
  };

  /** False: nothing was done, and the request is to be performed with the caller authenticated first. */
  const performWithKeyToRead = async (received: Received, operation: Operation): Promise<boolean> => {
    const keyed = withKeyToRead(received, operation, services.sessionCookie);
    if (keyed === undefined) return false;
    await limiter.refuseAfterFailures(received.exchange);
    let validated: Validated;
    try {
      validated = await validate(keyed, operation);
    } catch {
      // Refusals of the key come first.
      return false;
    }
    try {
      await answer(new Permitted(validated, undefined), operation);
      return true;
    } catch (thrown) {
      if (thrown instanceof KeyNotRead) return false;
      throw thrown;
    }
  };

  return async (received: Received, operation: Operation): Promise<void> => {
    if (await performWithKeyToRead(received, operation)) return;
    const identified = await identify(received, operation);
    const counted = await count(identified, operation);
    const validated = await validate(counted, operation);
    await limiter.countParameters(validated, operation);
    const permitted = await permit(validated, operation);
    await answer(permitted, operation);
  };
}
