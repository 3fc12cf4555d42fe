import {
  ConnectionFailed,
  type Patchbay,
  PatchbayError,
  ServerFailed,
  TooManyRequests,
  Unauthorized,
} from '@patchbay/client';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { Failure, notSignedIn, usageFailure } from '../failure.ts';
import { installationAt } from '../http/installation.ts';
import { cleanLine } from '../output/clean.ts';
import { valueOf } from '../settings/environment.ts';
import { hostOf } from '../settings/host.ts';
import { defaultHost } from '../settings/profiles.ts';
import { isInteractive, styled, warn } from '../terminal/io.ts';
import { onEnter } from '../terminal/on-enter.ts';
import { startProgress } from '../terminal/progress.ts';

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  import('node:timers/promises').then(({ setTimeout: wait }) => wait(ms, undefined, { signal }));

const expired = (): Failure =>
  new Failure(
    'The code has expired before anybody let this device in.',
    undefined,
    'Run `patchbay login` again.',
  );

/** Asks until a person has decided (RFC 8628). It counts seconds, and does not need the clock of the machine to be right. */
export async function untilDecided(
  client: Pick<Patchbay, 'pollDeviceAuthorization'>,
  { deviceCode, interval, expiresIn }: { deviceCode: string; interval: number; expiresIn: number },
  wait: (ms: number) => Promise<void>,
): Promise<string> {
  const end = performance.now() + expiresIn * 1000;
  let seconds = interval;
  while (performance.now() < end) {
    await wait(seconds * 1000);
    try {
      return (await client.pollDeviceAuthorization({ body: { deviceCode } })).token;
    } catch (error) {
      if (!(error instanceof PatchbayError)) throw error;
      if (error.message.startsWith('access_denied'))
        throw new Failure('The sign-in was refused in the browser.');
      if (error.message.startsWith('expired_token')) throw expired();
      const isPending = error.message.startsWith('authorization_pending');
      const isTransient = [ConnectionFailed, ServerFailed, TooManyRequests].some(
        (one) => error instanceof one,
      );
      if (!isPending && !isTransient && !error.message.startsWith('slow_down')) throw error;
      if (!isPending) seconds = Math.max(seconds + 5, error.retryAfter ?? 0);
    }
  }
  throw expired();
}

/** Signs in by the device flow: a person who is signed in to the pages lets this device in. */
async function byDevice({ io }: Context, client: Patchbay, opensAtOnce: boolean): Promise<string> {
  const started = await client.startDeviceAuthorization();
  const address = started.verificationUriComplete;
  const code = styled(io, io.stderr, ['bold', 'cyan'], cleanLine(started.userCode));
  io.stderr.write(
    `Open this address and check that it shows the code:\n\n    ${cleanLine(address)}\n\n    ${code}\n\n`,
  );
  let stopSpinner: () => void = () => undefined;
  let [isOver, isOpened] = [false, false];
  const open = async (): Promise<void> => {
    if (isOpened) return;
    isOpened = true;
    const { openBrowser } = await import('../terminal/open-browser.ts');
    if (!(await openBrowser(io, address)))
      io.stderr.write('No browser could be started. Open the address yourself.\n');
    if (!isOver)
      stopSpinner = startProgress(io, () => ({ text: 'Waiting for your decision in the browser' })).stop;
  };
  let stopKeys: () => void = () => undefined;
  if (!isInteractive(io)) io.stderr.write('Waiting for a decision in the browser.\n');
  else if (opensAtOnce) await open();
  else {
    io.stderr.write('Press Enter to open it in your browser, or open it on another device.\n');
    stopKeys = onEnter(io, () => void open());
  }
  try {
    return await untilDecided(client, started, (ms) => sleep(ms, io.signal));
  } finally {
    isOver = true;
    stopKeys();
    stopSpinner();
  }
}

/** A token from stdin, or from a prompt that does not show it. */
async function byToken({ io }: Context): Promise<string> {
  const { askSecret } = await import('../terminal/prompt.ts');
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

/** The organization to use from now on: that of before, the only one, or one that the person chooses. */
async function chooseOrganization(
  { io }: Context,
  client: Patchbay,
  before: string | undefined,
): Promise<string | undefined> {
  const { organizations } = await client.listOrganizations();
  if (organizations.some(({ slug }) => slug === before)) return before;
  if (organizations.length <= 1 || !isInteractive(io))
    return organizations.length === 1 ? organizations[0]?.slug : undefined;
  const { choose } = await import('../terminal/prompt.ts');
  const options = organizations.map(({ slug, name }) => ({
    label: `${cleanLine(slug)}  ${cleanLine(name)}`,
    value: slug,
  }));
  return await choose(io, 'Which organization do you work in?', options);
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
    // A name that cannot be used is refused before the person goes to the browser.
    profiles.check(profileName);
    const anonymous = context.clientWith(undefined, host);
    await installationAt(anonymous, host);
    const secret = flags['with-token']
      ? await byToken(context)
      : await byDevice(context, anonymous, flags['open'] === true);
    const client = context.clientWith({ kind: 'session', secret }, host);
    const { email, name } = await client.getMe().catch((error: unknown) => {
      throw error instanceof Unauthorized ? notSignedIn(`${host} does not accept this token.`) : error;
    });
    // A token is for one host. Whatever ends this in between, the profile has none of another one.
    if (before !== undefined && kept === undefined) await context.tokens.remove(profileName);
    const { org: _org, workspace: _workspace, ...account } = { ...kept, host, email };
    profiles.save(profileName, { ...kept, host, email }, profileName);
    // Kept before the question about the organization: Ctrl-C there leaves the person signed in.
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
