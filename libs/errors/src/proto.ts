import { create } from '@bufbuild/protobuf';
import {
  type Failure as FailureMessage,
  FailureSchema,
} from '@patchbay/contracts/patchbay/common/v1/failure';
import { Failure, type FailureCode } from './failure.ts';
import { bounded } from './field-problems.ts';
import { statusOf } from './problem.ts';
import { isRefusalReason } from './refusal.ts';

/** The public part of a failure and its reason, for the calling service. */
export const failureToProto = (failure: Failure): FailureMessage =>
  create(FailureSchema, {
    code: failure.code,
    publicText: failure.publicText ?? '',
    problems: [...bounded(failure.problems)],
    retryAfterSeconds: failure.retryAfterSeconds ?? 0,
    reason: failure.reason ?? '',
  });

const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(statusOf, code);

/** The failure that a service sent; undefined where its code is unknown. `internal` is its text for logs. */
export function failureFromProto(
  { code, publicText, problems, retryAfterSeconds, reason }: FailureMessage,
  internal: string,
  cause?: unknown,
): Failure | undefined {
  if (!isFailureCode(code)) return undefined;
  return new Failure(code, publicText || undefined, {
    internal,
    problems: problems.map(({ path, message }) => ({ path, message })),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    ...(isRefusalReason(reason) && { reason }),
    cause,
  });
}
