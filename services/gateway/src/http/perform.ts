import { toFailure } from '@patchbay/errors/failure';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { resolveAccess } from './access.ts';
import { sendAnswer } from './answer.ts';
import { createAuthenticator } from './authenticate.ts';
import { refuseForgery } from './csrf.ts';
import type { Exchange } from './exchange.ts';
import type { WithKey } from './idempotency.ts';
import type { Limiter } from './limits.ts';
import { type Lines, sendLines } from './lines.ts';
import { createRunningStreams } from './running-streams.ts';
import { validate } from './validate.ts';

/** Runs the stages of an operation in order and sends the answer; a stage that refuses the request throws. */
export function createPerformer(services: Services, limiter: Limiter, withKey: WithKey) {
  const authenticate = createAuthenticator(services, limiter);
  const runStream = createRunningStreams();

  const handle = async (exchange: Exchange, operation: Operation): Promise<unknown> => {
    try {
      return await operation.handle(exchange, services);
    } catch (thrown) {
      if (operation.failedCredential?.(toFailure(thrown))) await limiter.countFailure(exchange);
      throw thrown;
    }
  };

  return async (exchange: Exchange, operation: Operation): Promise<void> => {
    if (operation.credentials !== 'none') {
      await authenticate(exchange, operation);
      refuseForgery(exchange, operation, services.trustedOrigins);
      await limiter.countCaller(exchange);
    }
    await limiter.countAddress(exchange, operation);
    await validate(exchange, operation);
    await limiter.countParameters(exchange, operation);
    // Before the limits per value: whoever may not see an organization must not count for it, not even until refused.
    await resolveAccess(exchange, operation, services.organization);
    await limiter.countInput(exchange, operation, services, async (giveBack) => {
      const result = await withKey(exchange, operation, () => handle(exchange, operation));
      if (exchange.isReplay) await giveBack();
      const { answer } = operation;
      if (answer.stream === 'ndjson') {
        const { status } = answer;
        const fileName = answer.fileName?.(exchange.params);
        const send = () => sendLines(exchange, { status, fileName }, result as Lines);
        await runStream(exchange, answer.streamsPer?.of(exchange), send);
      } else sendAnswer(exchange, answer.status, result);
    });
  };
}
