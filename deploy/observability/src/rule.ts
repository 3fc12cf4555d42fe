/** A series that Prometheus computes and stores, under a name with colons. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** `page`: somebody is called at once. `ticket`: somebody looks at it on the next working day. */
export type Severity = 'page' | 'ticket';

export interface Alert {
  readonly alert: string;
  readonly severity: Severity;
  readonly expr: string;
  /** How long `expr` has to hold, a duration of Prometheus. */
  readonly lasting: string;
  /** One line; may hold templates of Prometheus, such as `{{ $labels.namespace }}`. */
  readonly summary: string;
  /** What it means and where to look, in plain words without templates and links: docs/alerts.md shows it too. */
  readonly description: string;
  /** The section of docs/ that says what to do, as its page and the anchor of its heading: `kafka.md#lag`. */
  readonly runbook: string;
}

export interface Group<Rule = Alert | Recording> {
  readonly name: string;
  /** Where it is not that of the Prometheus. */
  readonly interval?: string;
  readonly rules: readonly Rule[];
}
