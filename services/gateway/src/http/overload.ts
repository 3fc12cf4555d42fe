import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, watch } from '@patchbay/telemetry/metrics';
import { Admission } from './admission.ts';
import { hasBody } from './body.ts';
import { type SampleLoopDelay, sampleLoopDelay } from './loop-delay.ts';
import { createOverloadedAnswer, type OverloadedOptions } from './overloaded.ts';
import { splitTarget } from './request-target.ts';

export interface OverloadOptions extends OverloadedOptions {
  /** Requests that may run at once. */
  readonly maxRunning: number;
  readonly logger: Logger;
  /** Default: that of the process. */
  readonly sampleDelay?: SampleLoopDelay;
}

/** Milliseconds between two log lines about refused requests. */
const reportMs = 1_000;

/** Never refused, so that a load balancer does not take an overloaded gateway out and leave its load to the others. */
const isHealthCheck = ({ url = '/' }: IncomingMessage): boolean =>
  url.includes('/health') && splitTarget(url).path === '/health';

/**
 * Counts a request from the arrival of its body until its answer is written. A client that sends its body slowly, or takes the answer
 * slowly, is not counted meanwhile: with enough connections it would make the gateway refuse everybody else.
 */
function countWhileRunning(admission: Admission, request: IncomingMessage, response: ServerResponse): void {
  let isRunning = false;
  let hasEnded = false;
  const begin = (): void => {
    if (hasEnded) return;
    isRunning = true;
    admission.enter();
  };
  const end = (): void => {
    hasEnded = true;
    if (isRunning) admission.leave();
    isRunning = false;
  };
  if (hasBody(request)) request.once('end', begin);
  else begin();
  // `prefinish`: the last part of the answer was handed over. `close`: the client has disconnected before.
  response.on('prefinish', end).on('close', end);
}

/** Refuses requests that the process cannot take, before anything else is done with them. */
export function createOverload(options: OverloadOptions): Component & {
  guard(listener: RequestListener): RequestListener;
} {
  const { maxRunning, logger, sampleDelay = sampleLoopDelay } = options;
  const admission = new Admission(maxRunning);
  const refuse = createOverloadedAnswer(options);
  let refused = 0;
  let reporting: NodeJS.Timeout | undefined;
  let stopSampling: (() => void) | undefined;

  const report = (): void => {
    clearTimeout(reporting);
    reporting = undefined;
    if (refused === 0) return;
    count('requestsShed', refused);
    const { running, limit, delayMs } = admission;
    logger.warn(
      { refused, running, limit, loopDelayMs: Math.round(delayMs) },
      'requests were refused because the gateway is overloaded',
    );
    refused = 0;
  };

  return {
    name: 'overload',
    async start() {
      watch('requestsRunning', {}, () => admission.running);
      stopSampling = sampleDelay((delayMs, now) => admission.sample(delayMs, now));
    },
    async stop() {
      stopSampling?.();
      report();
    },
    guard: (listener) => (request, response) => {
      if (isHealthCheck(request)) listener(request, response);
      else if (admission.isFull) {
        refused += 1;
        reporting ??= setTimeout(report, reportMs).unref();
        refuse(request, response);
      } else {
        countWhileRunning(admission, request, response);
        listener(request, response);
      }
    },
  };
}
