/** Variables of the environment that the command line reads. Help, the reference and man pages take them from here. */
export const variables = [
  {
    name: 'PATCHBAY_API_KEY',
    meaning: 'An API key. It is used in place of the session of the profile.',
  },
  {
    name: 'PATCHBAY_TOKEN',
    meaning: 'The token of a session. It is used in place of the session of the profile.',
  },
  { name: 'PATCHBAY_HOST', meaning: 'The address of the API, as --host.' },
  { name: 'PATCHBAY_ORG', meaning: 'The organization, as --org.' },
  { name: 'PATCHBAY_WORKSPACE', meaning: 'The workspace, as --workspace.' },
  { name: 'PATCHBAY_PROFILE', meaning: 'The profile, as --profile.' },
  { name: 'PATCHBAY_CONFIG_DIR', meaning: 'The folder of settings, in place of that of the system.' },
  {
    name: 'PATCHBAY_KEYCHAIN',
    meaning: '`off` keeps tokens in a file of the folder of settings, not in the keychain of the system.',
  },
  {
    name: 'PATCHBAY_WEBHOOK_SECRET',
    meaning: 'What `patchbay webhook listen` signs with, in place of a new secret.',
  },
  { name: 'NO_COLOR', meaning: 'Turns colours off, whatever its value is.' },
  { name: 'BROWSER', meaning: 'The program that opens addresses, in place of that of the system.' },
] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; undefined where it is not set or empty. */
export const valueOf = (env: Environment, name: (typeof variables)[number]['name']): string | undefined =>
  env[name] || undefined;
