import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.fixture.ts';
import { earlyProblemWith, problemWith } from './field-problem.ts';

const text = { name: 'a', label: 'A', type: 'string', required: true } as const;

describe('a value', () => {
  it.each([
    [text, '', 'missing'],
    [text, '  ', 'missing'],
    [text, undefined, 'missing'],
    [{ ...text, required: false }, ' ', undefined],
    [text, 'x'.repeat(4_096), undefined],
    [text, 'x'.repeat(4_097), 'tooLong'],
    [text, '🔑'.repeat(4_096), undefined],
    [{ ...text, pattern: '\\d+' }, ' 12 ', undefined],
    [{ ...text, pattern: '\\d+' }, '12a', 'pattern'],
    [{ ...text, pattern: '^[\\x21-\\x7e]+$' }, 'two words', 'signs'],
    [{ ...text, type: 'integer' }, '12', undefined],
    [{ ...text, type: 'integer' }, '1.5', 'notWhole'],
    [{ ...text, type: 'integer' }, '9007199254740993', 'notWhole'],
    [{ ...text, type: 'boolean' }, false, undefined],
  ] as const)('of %j: %s is %s', (field, value, problem) => {
    expect(problemWith(field, value)).toBe(problem);
  });

  it('is told early only where more signs cannot mend it', () => {
    const digits = { ...text, pattern: '\\d{4}' };
    expect(earlyProblemWith(text, '', { left: true })).toBeUndefined();
    expect(earlyProblemWith(digits, '12', { left: false })).toBeUndefined();
    expect(earlyProblemWith(digits, '12', { left: true })).toBe('pattern');
    expect(earlyProblemWith({ ...text, type: 'integer' }, 'a', { left: false })).toBe('notWhole');
  });

  it('has words of its own for every pattern that a provider has', async () => {
    const fields = (await catalogue()).flatMap(({ connectFields }) => connectFields);
    const patterned = fields.filter(({ pattern }) => pattern !== undefined);
    expect(patterned.length).toBeGreaterThan(0);
    for (const field of patterned) {
      expect(problemWith(field, 'a key with spaces')).toBe('signs');
      expect(problemWith(field, 'aZ09-_.~+/=|')).toBeUndefined();
    }
  });
});
