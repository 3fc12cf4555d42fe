import type { Command } from '../command.ts';
import { print } from '../output/print.ts';
import { endSession } from './logout.ts';

const fields = ['name', 'current', 'host', 'email', 'org', 'workspace'];

const list: Command = {
  path: ['profile', 'list'],
  summary: 'List the profiles of this machine',
  description:
    'Lists the profiles: each is an installation, an account there, and the organization and workspace that commands work in. `patchbay login --profile <name>` makes one.',
  examples: ['patchbay profile list', 'patchbay profile list --json name,host'],
  printsData: true,
  async run(context) {
    const { profiles } = context.profiles.all;
    const value = Object.entries(profiles).map(
      ([name, { host, email = null, org = null, workspace = null }]) => ({
        name,
        current: name === context.profileName,
        host,
        email,
        org,
        workspace,
      }),
    );
    await print(context, { value: { profiles: value }, items: 'profiles', fields, columns: fields });
  },
};

const name = { name: 'name', description: 'The name of the profile.' };

const use: Command = {
  path: ['profile', 'use'],
  summary: 'Choose the profile that commands use',
  args: [name],
  examples: ['patchbay profile use staging'],
  async run({ io, profiles }, { args: [chosen = ''] }) {
    const profile = profiles.named(chosen);
    profiles.save(chosen, profile, chosen);
    io.stderr.write(`Commands use profile ${chosen} at ${profile.host} now.\n`);
  },
};

const remove: Command = {
  path: ['profile', 'remove'],
  summary: 'Sign out of a profile and forget it',
  args: [name],
  examples: ['patchbay profile remove staging'],
  async run(context, { args: [chosen = ''] }) {
    context.profiles.named(chosen);
    await endSession(context, chosen);
    context.profiles.remove(chosen);
    context.io.stderr.write(
      `Removed profile ${chosen}. Commands use profile ${context.profiles.all.current} now.\n`,
    );
  },
};

export const profileCommands: readonly Command[] = [list, use, remove];
