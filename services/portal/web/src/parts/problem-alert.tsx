import type { Problem } from '../api/answer.ts';
import { words } from '../words/words.ts';
import { Alert } from './alert.tsx';
import { RequestId } from './request-id.tsx';

/** In words, for problems that no page has words of its own for. */
export function textOf({ status, detail, retryAfter }: Problem): string {
  const { common } = words;
  if (status === 0) return common.offline;
  if (status === 429) return common.tooMany(retryAfter ?? 60);
  if (status === 503 || status === 504) return common.unavailable;
  if (status >= 500) return common.unexpected;
  return detail ?? common.unexpected;
}

/** A request that failed: why, in words, and the request to quote. */
export const ProblemAlert = ({ problem }: { readonly problem: Problem }) => (
  <Alert kind="failure">
    <p>{textOf(problem)}</p>
    {problem.requestId !== undefined && <RequestId id={problem.requestId} />}
  </Alert>
);
