import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Values } from '../environments.ts';
import { replaceBlock } from './block.ts';
import { bounds } from './scaling/bounds.ts';
import {
  attempts,
  type Cpu,
  kilobytes,
  meanOverMany,
  megabytesAfterLoad,
  type Process,
  processes,
  recording,
  recordingOfOne,
  redisBytesPerCaller,
  relay,
  requests,
} from './scaling/costs.ts';
import { production } from './scaling/production.ts';
import { eventPeak, factors, meanOf, reference, type Size, sizeAt } from './scaling/sizes.ts';
import { valuesAt } from './scaling/values.ts';
import { table } from './table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = `${root}docs/scaling.md`;

const whole = (number: number): string => Math.round(number).toLocaleString('en');
/** Two digits that count; whole from ten on. */
const short = (number: number): string =>
  number >= 10 ? whole(number) : String(Number(number.toPrecision(2)));
const times = (factor: number): string => `x ${whole(factor)}`;

const cpuRow = (name: string, cpu: Cpu): string[] => [
  name,
  ...processes.map((process) => cpu[process]?.toFixed(2) ?? ''),
];
const mean = Object.fromEntries(
  processes
    .filter((process) => Object.values(requests).some((cpu) => process in cpu))
    .map((process) => [process, meanOf(process)]),
);
const cpuTable = table(
  ['CPU, ms', ...processes],
  [
    ...Object.entries(requests).map(([name, cpu]) => cpuRow(name, cpu)),
    cpuRow('**mean of these requests**', mean),
    cpuRow('the same mean, over 32 connections', meanOverMany),
    ...Object.entries(attempts).map(([name, cpu]) => cpuRow(name, cpu)),
  ],
);

const microseconds = (name: string, perSecond: number, cpu: Cpu): string[] => [
  name,
  whole(perSecond),
  ...(['organization', 'audit', 'postgres', 'kafka'] as const).map((process) =>
    cpu[process] === undefined ? '' : whole(cpu[process]),
  ),
];
const eventsTable = table(
  ['CPU of an event, µs', 'events a second', 'organization', 'audit', 'postgres', 'kafka'],
  [
    microseconds('published by the relay of organization', relay.perSecond, relay.cpu),
    microseconds('recorded by one process of audit, 50 organizations', recording.perSecond, recording.cpu),
    microseconds('the same, one organization', recordingOfOne.perSecond, recordingOfOne.cpu),
  ],
);

const bytesTable = table(
  ['MB for each thousand', 'tables', 'indexes', 'in all'],
  [
    ...Object.entries(kilobytes).map(([name, [tables, indexes]]) => [
      `${name}, Postgres`,
      tables.toFixed(2),
      indexes.toFixed(2),
      (tables + indexes).toFixed(2),
    ]),
    ['events, Kafka, for each copy', '', '', (relay.kafkaBytes / 1_000).toFixed(2)],
    ['callers of the last minute, Redis', '', '', (redisBytesPerCaller / 1_000).toFixed(2)],
  ],
);

const memoryTable = table(
  Object.keys(megabytesAfterLoad).map((name) => `${name}, MB`),
  [Object.values(megabytesAfterLoad).map(String)],
);

const sizes = factors.map(sizeAt);
const row = (name: string, value: (size: Size) => string): string[] => [name, ...sizes.map(value)];
const coresOf = (process: Process): string[] =>
  row(`cores of ${process}`, ({ cores }) => short(cores[process]));
const capacityTable = table(
  ['', ...factors.map(times)],
  [
    row('users', ({ factor }) => whole(reference.users * factor)),
    row('integrations', ({ factor }) => whole(reference.integrations * factor)),
    row('entries a month', ({ factor }) => whole(reference.entriesPerMonth * factor)),
    row('requests a second, at the peak', ({ requestsPerSecond }) => whole(requestsPerSecond)),
    row('events a second, at the peak', ({ eventsPerSecond }) => short(eventsPerSecond * eventPeak)),
    row('verifications a second', ({ verificationsPerSecond }) => short(verificationsPerSecond)),
    ...processes.map(coresOf),
    row('pods: gateway, identity, organization, integration, audit', ({ pods }) =>
      Object.values(pods).join(', '),
    ),
    row('memory of these pods, as requested, GB', ({ pods }) =>
      short(
        (Object.values(pods).reduce((sum, number) => sum + number, 0) * production.mebibytes * 2 ** 20) / 1e9,
      ),
    ),
    row('connections of pools', ({ poolConnections }) => whole(poolConnections)),
    row('connections beside them', ({ connectionsBeside }) => whole(connectionsBeside)),
    row('Postgres, GB: entries of a year', ({ entriesPerYear }) => short(entriesPerYear)),
    row('Postgres, GB: everything else', ({ rest }) => short(rest)),
    row('Kafka at the peak, MB/s for each copy', ({ kafkaPerSecond }) => short(kafkaPerSecond)),
    row('Kafka, GB a year for each copy', ({ kafkaPerYear }) => short(kafkaPerYear)),
    row('Redis, MB, if all users call in a minute', ({ redisMegabytes }) => short(redisMegabytes)),
  ],
);

const boundsTable = table(
  ['Ends at', 'What', 'Why', 'What takes over', 'In the charts'],
  bounds.map(({ factor, what, how, instead, charts }) => [
    factor < 1 ? 'at once' : `about x ${whole(Number(factor.toPrecision(2)))}`,
    what,
    how,
    instead,
    charts.join(', '),
  ]),
);

/** At each size what has ended by then, and what ends next. */
const nextTable = table(
  ['', 'Has ended', 'Ends next', 'Used of it'],
  factors.slice(1).map((factor) => {
    const next = bounds.find((bound) => bound.factor > factor);
    return [
      times(factor),
      bounds
        .filter((bound) => bound.factor <= factor)
        .map(({ what }) => what)
        .join('; '),
      next?.what ?? '',
      next === undefined ? '' : `${whole((factor / next.factor) * 100)} %`,
    ];
  }),
);

const valuesText = factors
  .slice(1)
  .map((factor) => {
    const values = valuesAt(factor);
    const isNothing = Object.keys(values).length === 0;
    return isNothing
      ? `**At ${times(factor)}** nothing more than \`deploy/environments/production\` has.`
      : `**At ${times(factor)}**\n\n\`\`\`yaml\n${stringify(values, { aliasDuplicateObjects: false })}\`\`\``;
  })
  .join('\n\n');

it('docs/scaling.md follows from what was measured', async () => {
  const blocks = {
    cpu: cpuTable,
    events: eventsTable,
    bytes: bytesTable,
    memory: memoryTable,
    capacity: capacityTable,
    bounds: boundsTable,
    next: nextTable,
    values: valuesText,
  };
  const text = Object.entries(blocks).reduce(
    (all, [name, block]) => replaceBlock(all, name, `\n${block}\n`),
    readFileSync(page, 'utf8'),
  );
  await expect(text).toMatchFileSnapshot(page);
});

const schemaOf = (chart: string): { readonly properties: Values } =>
  JSON.parse(readFileSync(`${root}charts/${chart}/values.schema.json`, 'utf8')) as { properties: Values };

/** Names of all values of a chart, with dots, and of the keys of its Secret. */
function valuesOf(service: ServiceName): readonly string[] {
  const known: string[] = [];
  const add = (value: unknown, path: string): void => {
    known.push(path);
    const { properties = {} } = value as { readonly properties?: Values };
    for (const [name, inner] of Object.entries(properties))
      add(inner, path === '' ? name : `${path}.${name}`);
  };
  add(schemaOf(service), '');
  // The schema leaves these to Kubernetes.
  const ofKubernetes = ['resources.requests.cpu'];
  // Their descriptions list the keys of the Secret.
  const { existingSecret, optionalSecrets } = schemaOf(service).properties;
  const keys = JSON.stringify([existingSecret, optionalSecrets]).match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
  return [...known, ...keys, ...ofKubernetes];
}

describe('the values that docs/scaling.md names', () => {
  const text = readFileSync(page, 'utf8');

  it.each(serviceNames)('are values of the chart of %s', (service) => {
    const validate = new Ajv({ strict: false }).compile(schemaOf(service));
    const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = '']) => parse(yaml) as Values);
    expect(blocks.length).toBeGreaterThan(0);
    for (const { global = {}, [service]: own = {} } of blocks) {
      validate({ ...(own as Values), global });
      expect(validate.errors).toBeNull();
    }
  });

  const isValue =
    /^(?:config|autoscaling|retention|resources)\.|^(?:optionalSecrets|existingSecret)$|^(?:DATABASE|KAFKA|REDIS)_/;
  const namedIn = (words: string): string[] =>
    [...words.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name).filter((name) => isValue.test(name));

  it('exist in the charts that are named with them', () => {
    for (const { instead, charts } of bounds)
      for (const chart of charts) {
        const known = valuesOf(chart);
        expect(known).toEqual(expect.arrayContaining(namedIn(instead)));
      }
  });

  it('exist in a chart', () => {
    const known = serviceNames.flatMap(valuesOf);
    expect(namedIn(text).length).toBeGreaterThan(10);
    expect(known).toEqual(expect.arrayContaining(namedIn(text)));
  });
});
