import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownSeries } from './known-series.ts';
import { lackingLabels, readPromql } from './promql.ts';

const known = knownSeries();

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly definition?: string }[];
  };
  readonly panels: readonly Panel[];
}

const folder = new URL('../../deploy/observability/dashboards/', import.meta.url).pathname;
const dashboards = globSync('*.json', { cwd: folder }).map(
  (file) =>
    [basename(file, '.json'), JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Dashboard] as const,
);

/** Grafana replaces its variables before it asks Prometheus. */
const asked = (expr: string): string => expr.replaceAll('$__rate_interval', '5m');

const overlap = ({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe.each(dashboards)('the dashboard %s', (name, dashboard) => {
  const { panels } = dashboard;
  const shown = panels.filter(({ type }) => type !== 'row');

  it(`the dashboard ${name} has a uid that is made from the name of its file`, () => {
    expect(dashboard.uid).toBe(`patchbay-${name}`);
  });

  it.each(shown)(
    'the panel “$title” has a description, and asks for series and labels that exist',
    ({ description, targets = [] }) => {
      expect(description).toMatch(/\.$/);
      expect(targets).not.toEqual([]);
      for (const { expr, legendFormat } of targets) {
        const { problems, labels } = readPromql(asked(expr), known);
        expect(problems).toEqual([]);
        expect(lackingLabels(legendFormat, labels)).toEqual([]);
        expect(expr).toContain('namespace=~"$namespace"');
      }
    },
  );

  it(`the panels of the dashboard ${name} have unique ids and do not overlap`, () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const overlapping = panels.flatMap((panel, index) =>
      panels
        .slice(index + 1)
        .filter((other) => overlap(panel, other))
        .map((other) => `${panel.title}, ${other.title}`),
    );
    expect(overlapping).toEqual([]);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });

  it(`the dashboard ${name} uses exactly the data source and the variables that it declares`, () => {
    const text = JSON.stringify(dashboard);
    const sources = [...text.matchAll(/"datasource":\{"type":"prometheus","uid":"([^"]+)"\}/g)];
    expect(sources).toHaveLength(text.split('"datasource":').length - 1);
    expect(new Set(sources.map(([, uid]) => uid))).toEqual(new Set(['${datasource}']));
    const declared = dashboard.templating.list.map((variable) => variable.name);
    const used = [...text.matchAll(/\$\{?(\w+)/g)].map(([, variable = '']) => variable);
    expect(new Set(used.filter((variable) => !variable.startsWith('__')))).toEqual(new Set(declared));
    const queries = dashboard.templating.list.flatMap(({ definition }) => definition ?? []);
    for (const query of queries) {
      const [, selector = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(query) ?? [];
      const { problems, labels } = readPromql(selector, known);
      expect(problems).toEqual([]);
      expect(labels).toContain(label);
    }
  });
});
