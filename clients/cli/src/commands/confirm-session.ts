import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { cleanLine } from '../output/clean.ts';
import { valueOf } from '../settings/environment.ts';
import { isInteractive } from '../terminal/io.ts';
import { signInByDevice } from './device-sign-in.ts';

/**
 * Lets the person prove in the browser who they are, and replaces the stored session by one that has that proof. False where nobody can be
 * asked, or where the session is not a stored one.
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
