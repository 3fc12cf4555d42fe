import type { Alert } from './rule.ts';
import { alertGroups, recordingGroups } from './rules.ts';
import { toYaml } from './yaml.ts';

const written = ({ alert, expr, lasting, severity, summary, description, runbook }: Alert) => ({
  alert,
  expr,
  for: lasting,
  labels: { severity },
  annotations: { summary, description, runbook_url: `docs/${runbook}` },
});

/** deploy/observability/alerts.yaml: a rule file of Prometheus. */
export const ruleFile = (): string =>
  `# Made from deploy/observability/src: \`npm test -- --project docs -u\` writes it anew.\n${toYaml({
    groups: [
      ...recordingGroups.map(({ name, interval, rules }) => ({
        name,
        interval,
        rules: rules.map((rule) => ({ ...rule })),
      })),
      ...alertGroups.map(({ name, interval, rules }) => ({ name, interval, rules: rules.map(written) })),
    ],
  })}`;
