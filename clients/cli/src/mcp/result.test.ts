import { ValidationFailed } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { failedResult, mostBytes, resultOf } from './result.ts';

const textsOf = ({ content }: ReturnType<typeof resultOf>): unknown[] =>
  content.map((block) => (block.type === 'text' ? block.text : block));

describe('resultOf', () => {
  it('notes stand in a block of their own', () => {
    expect(textsOf(resultOf('{}', ['One.', 'Two.']))).toEqual(['{}', 'One.\nTwo.']);
    expect(textsOf(resultOf('{}', []))).toEqual(['{}']);
  });

  it('a text of more than 100 kB is cut between characters, and a note says so', () => {
    const [whole, nothing] = textsOf(resultOf('x'.repeat(mostBytes), []));
    expect({ whole, nothing }).toEqual({ whole: 'x'.repeat(mostBytes), nothing: undefined });
    const [text, note] = textsOf(resultOf(`x${'ü'.repeat(mostBytes)}`, ['Request id: 1']));
    expect(text).toBe(`x${'ü'.repeat(mostBytes / 2 - 1)}`);
    expect(note).toMatch(/^The answer was cut after 100 kB\. Ask for less.*\nRequest id: 1$/);
  });
});

describe('failedResult', () => {
  it('an error of the API tells its fields and its request id, without secrets', () => {
    const problem = {
      type: 'about:blank' as const,
      title: 'Bad Request',
      status: 400,
      instance: '/v1/me',
      detail: `pby_${'A'.repeat(46)} is no name.`,
      requestId: '0199',
      errors: [{ path: 'name', message: 'is too short' }],
    };
    const error = new ValidationFailed(problem.detail, new Response(null, { status: 400 }), problem);
    expect(failedResult(error)).toEqual({
      isError: true,
      content: [
        { type: 'text', text: '[hidden API key] is no name.\n  name is too short\nRequest id: 0199' },
      ],
    });
  });
});
