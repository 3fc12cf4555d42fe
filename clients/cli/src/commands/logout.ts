import { Unauthorized } from '@patchbay/client';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { linesOf, notSignedIn } from '../failure.ts';
import { hostOf } from '../settings/host.ts';
import { warn } from '../terminal/io.ts';

/** Ends the session of a profile at its host, and forgets its token even where the host cannot be reached. Resolves with whether there was one. */
export async function endSession(context: Context, profileName: string): Promise<boolean> {
  const { io, profiles, tokens } = context;
  const { email: _, ...profile } = profiles.named(profileName);
  const kept = await tokens.get(profileName);
  if (kept === undefined) return false;
  try {
    await context
      .clientWith({ kind: 'session', secret: kept.token }, profile.host)
      .signOut({}, { timeoutMs: 10_000 });
  } catch (error) {
    io.signal.throwIfAborted();
    // A session that has ended already needs no warning.
    if (!(error instanceof Unauthorized))
      warn(
        io,
        `The session could not be ended at its host, and is valid until it expires. ${linesOf(error)[0]}`,
      );
  }
  await tokens.remove(profileName);
  profiles.save(profileName, profile);
  return true;
}

export const logout: Command = {
  path: ['logout'],
  summary: 'Sign out',
  description:
    'Ends the session of the profile at its host, and removes its token from this machine. The profile keeps its host, organization and workspace.',
  examples: ['patchbay logout', 'patchbay logout --profile staging'],
  async run(context) {
    const { io, profile, profileName } = context;
    // The token belongs to the host of the profile.
    if (context.host !== hostOf(profile.host))
      throw notSignedIn(`Profile ${profileName} is for ${profile.host}.`);
    if (context.profiles.find(profileName) === undefined || !(await endSession(context, profileName)))
      throw notSignedIn();
    io.stderr.write(`Signed out of ${profile.host}.\n`);
  },
};
