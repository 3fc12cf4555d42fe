import { type Patchbay, Unauthorized } from '@patchbay/client';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { notSignedIn, usageFailure } from '../failure.ts';
import { installationAt } from '../http/installation.ts';
import { valueOf } from '../settings/environment.ts';
import { hostOf } from '../settings/host.ts';
import { defaultHost } from '../settings/profiles.ts';
import { signInByDevice } from '../sign-in.ts';
import { isInteractive, warn } from '../terminal/io.ts';
import { askSecret, choose, slugOptions } from '../terminal/prompt.ts';
import { cleanLine } from '../text/clean.ts';

/** A token from stdin, or from a prompt that does not show it. */
async function byToken({ io }: Context): Promise<string> {
  const token = await askSecret(io, 'Session token:');
  if (token === '') throw usageFailure('There is no token on stdin.');
  if (token.startsWith('pby_'))
    throw usageFailure(
      'This is an API key, not the token of a session.',
      'Set PATCHBAY_API_KEY to it; no sign-in is needed then.',
    );
  if (!/^[\x21-\x7E]+$/.test(token)) throw usageFailure('This is not a token: it has more than one word.');
  return token;
}

/** The default organization: the previous one, the only one, or the one that the person chooses. */
async function chooseOrganization(
  { io }: Context,
  client: Patchbay,
  before: string | undefined,
): Promise<string | undefined> {
  const { organizations } = await client.listOrganizations();
  if (organizations.some(({ slug }) => slug === before)) return before;
  if (organizations.length <= 1 || !isInteractive(io))
    return organizations.length === 1 ? organizations[0]?.slug : undefined;
  return await choose(io, 'Which organization do you work in?', slugOptions(organizations));
}

export const login: Command = {
  path: ['login'],
  summary: 'Sign in',
  description:
    'Signs in with a browser: it shows a code and an address, and waits until you have let this device in there. The session is kept in the keychain of the system, or in a file that only you can read. `--host` chooses the installation, `--profile` a name for it, so that several can be used side by side. The profile becomes the current one.',
  flags: [
    { name: 'with-token', description: 'Reads the token of a session from stdin.' },
    { name: 'open', description: 'Opens the browser at once.' },
  ],
  examples: [
    'patchbay login',
    'patchbay login --host https://patchbay.example',
    'patchbay login --host https://staging.example --profile staging',
    'patchbay login --with-token < token.txt',
  ],
  async run(context, { flags }) {
    const { io, profiles, profileName } = context;
    const before = profiles.find(profileName);
    const host = context.chosenHost ?? hostOf(before?.host ?? defaultHost);
    const kept = before && hostOf(before.host) === host ? before : undefined;
    // Validated before the browser opens.
    profiles.check(profileName);
    const anonymous = context.clientWith(undefined, host);
    await installationAt(anonymous, host);
    const secret = flags['with-token']
      ? await byToken(context)
      : await signInByDevice(context, anonymous, { opensAtOnce: flags['open'] === true });
    const client = context.clientWith({ kind: 'session', secret }, host);
    const { email, name } = await client.getMe().catch((error: unknown) => {
      throw error instanceof Unauthorized ? notSignedIn(`${host} does not accept this token.`) : error;
    });
    // Removed first: an interrupted sign-in must not leave the profile with a token of another host.
    if (before !== undefined && kept === undefined) await context.tokens.remove(profileName);
    const { org: _org, workspace: _workspace, ...account } = { ...kept, host, email };
    profiles.save(profileName, { ...kept, host, email }, profileName);
    // Stored before the question about the organization, so that Ctrl-C there keeps the person signed in.
    const place = await context.tokens.set(profileName, secret);
    io.stderr.write(`Signed in to ${host} as ${cleanLine(`${name} <${email}>`)}.\n`);
    io.stderr.write(`The session is kept in ${place}, as profile ${profileName}.\n`);
    const org = await chooseOrganization(context, client, kept?.org);
    const workspace = org !== undefined && org === kept?.org ? kept.workspace : undefined;
    profiles.save(
      profileName,
      { ...account, ...(org !== undefined && { org }), ...(workspace !== undefined && { workspace }) },
      profileName,
    );
    io.stderr.write(
      org === undefined
        ? 'Run `patchbay use <organization>` to choose an organization.\n'
        : `Commands work in the organization ${cleanLine(org)}. Run \`patchbay use\` to choose another, or a workspace.\n`,
    );
    for (const variable of ['PATCHBAY_API_KEY', 'PATCHBAY_TOKEN'] as const)
      if (valueOf(io.env, variable))
        warn(io, `${variable} is set: commands use it in place of this session.`);
  },
};
