import { variables } from '../settings/environment.ts';

type Facts = readonly (readonly [term: string, meaning: string])[];

/** The environment variables, for help. */
export const environmentVariables: Facts = variables.map(({ name, meaning }) => [name, meaning]);

/** The exit codes, for help. */
export const exitCodeMeanings: Facts = [
  ['0', 'It worked.'],
  ['1', 'It failed.'],
  ['2', 'The command line or the request is wrong.'],
  ['3', 'Something was not found.'],
  ['4', 'You are not signed in.'],
  ['5', 'You may not do that.'],
  ['130', 'Ctrl-C ended it.'],
];
