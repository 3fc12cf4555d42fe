import type { Command } from '../command.ts';
import { scripts } from '../completion/scripts.ts';
import { usageFailure } from '../failure.ts';

const shells = Object.keys(scripts);

export const completion: Command = {
  path: ['completion'],
  summary: 'Print the script that completes commands in a shell',
  description:
    'Prints a script for `bash`, `zsh` or `fish`. The shell then completes commands, flags, values, and the slugs and names of what you can see. The API is asked for these, and its answers are kept for 30 seconds.',
  args: [{ name: 'shell', description: `One of ${shells.join(', ')}.`, completes: shells }],
  examples: [
    'source <(patchbay completion bash)  # in ~/.bashrc',
    'source <(patchbay completion zsh)  # in ~/.zshrc, below compinit',
    'patchbay completion fish > ~/.config/fish/completions/patchbay.fish',
  ],
  async run({ io }, { args: [shell = ''] }) {
    if (!(shell in scripts))
      throw usageFailure(`There is no script for ${shell}.`, `Give one of ${shells.join(', ')}.`);
    io.stdout.write(scripts[shell as keyof typeof scripts]);
  },
};
