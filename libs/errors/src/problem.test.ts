import { describe, expect, it } from 'vitest';
import { Failure, internal, invalid } from './failure.ts';
import { toProblem } from './problem.ts';

describe('a problem document', () => {
  it('a problem document names every field of a validation failure', () => {
    const problem = toProblem(invalid({ path: 'a.b', message: 'too long' }), {
      instance: '/v1/me',
      requestId: 'r1',
    });
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Validation Failed',
      status: 400,
      instance: '/v1/me',
      requestId: 'r1',
      errors: [{ path: 'a.b', message: 'too long' }],
    });
  });

  it('a problem document keeps the bounds of number and length of problems', () => {
    const named = (length: number, path: string) =>
      invalid(...Array.from({ length }, () => ({ path, message: 'is not known' })));
    const errorsOf = (failure: Failure) => toProblem(failure, { instance: '/' }).errors;
    expect(errorsOf(named(1_990, 'a'))).toHaveLength(100);
    expect(errorsOf(named(1, 'a'.repeat(250_000)))).toEqual([
      { path: `${'a'.repeat(200)}…`, message: 'is not known' },
    ]);
  });

  it('a problem document has the public text and no internal text', () => {
    const failure = new Failure('conflict', 'The slug is taken.', {
      internal: 'unique violation organizations_slug',
    });
    expect(toProblem(failure, { instance: '/' })).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'The slug is taken.',
      instance: '/',
    });
    expect(toProblem(internal('boom'), { instance: '/' })).not.toHaveProperty('detail');
  });
});
