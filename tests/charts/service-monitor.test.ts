import { expect, it } from 'vitest';
import { render } from './render.ts';

const endpointOf = async (serviceMonitor: object): Promise<unknown> =>
  (
    (await render('audit', 'minimal', { serviceMonitor: { enabled: true, ...serviceMonitor } })).get(
      'ServiceMonitor',
    ).spec as { readonly endpoints: readonly unknown[] }
  ).endpoints;

it('the ServiceMonitor scrapes every 30 seconds, and leaves the rest to Prometheus by default', async () => {
  expect(await endpointOf({})).toEqual([{ port: 'admin', path: '/metrics', interval: '30s' }]);
});

it('the ServiceMonitor has interval, timeout and relabelings of the values', async () => {
  const given = {
    interval: '15s',
    scrapeTimeout: '10s',
    relabelings: [{ targetLabel: 'cluster', replacement: 'eu-1' }],
    metricRelabelings: [{ action: 'drop', sourceLabels: ['__name__'], regex: 'patchbay_build' }],
  };
  expect(await endpointOf(given)).toEqual([{ port: 'admin', path: '/metrics', ...given }]);
});
