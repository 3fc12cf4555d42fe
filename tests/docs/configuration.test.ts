import { retainVariables } from '@patchbay/audit/config';
import { fileVariableOf, isSecret } from '@patchbay/config/secret';
import { variables as local } from '@patchbay/local/config';
import { variables as demo } from '@patchbay/local/demo/config';
import { variablesOf } from '@patchbay/local/services';
import { variables as stack } from '@patchbay/local/stack/config';
import { defaultPorts } from '@patchbay/local/stack/ports';
import { factsOf, serviceNames } from '@patchbay/platform/services';
import { provisionVariables } from '@patchbay/service/provision';
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
    isSecret(variable) ? `\`${name}\`, \`${fileVariableOf(name)}\`` : `\`${name}\``,
    defaultOf(variable),
    variable.description ?? expect.unreachable(`${name} has no description`),
  ]);

const section = (title: string, variables: Variables): string =>
  `## ${title}\n\n${table(['Variable', 'Default', 'Meaning'], rowsOf(variables))}\n`;

/** By port: the gateway first. */
const names = serviceNames.toSorted((a, b) => factsOf(a).port - factsOf(b).port);

const servicesTable = table(
  ['Service', 'Owns', 'Port', 'Admin port', 'Calls'],
  names.map((name) => {
    const { owns, serves, port, adminPort, calls } = factsOf(name);
    return [name, owns, `${port} (${serves.toUpperCase()})`, String(adminPort), calls.join(', ') || 'none'];
  }),
);

const serversTable = table(
  ['Server of `make up`', 'Port'],
  Object.entries(defaultPorts.servers).map(([name, port]) => [name, String(port)]),
);

it('docs/configuration.md has every service and every variable of each', async () => {
  const text = `# Configuration

Each service reads its variables once, at its start; a missing or malformed one stops it with a message that names every
problem. A variable set to the empty string counts as unset. A secret may stand in a file instead, which the variable with
\`_FILE\` at its end names. This page is made from the schemas that read them
(\`services/*/src/config.ts\`): \`npm test -- --project docs -u\` writes it anew.

Two kinds of variables are read by others than the schemas, for every service. OpenTelemetry's own
(\`OTEL_EXPORTER_OTLP_ENDPOINT\`, \`OTEL_SERVICE_NAME\`, \`OTEL_TRACES_SAMPLER\`, …): without an endpoint nothing is exported;
\`OTEL_EXPORTER_OTLP_HEADERS\` may hold a secret and has no \`_FILE\`, so a collector that asks for a credential is better reached
through one beside the service. And \`NODE_EXTRA_CA_CERTS\` of Node: a file of certificates (PEM) that are trusted besides the
public ones, for a mail server or a sign-in provider with a private CA.

The commands beside a service read LOG_LEVEL and some of its variables: \`main-migrate\` DATABASE_URL, here as the owner of the
schema; \`main-reseal\` DATABASE_URL and SEALING_KEYS; \`main-check-heads\` of audit DATABASE_URL, HEAD_VERIFYING_KEYS or
HEAD_SIGNING_KEY, and with \`--kafka\` those of Kafka; \`main-dead-letters\` of audit DATABASE_URL, and for a replay ORGANIZATION_URL, CALLING_KEYS,
EVENT_VERIFYING_KEYS and those of RPC_TLS. [main-provision](#main-provision) and [main-retain](#main-retain-of-audit) have
sections of their own. Where DATABASE_SESSION_URL is set, all but main-provision and main-retain use it instead of DATABASE_URL.

## Services

From the table in \`libs/platform/src/services.ts\`; the ports are defaults.

${servicesTable}

\`make up\` starts the servers that no variable names on ports of their own. Its PORT moves every port of both tables by the
same distance: with \`PORT=4000 make up\` identity has 5001 and 10001, Postgres 16432. Kafka's controller has a free port, which
is kept with its data.

${serversTable}

${section('The embedded platform (`make start`)', local)}
${section('The demo (`make demo`)', demo)}
No other variable is read.

${section('Six processes on one machine (`make up`)', stack)}
\`make up\` passes on every other variable that a service reads, except those that it sets: HOST, RPC_PORT, ADMIN_PORT, the
addresses of services (\`https\` for RPC with a certificate in RPC_TLS_CERTIFICATE), PUBLIC_URL and PORTAL_URL
(\`http://localhost\` with the ports of gateway and portal), and the keys of callers, events and heads. Those of Kafka are passed on only with KAFKA_BROKERS. A relative
path counts from the folder in which \`make\` runs.

${names.map((name) => section(name, variablesOf[name])).join('\n')}
${section('`main-provision`', provisionVariables)}
Every service with a database has this command ([postgres.md](postgres.md#database-roles-and-migrations)).

${section('`main-retain` of audit', retainVariables)}`;
  await expect(text).toMatchFileSnapshot('../../docs/configuration.md');
});
