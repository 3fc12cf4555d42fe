import { toFailure } from '@patchbay/errors/failure';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { sendAnswer } from '../answer/answer.ts';
import { type Lines, sendLines } from '../answer/ndjson.ts';
import { type Relayed, sendRelayed } from '../answer/relayed.ts';
import { createWaitingAnswers } from '../answer/waiting-answers.ts';
import type { Limiter } from '../limits/limiter.ts';
import { createListTurns } from '../limits/list-turns.ts';
import { createRunningStreams, exportBounds, relayBounds } from '../limits/running-streams.ts';
import { withKey } from '../request/idempotency.ts';
import type { Permitted } from '../request/stages.ts';
import type { Services } from '../services.ts';
import { ownerIn } from './group.ts';
import { readKeyWith } from './key-to-read.ts';
import type { Operation } from './operation.ts';

export interface AnswerOptions {
  /** Default: streamed answers and lists are counted in this process alone. */
  readonly counts?: SharedCounts | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The last stage: counts a request for what it asks, runs the handler of its operation, and sends what that returns. */
export function createAnswer(services: Services, limiter: Limiter, { counts, logger, clock }: AnswerOptions) {
  const runExport = createRunningStreams(exportBounds, { counts, clock });
  const runRelayed = createRunningStreams(relayBounds, { counts, clock });
  const takeListTurn = createListTurns({ counts, clock });
  const countWaiting = createWaitingAnswers(logger);

  const handle = async (request: Permitted, operation: Operation): Promise<unknown> => {
    using attempt = await limiter.beginAttempt(request, operation, services);
    try {
      const result = await readKeyWith(request, operation, limiter, async () =>
        operation.handle(request, services),
      );
      if (request.isRefused) await attempt?.countRefusal();
      return result;
    } catch (thrown) {
      if (operation.failedCredential?.(toFailure(thrown))) await limiter.countFailure(request.exchange);
      throw thrown;
    }
  };

  const send = async (permitted: Permitted, { answer }: Operation, result: unknown): Promise<void> => {
    const { exchange, params, callerId } = permitted;
    const { status, stream, streamsPer } = answer;
    if (stream === undefined) {
      sendAnswer(exchange, status, result);
      // All answers with an asset share its memory.
      if (!answer.isAsset) countWaiting(exchange, callerId);
      return;
    }
    const run = stream === 'relay' ? runRelayed : runExport;
    using held = new DisposableStack();
    held.use(await run(permitted, streamsPer?.of(permitted)));
    if (stream === 'relay') await sendRelayed(exchange, result as Relayed);
    else await sendLines(exchange, { status, fileName: answer.fileName?.(params) }, result as Lines);
  };

  return async (permitted: Permitted, operation: Operation): Promise<void> => {
    const counted = await limiter.countInput(permitted, operation, services);
    try {
      using held = new DisposableStack();
      if (operation.answer.isList) held.use(await takeListTurn(permitted, ownerIn(operation)));
      const keyed = withKey(permitted, operation, logger);
      const result = await handle(keyed.request, operation);
      if (keyed.tellReplay()) await counted.giveBack();
      await send(permitted, operation, result);
    } catch (thrown) {
      // A streamed answer can be refused until its first part is there. One that fails later was not refused, and counts.
      if (!permitted.exchange.response.headersSent) await counted.giveBackAfter(thrown);
      throw thrown;
    }
  };
}
