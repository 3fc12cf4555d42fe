import type { IncomingMessage, RequestListener } from 'node:http';
import { Failure } from '@patchbay/errors/failure';
import { splitTarget } from '@patchbay/http/request-target';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, watch } from '@patchbay/telemetry/metrics';
import { Admission } from './admission.ts';
import { createEarlyRefusal, type RefusalOptions } from './early-refusal.ts';
import { type SampleLoopDelay, sampleLoopDelay } from './loop-delay.ts';
import { overloaded } from './overload-failure.ts';
import { boundPipelined, maxPipelined } from './pipelined.ts';
import { keepPlace, Place } from './place.ts';

export interface OverloadOptions extends RefusalOptions {
  /** Requests that may run at once. */
  readonly maxRunning: number;
  readonly logger: Logger;
  /** Default: that of the process. */
  readonly sampleDelay?: SampleLoopDelay;
}

const tooManyPipelined = new Failure(
  'unavailable',
  `At most ${maxPipelined} requests of a connection may wait for the answer to an earlier one.`,
);

/** Milliseconds between two log lines about refused requests. */
const reportMs = 1_000;

/** Never refused, so that a load balancer does not take an overloaded gateway out and leave its load to the others. */
const isHealthCheck = ({ url = '/' }: IncomingMessage): boolean =>
  url.includes('/health') && splitTarget(url).path === '/health';

/** Refuses requests that the process cannot take, before anything else is done with them. */
export function createOverload(options: OverloadOptions): Component & {
  guard(listener: RequestListener): RequestListener;
} {
  const { maxRunning, logger, sampleDelay = sampleLoopDelay } = options;
  const admission = new Admission(maxRunning);
  const refuse = createEarlyRefusal(options, { failure: overloaded });
  const refusePipelined = createEarlyRefusal(options, { failure: tooManyPipelined, closes: true });
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

  const countRefused = (): void => {
    refused += 1;
    reporting ??= setTimeout(report, reportMs).unref();
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
    guard: (listener) =>
      boundPipelined((request, response) => {
        if (isHealthCheck(request)) listener(request, response);
        else if (admission.isFull) {
          countRefused();
          refuse(request, response);
        } else {
          keepPlace(response, new Place(admission, countRefused));
          listener(request, response);
        }
      }, refusePipelined),
  };
}
