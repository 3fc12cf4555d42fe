import { isUnreachable, problemOf } from '../../api/answer.ts';
import { createStore } from './store.ts';

/** Whether the API answers. One message of the frame says so where it does not, in place of one in each part of a page. */
const reachable = createStore(true);

export const isReachable = reachable.get;
export const onReachable = reachable.subscribe;

/** The API has answered, or refused. */
export function noteAnswer(error?: unknown): void {
  const isAnswered = error === undefined || !isUnreachable(problemOf(error));
  if (isAnswered !== reachable.get()) reachable.set(isAnswered);
}
