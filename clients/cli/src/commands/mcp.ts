import type { Command } from '../command.ts';

export const mcp: Command = {
  path: ['mcp'],
  summary: 'Serve the operations of the API to an assistant',
  description:
    'Speaks the Model Context Protocol on stdin and stdout, for assistants that start it as a program. Tools only read, unless --allow-changes is given. Credentials, API keys and connect links are in no result, and no tool gives a person, a key or an address access.',
  flags: [{ name: 'allow-changes', description: 'Offers tools that change something, too.' }],
  examples: ['patchbay mcp', 'patchbay mcp --allow-changes --org acme'],
  async run(context, { flags }) {
    const { serve } = await import('../mcp/serve.ts');
    await serve(context, flags['allow-changes'] === true);
  },
};
