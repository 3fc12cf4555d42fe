/** What the environment says to every command. */
export const environmentVariables: readonly (readonly [name: string, meaning: string])[] = [
  ['PATCHBAY_API_KEY', 'An API key to use in place of a session.'],
  ['PATCHBAY_HOST', 'The address of the API, as `--host`.'],
  ['PATCHBAY_PROFILE', 'The profile, as `--profile`.'],
  ['PATCHBAY_ORG', 'The organization, as `--org`.'],
  ['PATCHBAY_WORKSPACE', 'The workspace, as `--workspace`.'],
  ['PATCHBAY_CONFIG_DIR', 'The folder of settings.'],
  ['PATCHBAY_KEYCHAIN', '`off` keeps tokens in a file, not in the keychain of the system.'],
  ['BROWSER', 'The program that opens addresses.'],
  ['NO_COLOR', 'Any value turns colours off.'],
];

/** What a process ends with, for people. */
export const exitCodeMeanings: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'It worked.'],
  ['1', 'It failed.'],
  ['2', 'The command line or the request is wrong.'],
  ['3', 'Something was not found.'],
  ['4', 'You are not signed in.'],
  ['5', 'You may not do that.'],
  ['130', 'Ctrl-C ended it.'],
];
