import type { Answer } from '../../api.ts';

/** The body of an answer; throws if its status is another one. */
export const expected = <Body>(what: string, status: number, answer: Answer<Body>): Body => {
  if (answer.status !== status)
    throw new Error(`${what} answered ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
