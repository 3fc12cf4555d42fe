import { readConfig } from '@patchbay/config/config';
import { version } from '@patchbay/platform/version';
import { main } from '@patchbay/runtime/main';
import { buildVariables } from './variables.ts';

export interface Program {
  /** The folder in services/ and the file in it: `audit main-migrate`. */
  readonly name: string;
  /**
   * The answer to `--help` of a program that takes no other arguments: any other one is refused. A program that takes some leaves this
   * out, and answers `--help` itself.
   */
  readonly help?: string;
}

/** The output and the exit code if the arguments do not ask to run the program. */
export interface Answer {
  readonly text: string;
  readonly exitCode: 0 | 2;
}

export function answerTo(
  given: readonly string[],
  { name, help }: Program,
  commit: string | undefined,
): Answer | undefined {
  const [first] = given;
  if (first === '--version')
    return { text: `patchbay ${name} ${version}, commit ${commit ?? 'unknown'}`, exitCode: 0 };
  if (help === undefined || first === undefined) return undefined;
  if (first === '--help' || first === '-h') return { text: help, exitCode: 0 };
  return { text: `${first} is not known here\n\n${help}`, exitCode: 2 };
}

/** The body of each program of an image. When it answers `--version` or `--help`, all its modules are loaded and nothing is started. */
export const runProgram = (program: Program, start: () => Promise<void>): Promise<void> =>
  main(async () => {
    const { COMMIT } = readConfig(program.name, buildVariables, process.env);
    const answer = answerTo(process.argv.slice(2), program, COMMIT);
    if (answer === undefined) return start();
    process.exitCode = answer.exitCode;
    (answer.exitCode === 0 ? process.stdout : process.stderr).write(`${answer.text}\n`);
  });
