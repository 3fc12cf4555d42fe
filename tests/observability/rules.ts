import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A series that Prometheus computes and stores. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: {
    readonly summary: string;
    readonly description: string;
    readonly runbook_url: string;
  };
}

function rulesOf(file: string): readonly unknown[] {
  const text = readFileSync(new URL(`../../deploy/observability/${file}`, import.meta.url), 'utf8');
  const { groups } = parse(text) as { readonly groups: readonly { readonly rules: readonly unknown[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

export const recordings = rulesOf('recordings.yaml') as readonly Recording[];
export const alerts = rulesOf('alerts.yaml') as readonly Alert[];
