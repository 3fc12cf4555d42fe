import { type Dashboard, type DashboardSource, dashboardOf } from './dashboard.ts';
import { events } from './dashboards/events.ts';
import { overview } from './dashboards/overview.ts';
import { providers } from './dashboards/providers.ts';
import { refusals } from './dashboards/refusals.ts';
import { serviceDashboard } from './dashboards/service.ts';

const sources: readonly DashboardSource[] = [overview, serviceDashboard, events, providers, refusals];

/** By the name of the file, deploy/observability/dashboards/<name>.json. */
export const dashboards: ReadonlyMap<string, Dashboard> = new Map(
  sources.map((source) => [source.name, dashboardOf(source)]),
);
