import { randomInt } from 'node:crypto';
import { Failure } from '@patchbay/errors/failure';

const detail = 'The service is overloaded. Try again later.';

/** Seconds in `Retry-After`, each as often as the others: clients that were refused together do not come back together. */
export const retryAfterSeconds = (): number => randomInt(1, 6);

/** For requests that are refused by their headers alone: created once, because its stack trace holds no information. */
export const overloaded = new Failure('unavailable', detail);

/** For requests that are refused in the pipeline; `internal` is for logs. */
export const overloadedNow = (internal: string): Failure =>
  new Failure('unavailable', detail, { internal, retryAfterSeconds: retryAfterSeconds() });
