import { dirname } from 'node:path';
import { NotFound, type Patchbay, Unauthorized } from '@patchbay/client';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { Failure, linesOf } from '../failure.ts';
import { installationAt } from '../http/installation.ts';
import { rateLimitsOf } from '../http/rate-limits.ts';
import { asksForData, print } from '../output/print.ts';
import { isOpenToOthers } from '../settings/folder.ts';
import { isLoopback } from '../settings/host.ts';
import { styled } from '../terminal/io.ts';
import { cleanLine } from '../text/clean.ts';
import { cliVersion } from '../version.ts';
import { whoIs } from './whoami.ts';

interface Finding {
  readonly check: string;
  readonly outcome: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** What to do. */
  readonly advice: string | null;
}

const finding =
  (outcome: Finding['outcome']) =>
  (check: string, detail: string, advice: string | null = null): Finding => ({
    check,
    outcome,
    detail,
    advice,
  });
const [ok, warning, failed] = [finding('ok'), finding('warning'), finding('failed')];

function duration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const [amount, unit] = (
    [
      [seconds / 86_400, 'day'],
      [seconds / 3600, 'hour'],
      [seconds / 60, 'minute'],
    ] as const
  ).find(([count]) => count >= 1) ?? [seconds, 'second'];
  return `${Math.round(amount)} ${unit}${Math.round(amount) === 1 ? '' : 's'}`;
}

function settings({ profileName, profiles, tokens, chosenHost, host }: Context): Finding {
  const stored = profiles.find(profileName);
  const shown = `Profile ${profileName}${stored ? '' : ' (not stored)'}, ${host}${chosenHost ? ' by flag or variable' : ''}`;
  const open = [dirname(tokens.path), tokens.path].filter(isOpenToOthers);
  return open.length === 0
    ? ok('settings', `${shown}; settings are in ${dirname(tokens.path)}`)
    : warning('settings', `Others can reach ${open.join(' and ')}.`, `Run chmod go= "${open.join('" "')}".`);
}

async function keychain({ tokens }: Context): Promise<Finding> {
  const found = await tokens.keychain();
  return ok('tokens', `Tokens are kept in ${found?.name ?? tokens.path}.`);
}

/** Checks that the host is a working installation of Patchbay. */
async function installation(host: string, client: Patchbay): Promise<Finding[]> {
  const { version, apiVersion } = await installationAt(client, host);
  const transport = host.startsWith('https:')
    ? ok('encryption', 'The connection is encrypted, and the certificate is trusted.')
    : isLoopback(host)
      ? ok('encryption', 'The connection is not encrypted, and does not leave this machine.')
      : warning('encryption', 'The connection is not encrypted.', 'Use an https address.');
  const own = cliVersion();
  const same =
    version === own
      ? ok('versions', `The command line and the platform are ${version}, the API is ${apiVersion}.`)
      : warning(
          'versions',
          `The command line is ${own}, the platform is ${version}, the API is ${apiVersion}.`,
          'Install the command line of the version of the platform if a command fails.',
        );
  try {
    await client.getHealth({}, { retries: 0 });
    return [ok('host', `${host} answers and is healthy.`), transport, same];
  } catch (error) {
    return [failed('host', linesOf(error)[0] ?? '', 'Tell the operator of the platform.'), transport, same];
  }
}

/** Minimum clock skew, because the `Date` header has whole seconds and was written between `sent` and `received`. */
function clock(server: number, sent: number, received: number): Finding {
  const difference = server > received ? received - server : sent > server + 1000 ? sent - server : 0;
  if (Number.isNaN(server))
    return warning('clock', 'The host does not tell its time.', 'Check the clock yourself.');
  if (Math.abs(difference) < 5000) return ok('clock', 'The clock of this machine is right.');
  const direction = difference > 0 ? 'ahead' : 'behind';
  return warning(
    'clock',
    `The clock of this machine is ${duration(difference)} ${direction}.`,
    'Set it. Commands work, but relative times are wrong, and certificates may be refused.',
  );
}

async function credential(context: Context, now: number): Promise<Finding> {
  const found = await context.credential();
  if (found === undefined)
    return failed(
      'credential',
      `You are not signed in to ${context.host}.`,
      'Run `patchbay login`, or set PATCHBAY_API_KEY.',
    );
  const { kind, source } = found;
  try {
    const { email, organization, expiresAt } = await whoIs(await context.client(), found);
    const owner = email ?? organization ?? 'a workspace';
    const left = expiresAt === null ? undefined : Date.parse(expiresAt) - now;
    const shown = `${kind === 'key' ? 'API key' : 'Session'} of ${owner}, from ${source}`;
    if (left === undefined) return ok('credential', `${shown}.`);
    const end = `${shown}; it ends in ${duration(left)} if it is not used.`;
    return left > 86_400_000 ? ok('credential', end) : warning('credential', end, 'Run `patchbay login`.');
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error;
    const advice =
      kind === 'key' ? 'Check the key, and that it is not expired or revoked.' : 'Run `patchbay login`.';
    return failed(
      'credential',
      `${context.host} does not accept the ${kind} from ${source}: ${error.message}`,
      advice,
    );
  }
}

/** Checks that the selected organization and workspace exist. */
async function place(context: Context): Promise<Finding> {
  const { chosenOrg: orgSlug, chosenWorkspace: workspaceSlug } = context;
  if (orgSlug === undefined)
    return warning('place', 'No organization is chosen.', 'Run `patchbay use <organization>`.');
  const shown = workspaceSlug === undefined ? orgSlug : `${orgSlug}/${workspaceSlug}`;
  const client = await context.client();
  try {
    if (workspaceSlug === undefined) await client.getOrganization({ orgSlug });
    else await client.getWorkspace({ orgSlug, workspaceSlug });
    return ok('place', `Commands work in ${shown}.`);
  } catch (error) {
    // A key of a workspace may not read its organization.
    if (error instanceof Unauthorized)
      return warning('place', `This key may not read ${shown}.`, 'Choose a workspace that it may read.');
    if (!(error instanceof NotFound)) throw error;
    return failed('place', `There is no ${shown} that you can see.`, 'Run `patchbay use` to choose another.');
  }
}

function limits(headers: Headers): Finding {
  const left = rateLimitsOf(headers);
  const shown = left.map(
    (one) => `${one.name}: ${one.left}${one.limit === undefined ? '' : ` of ${one.limit}`}`,
  );
  const low = left.filter((one) => one.left < (one.limit ?? 10) / 10);
  if (left.length === 0) return ok('limits', 'The host does not say how many requests are left.');
  return low.length === 0
    ? ok('limits', `Requests left: ${shown.join(', ')}.`)
    : warning('limits', `Few requests are left: ${shown.join(', ')}.`, `Wait ${low[0]?.resetsIn} s.`);
}

/** A check that throws counts as failed. */
async function attempt(check: string, advice: string, find: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await find();
  } catch (error) {
    return [failed(check, linesOf(error)[0] ?? '', advice)];
  }
}

async function diagnose(context: Context): Promise<Finding[]> {
  const { host, io } = context;
  const local = [settings(context), await keychain(context)];
  const there = await attempt('host', 'Check the address of the API (--host) and your network.', () =>
    installation(host, context.publicClient()),
  );
  io.signal.throwIfAborted();
  if (there.length === 1) return [...local, ...there];
  const account = await attempt('credential', 'Run `patchbay login`, or try again later.', async () => {
    // Any response has the time and the rate limits.
    const sent = io.clock.now().getTime();
    const { headers, body } = await context.send('/v1/organizations');
    const received = io.clock.now().getTime();
    await body?.cancel();
    const server = Date.parse(headers.get('date') ?? '');
    const who = await credential(context, Number.isNaN(server) ? received : server);
    const known = [clock(server, sent, received), who];
    return who.outcome === 'failed' ? known : [...known, await place(context), limits(headers)];
  });
  io.signal.throwIfAborted();
  return [...local, ...there, ...account];
}

const colours = { ok: 'green', warning: 'yellow', failed: 'red' } as const;

export const doctor: Command = {
  path: ['doctor'],
  summary: 'Check what commands need',
  description:
    'Checks the settings, the host, its version, encryption, the clock, the credential, the organization and workspace, and the limits that are left. Each line says what to do. The exit code is 1 if a check failed.',
  examples: ['patchbay doctor', 'patchbay doctor --host https://patchbay.example', 'patchbay doctor --json'],
  printsData: true,
  async run(context) {
    const { io } = context;
    const findings = await diagnose(context);
    if (asksForData(context))
      await print(context, { value: findings, fields: ['check', 'outcome', 'detail', 'advice'] });
    else
      for (const { check, outcome, detail, advice } of findings) {
        const mark = styled(io, io.stdout, colours[outcome], outcome.padEnd(8));
        io.stdout.write(`${mark} ${check.padEnd(11)} ${cleanLine(detail)}\n`);
        if (advice !== null) io.stdout.write(`${' '.repeat(20)} ${cleanLine(advice)}\n`);
      }
    const count = findings.filter(({ outcome }) => outcome === 'failed').length;
    if (count > 0) throw new Failure(count === 1 ? 'One check failed.' : `${count} checks failed.`);
  },
};
