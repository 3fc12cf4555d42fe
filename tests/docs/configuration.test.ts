import { variables as audit } from '@patchbay/audit/config';
import { variables as gateway } from '@patchbay/gateway/config';
import { variables as identity } from '@patchbay/identity/config';
import { variables as integration } from '@patchbay/integration/config';
import { variables as local } from '@patchbay/local/config';
import { variables as organization } from '@patchbay/organization/config';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { table } from './table.ts';

type Variables = Readonly<Record<string, z.ZodType>>;

function defaultOf(variable: z.ZodType): string {
  if (variable instanceof z.ZodOptional) return 'unset';
  if (!(variable instanceof z.ZodDefault)) return '**required**';
  const value: unknown = variable.def.defaultValue;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return ['[]', '{}'].includes(text) ? 'none' : `\`${text}\``;
}

const rowsOf = (variables: Variables): string[][] =>
  Object.entries(variables).map(([name, variable]) => [
    `\`${name}\``,
    defaultOf(variable),
    variable.description ?? expect.unreachable(`${name} has no description`),
  ]);

const section = (title: string, variables: Variables): string =>
  `## ${title}\n\n${table(['Variable', 'Default', 'Meaning'], rowsOf(variables))}\n`;

it('docs/configuration.md has every variable of every service', async () => {
  const text = `# Configuration

Each service reads its variables once, at its start; a missing or malformed one stops it with a message that names every
problem. A variable set to the empty string counts as unset. This page is made from the schemas that read them
(\`services/*/src/config.ts\`): \`npm test -- --project docs -u\` writes it anew.

OpenTelemetry's own variables (\`OTEL_EXPORTER_OTLP_ENDPOINT\`, \`OTEL_SERVICE_NAME\`, \`OTEL_TRACES_SAMPLER\`, …) hold for every
service; without an endpoint nothing is exported.

${section('The embedded platform (`make start`)', local)}
${section('gateway', gateway)}
${section('identity', identity)}
${section('organization', organization)}
${section('integration', integration)}
${section('audit', audit)}`;
  await expect(text).toMatchFileSnapshot('../../docs/configuration.md');
});
