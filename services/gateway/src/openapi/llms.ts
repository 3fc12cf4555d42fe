import type { Operation } from '../operation/operation.ts';
import { guidesFor } from './guides.ts';
import { summary } from './info.ts';
import { tagsOf } from './tags.ts';

/** `/llms.txt`: what an assistant has to know to use this API, in the form of llmstxt.org. */
export function createLlms(operations: readonly Operation[], publicUrl: string): string {
  const groups = tagsOf(new Set(operations.map(({ group }) => group))).map((tag) => [
    `### ${tag['x-displayName']}`,
    '',
    ...operations
      .filter(({ group }) => group === tag.name)
      .map(({ id, method, path, summary: text }) => `- \`${method} ${path}\` (${id}): ${text}`),
    '',
  ]);
  return [
    '# Patchbay',
    '',
    `> ${summary}`,
    '',
    `The API is at ${publicUrl}. Every request needs a credential unless its operation says otherwise: an API key as \`x-api-key\`, or a session as \`Authorization: Bearer\`. Failures of Patchbay are problems (RFC 9457); what a provider answers through the relay is passed on as it is.`,
    '',
    '## Documentation',
    '',
    `- [OpenAPI document](${publicUrl}/openapi.json): every operation, with schemas and examples`,
    ...guidesFor(publicUrl).map(({ name, title }) => `- [${title}](${publicUrl}/docs/${name}.md)`),
    `- [Reference](${publicUrl}/docs): the same for people`,
    '',
    '## Command line and MCP',
    '',
    `- \`patchbay login --host ${publicUrl}\` signs in from a terminal (package \`@patchbay/cli\`); \`patchbay --help\` lists a command for each operation`,
    '- `patchbay mcp` serves the operations as tools, by the Model Context Protocol on stdin and stdout. They only read, unless it is started with `--allow-changes`, and never give a person, a key or an address access (`x-patchbay-assistant` in the OpenAPI document)',
    '',
    '## Operations',
    '',
    ...groups.flat(),
  ].join('\n');
}
