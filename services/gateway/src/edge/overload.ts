import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Failure } from '@patchbay/errors/failure';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, startAtZero, watch } from '@patchbay/telemetry/metrics';
import type { RequestHandler } from 'express';
import { Admission } from './admission.ts';

/** Milliseconds between two samples of the event loop's delay. */
const sampleMs = 20;

/** Calls `take` about every 20 ms with the milliseconds by which the event loop ran the timer too late; returns how to stop it. */
export type SampleLoopDelay = (take: (delayMs: number, now: number) => void) => () => void;

const sampleLoopDelay: SampleLoopDelay = (take) => {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    take(Math.max(0, now - last - sampleMs), now);
    last = now;
  }, sampleMs);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * The failure of a request that the process cannot take; `internal` is for logs. `Retry-After` is random, 1 to 5 seconds, so that clients
 * that were refused together do not come back together.
 */
export const overloaded = (internal?: string): Failure =>
  new Failure('unavailable', 'The service is overloaded. Try again later.', {
    ...(internal !== undefined && { internal }),
    retryAfterSeconds: randomInt(1, 6),
  });

/** A request that counts as running, from its headers until its handler has returned or its client has disconnected. */
export class RunningRequest {
  readonly #admission: Admission;
  readonly #onRefused: () => void;
  #isCounted = true;
  #hasEnded = false;

  constructor(admission: Admission, onRefused: () => void) {
    this.#admission = admission;
    this.#onRefused = onRefused;
    admission.enter();
  }

  /** Stops counting the request: while it waits for its client, or because another bound counts it. */
  leave(): void {
    if (this.#isCounted) this.#admission.leave();
    this.#isCounted = false;
  }

  /** Counts the request again. Throws `overloaded` where too many run. */
  enter(): void {
    if (this.#isCounted || this.#hasEnded) return;
    if (this.#admission.isFull) {
      this.#onRefused();
      throw overloaded('too many requests run');
    }
    this.#admission.enter();
    this.#isCounted = true;
  }

  /** Stops counting the request for good. */
  end(): void {
    this.leave();
    this.#hasEnded = true;
  }
}

const running = new WeakMap<ServerResponse, RunningRequest>();

/** Undefined where the request is not counted: a health check. */
export const runningRequestOf = (response: ServerResponse): RunningRequest | undefined =>
  running.get(response);

export interface OverloadOptions {
  /** Requests that may run at once. */
  readonly maxRunning: number;
  readonly logger: Logger;
  /** Default: that of the process. */
  readonly sampleDelay?: SampleLoopDelay | undefined;
}

/** Milliseconds between two log lines about refused requests. */
const reportMs = 1_000;

/** Refuses requests that the process cannot take, by the requests that run and the delay of the event loop. */
export function createOverload({
  maxRunning,
  logger,
  sampleDelay = sampleLoopDelay,
}: OverloadOptions): Component & { readonly admit: RequestHandler } {
  startAtZero('requestsShed');
  const admission = new Admission(maxRunning);
  let refused = 0;
  let reporting: NodeJS.Timeout | undefined;
  let stopSampling: (() => void) | undefined;

  /** Until nothing runs and the limit is the highest again: an idle process wakes for no samples. */
  const startSampling = (): void => {
    stopSampling ??= sampleDelay((delayMs, now) => {
      admission.sample(delayMs, now);
      if (admission.isAtRest) endSampling();
    });
  };
  const endSampling = (): void => {
    stopSampling?.();
    stopSampling = undefined;
  };

  const report = (): void => {
    clearTimeout(reporting);
    reporting = undefined;
    if (refused === 0) return;
    count('requestsShed', refused);
    const { running: runs, limit, delayMs } = admission;
    logger.warn(
      { refused, running: runs, limit, loopDelayMs: Math.round(delayMs) },
      'requests refused because the gateway is overloaded',
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
    },
    async stop() {
      endSampling();
      report();
    },
    admit(request, response, next) {
      // Health checks are never refused, so that a load balancer does not take an overloaded gateway out and leave its load to
      // the others.
      if (request.path === '/health') next();
      else if (admission.isFull) {
        countRefused();
        next(overloaded());
      } else {
        startSampling();
        const counted = new RunningRequest(admission, countRefused);
        running.set(response, counted);
        response.once('close', () => counted.end());
        next();
      }
    },
  };
}
