/** Variables of the environment that the command line reads. Help, the reference and man pages take them from here. */
export const environmentVariables = [
  ['PATCHBAY_API_KEY', 'An API key. It is used in place of the session of the profile.'],
  ['PATCHBAY_TOKEN', 'The token of a session. It is used in place of the session of the profile.'],
  ['PATCHBAY_HOST', 'The address of the API, as --host.'],
  ['PATCHBAY_ORG', 'The organization, as --org.'],
  ['PATCHBAY_WORKSPACE', 'The workspace, as --workspace.'],
  ['PATCHBAY_PROFILE', 'The profile, as --profile.'],
  ['PATCHBAY_CONFIG_DIR', 'The folder of settings, in place of that of the system.'],
  [
    'PATCHBAY_KEYCHAIN',
    '`off` keeps tokens in a file of the folder of settings, not in the keychain of the system.',
  ],
  ['PATCHBAY_WEBHOOK_SECRET', 'What `patchbay webhook listen` signs with, in place of a new secret.'],
  ['NO_COLOR', 'Turns colours off, whatever its value is.'],
  ['BROWSER', 'The program that opens addresses, in place of that of the system.'],
] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; undefined where it is not set or empty. */
export const valueOf = (
  env: Environment,
  name: (typeof environmentVariables)[number][0],
): string | undefined => env[name] || undefined;
