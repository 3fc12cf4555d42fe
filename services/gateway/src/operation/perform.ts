import type { RelayResponse } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { toFailure } from '@patchbay/errors/failure';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { sendAnswer } from '../answer/answer.ts';
import { type Lines, sendLines } from '../answer/ndjson.ts';
import { sendRelayed } from '../answer/relayed.ts';
import { createWaitingAnswers } from '../answer/waiting-answers.ts';
import { createAuthenticate } from '../credentials/authenticate.ts';
import { refuseForgery } from '../credentials/csrf.ts';
import type { Limiter } from '../limits/limiter.ts';
import { createListTurns } from '../limits/list-turns.ts';
import { createRunningStreams, exportBounds, relayBounds } from '../limits/running-streams.ts';
import { readRawBody } from '../request/body.ts';
import type { Exchange } from '../request/exchange.ts';
import { createWithKey } from '../request/idempotency.ts';
import { isRelay } from '../request/streaming.ts';
import { validate } from '../request/validate.ts';
import type { Services } from '../services.ts';
import { createResolveAccess } from './access.ts';
import { demandFresh } from './fresh.ts';
import { ownerOf } from './group.ts';
import type { Operation } from './operation.ts';

export interface PerformOptions {
  /** Default: streamed answers are counted in this process alone. */
  readonly counts?: SharedCounts | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Runs the steps of an operation in order and sends the answer; a step that refuses the request throws. */
export function createPerform(
  services: Services,
  limiter: Limiter,
  { counts, logger, clock }: PerformOptions,
) {
  const authenticate = createAuthenticate(services, limiter);
  const resolveAccess = createResolveAccess(services.organization);
  const withKey = createWithKey(logger);
  const runStream = createRunningStreams(exportBounds, { counts, clock });
  const runRelayed = createRunningStreams(relayBounds, { counts, clock });
  const inListTurn = createListTurns(clock);
  const countWaiting = createWaitingAnswers(logger);

  const handle = async (exchange: Exchange, operation: Operation): Promise<unknown> => {
    try {
      return await operation.handle(exchange, services);
    } catch (thrown) {
      if (operation.failedCredential?.(toFailure(thrown))) await limiter.countFailure(exchange);
      throw thrown;
    }
  };

  const send = async (exchange: Exchange, { answer }: Operation, result: unknown): Promise<void> => {
    if (answer.stream === undefined) {
      sendAnswer(exchange, answer.status, result);
      // All answers with an asset share its memory.
      if (!answer.isAsset) countWaiting(exchange);
      return;
    }
    if (answer.stream === 'relay') {
      await runRelayed(exchange, answer.streamsPer?.of(exchange), () =>
        sendRelayed(exchange, result as AsyncIterable<RelayResponse>),
      );
      return;
    }
    const head = { status: answer.status, fileName: answer.fileName?.(exchange.params) };
    await runStream(exchange, answer.streamsPer?.of(exchange), () =>
      sendLines(exchange, head, result as Lines),
    );
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
    await resolveAccess(exchange, operation);
    await demandFresh(exchange, operation, services);
    // Not before: it takes much memory.
    if (isRelay(operation)) exchange.body = await readRawBody(exchange);
    const answer = async (giveBack: () => Promise<void>): Promise<void> => {
      const result = await withKey(exchange, operation, () =>
        limiter.countRefusal(exchange, operation, services, () => handle(exchange, operation)),
      );
      if (exchange.isReplay) await giveBack();
      await send(exchange, operation, result);
    };
    const service = ownerOf[operation.group];
    await limiter.countInput(exchange, operation, services, (giveBack) =>
      operation.answer.isList ? inListTurn(exchange, service, () => answer(giveBack)) : answer(giveBack),
    );
  };
}
