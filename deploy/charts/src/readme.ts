import { factsOf, type ServiceName } from '@patchbay/platform/services';
import { optionalSecretsOf, requiredConfigOf, requiredSecretsOf } from './values/config.ts';
import { valuesOf } from './values/of-service.ts';
import { allOf, isGroup, type Value } from './values/value.ts';
import { wrap } from './values-yaml.ts';
import { chartVariablesOf } from './variables.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

export const valuesTable = (values: readonly Value[]): string =>
  table(
    ['Value', 'Default', 'Meaning'],
    allOf(values).map(({ path, value }) => [
      `\`${path}\``,
      isGroup(value) ? '' : `\`${JSON.stringify(value.default)}\``,
      value.comment,
    ]),
  );

const secretTable = (service: ServiceName): string => {
  const required = requiredSecretsOf(service);
  const rows = chartVariablesOf(service)
    .filter(({ secret }) => secret)
    .map(({ name, description }) => [
      `\`${name}\``,
      required.includes(name) ? 'yes' : 'if `optionalSecrets` names it',
      description,
    ]);
  return table(['Key', 'Required', 'Meaning'], rows);
};

const secretSection = (service: ServiceName): string => {
  if (requiredSecretsOf(service).length + optionalSecretsOf(service).length === 0) return '';
  const owner = factsOf(service).database
    ? '\n\nA second Secret, `migration.existingSecret`, has the key `DATABASE_URL` of the role that owns the schema: the pods that serve never see it.'
    : '';
  return `## The Secret

\`existingSecret\` names it; the chart makes none, so that no secret is in the values of a release. Each key is mounted as a file that
only the process reads. Kubernetes renews the files when the Secret changes, and a process reads them at its start: restart the pods
then (\`kubectl rollout restart deployment/${service}\`).

${secretTable(service)}${owner}

`;
};

const exampleValues = (service: ServiceName): string => {
  const secret = requiredSecretsOf(service).length > 0 ? `existingSecret: patchbay-${service}\n` : '';
  const migration = factsOf(service).database
    ? `migration:\n  existingSecret: patchbay-${service}-owner\n`
    : '';
  const config = requiredConfigOf(service).map((name) => `  ${name}: …\n`);
  return `config:\n${config.join('')}${secret}${migration}`;
};

const secretCommand = (service: ServiceName): string => {
  const keys = requiredSecretsOf(service);
  if (keys.length === 0) return '';
  const owner = factsOf(service).database
    ? `kubectl create secret generic patchbay-${service}-owner --from-file=secrets/${service}-owner/   # DATABASE_URL alone\n`
    : '';
  return `kubectl create secret generic patchbay-${service} --from-file=secrets/${service}/   # one file for each key below\n${owner}`;
};

export const serviceReadme = (service: ServiceName, description: string): string => `# ${service}

${wrap(`${description}. Values and their schema are made from the variables that the service reads: \`npm run charts:generate\` writes this page anew.`, 130).join('\n')}

## Installing

With these values in \`values.yaml\`:

\`\`\`yaml
${exampleValues(service)}\`\`\`

\`\`\`sh
${secretCommand(service)}helm install ${service} charts/${service} --values values.yaml --wait${factsOf(service).database ? ' --timeout 15m   # longer than a migration may take' : ''}
helm test ${service}
\`\`\`

Resources have the name of the service, so a namespace has one installation of it. The chart \`platform\` installs all six.

${secretSection(service)}## Values

${valuesTable(valuesOf(service))}
`;
