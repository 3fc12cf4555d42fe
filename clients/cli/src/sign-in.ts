import {
  ConnectionFailed,
  type Patchbay,
  PatchbayError,
  ServerFailed,
  TooManyRequests,
} from '@patchbay/client';
import type { Context } from './context.ts';
import { exitCodes, Failure } from './failure.ts';
import { valueOf } from './settings/environment.ts';
import { type Io, isInteractive, styled } from './terminal/io.ts';
import { onEnter } from './terminal/on-enter.ts';
import { openBrowser } from './terminal/open-browser.ts';
import { startProgress } from './terminal/progress.ts';
import { cleanLine } from './text/clean.ts';

const expired = (): Failure =>
  new Failure(
    'The code has expired before anybody let this device in.',
    undefined,
    'Run `patchbay login` again.',
  );

/** Polls until the person has decided (RFC 8628). Counts elapsed seconds, so a wrong clock of the machine does no harm. */
export async function untilDecided(
  client: Pick<Patchbay, 'pollDeviceAuthorization'>,
  { deviceCode, interval, expiresIn }: { deviceCode: string; interval: number; expiresIn: number },
  { clock, signal }: Pick<Io, 'clock' | 'signal'>,
): Promise<string> {
  const end = clock.uptime() + expiresIn * 1000;
  let seconds = interval;
  while (clock.uptime() < end) {
    await clock.sleep(seconds * 1000, signal);
    signal.throwIfAborted();
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

export interface DeviceSignIn {
  /** Opens the browser without waiting for Enter. Default false. */
  readonly opensAtOnce?: boolean;
  /** The page asks for a fresh proof of identity before the approval. Default false. */
  readonly isConfirmation?: boolean;
}

/** Signs in by the device flow: a person who is signed in to the pages lets this device in. */
export async function signInByDevice(
  { io }: Pick<Context, 'io'>,
  client: Patchbay,
  { opensAtOnce = false, isConfirmation = false }: DeviceSignIn = {},
): Promise<string> {
  const started = await client.startDeviceAuthorization();
  const address = `${started.verificationUriComplete}${isConfirmation ? '&confirm=1' : ''}`;
  const code = styled(io, io.stderr, ['bold', 'cyan'], cleanLine(started.userCode));
  io.stderr.write(
    `Open this address and check that it shows the code:\n\n    ${cleanLine(address)}\n\n    ${code}\n\n`,
  );
  let stopSpinner: () => void = () => undefined;
  let [isOver, isOpened] = [false, false];
  const open = async (): Promise<void> => {
    if (isOpened) return;
    isOpened = true;
    if (!(await openBrowser(io, address)))
      io.stderr.write('No browser could be started. Open the address yourself.\n');
    if (!isOver)
      stopSpinner = startProgress(io, () => ({ text: 'Waiting for your decision in the browser' })).stop;
  };
  let stopKeys: () => void = () => undefined;
  if (!isInteractive(io)) io.stderr.write('Waiting for a decision in the browser.\n');
  else if (opensAtOnce) await open();
  else {
    const line = 'Press Enter to open it in your browser, or open it on another device.\n';
    stopKeys = onEnter(io, line, () => void open());
  }
  try {
    return await untilDecided(client, started, io);
  } finally {
    isOver = true;
    stopKeys();
    stopSpinner();
  }
}

/**
 * Asks the person to confirm their identity in the browser, and replaces the stored session by the confirmed one. Resolves with false if there
 * is no terminal to ask in, or if the session is not a stored one.
 */
export async function confirmSession(context: Context): Promise<boolean> {
  const { io } = context;
  const before = await context.credential();
  const isStored = before?.kind === 'session' && valueOf(io.env, 'PATCHBAY_TOKEN') === undefined;
  if (!isStored || !isInteractive(io)) return false;
  const old = context.clientWith(before);
  const person = await old.getMe();
  io.stderr.write('Confirm in your browser that it is you. Then the command goes on.\n');
  const secret = await signInByDevice(context, context.publicClient(), { isConfirmation: true });
  const confirmed = context.clientWith({ kind: 'session', secret });
  const { id, email } = await confirmed.getMe();
  if (id !== person.id) {
    await confirmed.signOut().catch(() => undefined);
    throw new Failure(
      `The browser is signed in as ${cleanLine(email)}, and this profile as ${cleanLine(person.email)}. Nothing was changed.`,
      exitCodes.notAllowed,
      'Sign in as the same person in the browser, then repeat the command.',
    );
  }
  await context.replaceSession(secret);
  // Best effort: if the old session cannot be revoked now, it expires.
  await old.signOut({}, { timeoutMs: 10_000 }).catch(() => io.signal.throwIfAborted());
  io.stderr.write('Confirmed.\n');
  return true;
}
