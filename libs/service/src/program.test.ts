import { version } from '@patchbay/platform/version';
import { describe, expect, it } from 'vitest';
import { answerTo } from './program.ts';

const name = 'shop main-migrate';
const help = 'Does it.';

describe('the arguments of a program', () => {
  it('--version is answered with the program, the version and the commit', () => {
    expect(answerTo(['--version'], { name }, '4f9d2c1')).toEqual({
      text: `patchbay shop main-migrate ${version}, commit 4f9d2c1`,
      exitCode: 0,
    });
    expect(answerTo(['--version'], { name, help }, undefined)?.text).toMatch(/, commit unknown$/);
  });

  it('a program without arguments answers --help, refuses any other argument, and runs without one', () => {
    expect(answerTo(['--help'], { name, help }, undefined)).toEqual({ text: help, exitCode: 0 });
    expect(answerTo(['-h'], { name, help }, undefined)).toEqual({ text: help, exitCode: 0 });
    expect(answerTo(['--dry-run'], { name, help }, undefined)).toEqual({
      text: `--dry-run is not known here\n\n${help}`,
      exitCode: 2,
    });
    expect(answerTo([], { name, help }, undefined)).toBeUndefined();
  });

  it('a program with arguments of its own gets them all but --version', () => {
    for (const given of [[], ['--help'], ['list', '--version']])
      expect(answerTo(given, { name }, undefined)).toBeUndefined();
  });
});
