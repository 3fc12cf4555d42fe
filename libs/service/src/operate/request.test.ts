import { emailAddress } from '@patchbay/text/email-address';
import { describe, expect, it } from 'vitest';
import { type Subject, useOf } from './request.ts';

const people: Subject<'show' | 'remove'> = {
  noun: 'person',
  called: 'email address',
  rule: emailAddress,
  verbs: ['show', 'remove'],
  confirmed: ['remove'],
  elsewhere: { organization: 'organization' },
};
const operator = ['--by', ' Olga ', '--reason', 'ticket 7'];

describe('the arguments of main-operate', () => {
  it('name the person, the operator and the reason, each normalized', () => {
    expect(useOf(['person', 'show', 'Ada@Acme.example', ...operator], people)).toEqual({
      verb: 'show',
      name: 'ada@acme.example',
      operator: { by: 'Olga', reason: 'ticket 7' },
      json: false,
    });
  });

  it('may stand in any order, with --json', () => {
    expect(useOf(['--json', ...operator, 'person', 'show', 'ada@acme.example'], people)).toMatchObject({
      verb: 'show',
      json: true,
    });
  });

  it('confirm what cannot be undone by the name once more', () => {
    const given = ['person', 'remove', 'ada@acme.example', ...operator, '--confirm', 'ada@acme.example'];
    expect(useOf(given, people)).toMatchObject({ verb: 'remove' });
  });

  it.each([[[]], [['--help']], [['-h']], [['help']], [['person', 'show', '--help']]])(
    '%j asks for the help',
    (given) => {
      expect(useOf(given, people)).toBe('help');
    },
  );

  it.each([
    [['workspace', 'show', 'x', ...operator], 'workspace is not known here'],
    [['organization', 'show', 'acme', ...operator], 'run main-operate in the image of organization'],
    [['person', ...operator], 'person must be followed by show, remove'],
    [['person', 'show', ...operator], 'show needs one email address'],
    [['person', 'show', 'ada', ...operator], 'the email address must be an email address'],
    [['person', 'show', 'a@b.example', '--reason', 'x'], '--by is missing'],
    [['person', 'show', 'a@b.example', '--by', 'Olga'], '--reason is missing'],
    [
      ['person', 'show', 'a@b.example', '--by', 'Olga', '--reason', 'x'.repeat(201)],
      '--reason must have 1 to 200 characters',
    ],
    [['person', 'show', 'a@b.example', '--by', 'Ol\u001bga', '--reason', 'x'], '--by must'],
    [['person', 'show', 'a@b.example', ...operator, '--force'], '--force'],
    [['person', 'show', 'a@b.example', ...operator, '--confirm', 'a@b.example'], 'does not know --confirm'],
    [['person', 'remove', 'a@b.example', ...operator], 'remove needs --confirm a@b.example'],
    [['person', 'remove', 'a@b.example', ...operator, '--confirm', 'c@d.example'], '--confirm a@b.example'],
  ])('%j are refused', (given, reason) => {
    expect(() => useOf(given, people)).toThrow(reason);
  });
});
