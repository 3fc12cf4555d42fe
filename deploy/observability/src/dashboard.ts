/** Units of Grafana. */
export type Unit = 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'ops';

export interface Query {
  readonly expr: string;
  /** The name of each line, with `{{label}}`. */
  readonly legend: string;
}

export interface PanelSource {
  readonly title: string;
  /** What the panel shows, and what to do where it looks wrong. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** `stat`: the last value, in large. Default `timeseries`. */
  readonly kind?: 'timeseries' | 'stat';
  /** In 24ths of the page; default 8. */
  readonly width?: number;
  /** Bounds from which a value is yellow and red; `low` where a low value is the bad one. */
  readonly bounds?: { readonly bad: 'high' | 'low'; readonly yellow: number; readonly red: number };
}

export interface Row {
  readonly title: string;
  readonly panels: readonly PanelSource[];
}

export interface Variable {
  readonly name: string;
  readonly label: string;
  /** A query of Grafana such as `label_values(patchbay_build, job)`. */
  readonly query: string;
  /** One value at a time; default several, or all. */
  readonly single?: boolean;
}

export interface DashboardSource {
  /** The end of its address, and the name of its file. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly variables?: readonly Variable[];
  readonly rows: readonly Row[];
}

/** Restricts a selector to the namespaces that are chosen; all of them also match series without the label. */
export const here = 'namespace=~"$namespace"';

const datasource = { type: 'prometheus', uid: '${datasource}' };
const height = 8;
const pageWidth = 24;

function thresholdsOf(bounds: PanelSource['bounds']) {
  if (bounds === undefined) return { mode: 'absolute', steps: [{ color: 'green', value: null }] };
  const { bad, yellow, red } = bounds;
  return {
    mode: 'absolute',
    steps:
      bad === 'high'
        ? [
            { color: 'green', value: null },
            { color: 'yellow', value: yellow },
            { color: 'red', value: red },
          ]
        : [
            { color: 'red', value: null },
            { color: 'yellow', value: red },
            { color: 'green', value: yellow },
          ],
  };
}

const optionsOf = {
  stat: {
    colorMode: 'value',
    graphMode: 'area',
    justifyMode: 'auto',
    orientation: 'auto',
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    textMode: 'auto',
    wideLayout: true,
  },
  timeseries: {
    legend: { calcs: [], displayMode: 'list', placement: 'bottom', showLegend: true },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
} as const;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const panelOf = (source: PanelSource, id: number, gridPos: Place) => {
  const { title, description, unit, queries, kind = 'timeseries', bounds } = source;
  const lines = { fillOpacity: 10, lineWidth: 1, showPoints: 'never', spanNulls: false };
  return {
    id,
    type: kind,
    title,
    description,
    datasource,
    gridPos,
    fieldConfig: {
      defaults: {
        unit,
        ...(kind === 'timeseries' && {
          min: 0,
          custom: { ...lines, ...(bounds && { thresholdsStyle: { mode: 'dashed' } }) },
        }),
        color: { mode: kind === 'stat' ? 'thresholds' : 'palette-classic' },
        thresholds: thresholdsOf(bounds),
      },
      overrides: [],
    },
    options: optionsOf[kind],
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource,
      editorMode: 'code',
      expr,
      legendFormat: legend,
      range: true,
    })),
  };
};

/** Places panels from left to right, and begins a line where one does not fit. */
function panelsOf(rows: readonly Row[]) {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: sources } of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: pageWidth, h: 1 },
      panels: [],
    });
    y += 1;
    let x = 0;
    for (const source of sources) {
      const { width: w = 8 } = source;
      if (x + w > pageWidth) [x, y] = [0, y + height];
      panels.push(panelOf(source, panels.length + 1, { x, y, w, h: height }));
      x += w;
    }
    y += height;
  }
  return panels;
}

const variableOf = ({ name, label, query, single = false }: Variable) => ({
  type: 'query',
  name,
  label,
  datasource,
  definition: query,
  query: { query, refId: name },
  refresh: 2,
  sort: 1,
  hide: 0,
  multi: !single,
  includeAll: !single,
  ...(!single && { allValue: '.*' }),
  current: single ? {} : { text: 'All', value: '$__all' },
  options: [],
});

const namespaces: Variable = {
  name: 'namespace',
  label: 'Namespace',
  query: 'label_values(patchbay_build, namespace)',
};

/** A dashboard as Grafana 11 imports it. */
export const dashboardOf = ({ name, title, description, variables = [], rows }: DashboardSource) => ({
  uid: `patchbay-${name}`,
  title: `Patchbay: ${title}`,
  description,
  tags: ['patchbay'],
  schemaVersion: 39,
  version: 1,
  editable: true,
  graphTooltip: 1,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  timezone: 'browser',
  annotations: { list: [] },
  links: [
    {
      type: 'dashboards',
      title: 'Patchbay',
      tags: ['patchbay'],
      asDropdown: true,
      includeVars: true,
      keepTime: true,
      icon: 'external link',
      targetBlank: false,
      tooltip: '',
      url: '',
    },
  ],
  templating: {
    list: [
      {
        type: 'datasource',
        name: 'datasource',
        label: 'Prometheus',
        query: 'prometheus',
        refresh: 1,
        regex: '',
        hide: 0,
        multi: false,
        includeAll: false,
        current: {},
        options: [],
      },
      ...[namespaces, ...variables].map(variableOf),
    ],
  },
  panels: panelsOf(rows),
});

export type Dashboard = ReturnType<typeof dashboardOf>;
