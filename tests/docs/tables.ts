import { retainVariables } from '@patchbay/audit/config';
import { allCommands } from '@patchbay/cli/program';
import { referenceTables } from '@patchbay/cli/reference/markdown';
import { fileVariableOf, isSecret } from '@patchbay/config/secret';
import { variables as demo } from '@patchbay/demo/config';
import { refusalReasons } from '@patchbay/errors/refusal';
import { kafkaRightsOf } from '@patchbay/events/rights';
import { ownerOf, topicOf } from '@patchbay/events/topics';
import { operations } from '@patchbay/gateway/operations';
import { defaultBaseUrl } from '@patchbay/integration/catalogue';
import { providers } from '@patchbay/integration/providers';
import { defaultLimits } from '@patchbay/limits/rate-limits';
import { type DescribedBound, requestsPerProvider, sharedBounds } from '@patchbay/limits/shared-bounds';
import { variables as local } from '@patchbay/local/embedded/config';
import { migrationsOf, variablesOf } from '@patchbay/local/services';
import { variables as stack } from '@patchbay/local/up/config';
import { defaultPorts } from '@patchbay/local/up/ports';
import { factsOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { provisionVariables } from '@patchbay/service/provision';
import { attributeTable } from '@patchbay/telemetry/attributes';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { spanTable } from '@patchbay/telemetry/span-table';
import { type Action, actions, backgroundActions } from '@patchbay/trail/action';
import { z } from 'zod';
import { alerts } from '../observability/rules.ts';
import { factsOf as chartFactsOf } from './chart-names.ts';

type Rows = readonly (readonly string[])[];

/** A Markdown table. A bar ends a cell also within code, so it is escaped. */
const table = (head: readonly string[], rows: Rows): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');

const code = (text: string): string => `\`${text}\``;

// Configuration

type Variables = Readonly<Record<string, z.ZodType>>;

function defaultOf(variable: z.ZodType): string {
  if (variable instanceof z.ZodOptional) return 'unset';
  if (!(variable instanceof z.ZodDefault)) return '**required**';
  const value: unknown = variable.def.defaultValue;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return ['[]', '{}'].includes(text) ? 'none' : code(text);
}

const variablesTable = (variables: Variables): string =>
  table(
    ['Variable', 'Default', 'Meaning'],
    Object.entries(variables).map(([name, variable]) => {
      if (variable.description === undefined) throw new Error(`the variable ${name} has no description`);
      const names = isSecret(variable) ? [name, fileVariableOf(name)] : [name];
      return [names.map(code).join(', '), defaultOf(variable), variable.description];
    }),
  );

const servicesTable = (): string =>
  table(
    ['Service', 'Owns', 'Port', 'Admin port', 'Calls'],
    serviceNames
      .toSorted((a, b) => factsOf(a).port - factsOf(b).port)
      .map((name) => {
        const { owns, serves, port, adminPort, calls } = factsOf(name);
        return [
          name,
          owns,
          `${port} (${serves.toUpperCase()})`,
          String(adminPort),
          calls.join(', ') || 'none',
        ];
      }),
  );

const callsOf = (service: ServiceName): readonly ServiceName[] =>
  chartFactsOf(service).calls.map(({ service: called }) => called);
/** 1 for a service that calls none; else one more than the last of those that it calls. */
const waveOf = (service: ServiceName): number => 1 + Math.max(0, ...callsOf(service).map(waveOf));

const releasesTable = (): string =>
  table(
    ['Release', 'Wave', '`dependsOn`'],
    serviceNames
      .toSorted((a, b) => waveOf(a) - waveOf(b))
      .map((service) => [service, String(waveOf(service)), callsOf(service).join(', ') || 'none']),
  );

const serversTable = (): string =>
  table(
    ['Server of `make up`', 'Port'],
    Object.entries(defaultPorts.servers).map(([name, port]) => [name, String(port)]),
  );

const stopTimesTable = (): string =>
  table(
    ['Service', '`STOP_DELAY_SECONDS`', '`STOP_TIMEOUT_SECONDS`'],
    serviceNames.map((service) => {
      const { delaySeconds, timeoutSeconds } = chartFactsOf(service).stop;
      return [service, `${delaySeconds} s`, `${timeoutSeconds} s`];
    }),
  );

// Telemetry

const metricsTable = (): string =>
  table(
    ['Metric', 'Kind', 'Unit', 'Labels', 'Meaning'],
    Object.values(metricTable).map(({ name, kind, unit, labels, description }) => [
      code(name),
      kind,
      code(unit),
      labels.map((label) => code(label.replaceAll('.', '_'))).join(', '),
      description,
    ]),
  );

const spansTable = (): string =>
  table(
    ['Span', 'Kind', 'Below', 'Attributes', 'Meaning'],
    Object.values(spanTable).map(({ name, parts, kind, parent, attributes, meaning }) => {
      const nameOf: (...given: string[]) => string = name;
      return [
        code(nameOf(...parts.map((part) => `<${part}>`))),
        kind,
        parent,
        attributes.map((key) => code(attributeTable[key].name)).join(', '),
        meaning,
      ];
    }),
  );

const attributesTable = (): string =>
  table(
    ['Attribute', 'Meaning'],
    Object.values(attributeTable).map(({ name, meaning }) => [code(name), meaning]),
  );

const alertsTable = (): string =>
  table(
    ['Alert', 'Severity', 'Condition', 'Meaning'],
    alerts.map(({ alert, expr, for: duration, labels, annotations }) => [
      `[${alert}](${annotations.runbook_url.replace('docs/', '')})`,
      labels.severity,
      `${code(expr.replace(/\s+/g, ' '))} for ${duration}`,
      annotations.description,
    ]),
  );

// Events, limits, refusals

const inBackground: Partial<Readonly<Record<Action, string>>> = backgroundActions;

function eventRow(action: Action): string[] {
  const owner = ownerOf(action);
  if (owner === undefined) throw new Error(`no service publishes ${action}`);
  const causes = [
    ...operations
      .filter(({ audit }) => !('none' in audit) && audit.includes(action))
      .map(({ id }) => code(id)),
    ...(inBackground[action] === undefined ? [] : [inBackground[action]]),
  ];
  if (causes.length === 0) throw new Error(`no operation and no background job causes ${action}`);
  return [code(action), code(topicOf(owner)), actions[action], causes.join(', ')];
}

const eventsTable = (): string =>
  table(['Action', 'Topic', 'Meaning', 'Caused by'], (Object.keys(actions) as Action[]).map(eventRow));

const rightsTable = (): string =>
  table(
    ['Service', 'Resource', 'Name', 'Operations'],
    serviceNames.flatMap((service) =>
      kafkaRightsOf(service).map((right) => [
        service,
        right.resource,
        code(right.name),
        right.operations.join(', '),
      ]),
    ),
  );

function windowOf(seconds: number): string {
  const [unit, size] = seconds % 3600 === 0 ? ['hour', seconds / 3600] : ['minute', seconds / 60];
  return size === 1 ? unit : `${size} ${unit}s`;
}

const limitsTable = (): string =>
  table(
    ['Limit', 'Default', 'Counts'],
    Object.entries(defaultLimits).map(([name, { limit, windowSeconds, counts }]) => [
      code(name),
      `${limit.toLocaleString('en')} per ${windowOf(windowSeconds)}`,
      counts,
    ]),
  );

/** Providers that say how many requests they take at once. */
const narrowProviders = providers.flatMap(({ name, atOnce }) =>
  atOnce === undefined ? [] : [`${name} ${atOnce}`],
);

const sharedBoundsTable = (): string =>
  table(
    ['Bound', 'At once', 'In', 'Protects', 'One more', 'Free after a kill'],
    [
      ...Object.values(sharedBounds).map(
        ({ counts, atOnce, service, protects, beyond, leaseMs = 30_000 }: DescribedBound) => [
          counts,
          String(atOnce),
          service,
          protects,
          beyond,
          `${leaseMs / 1_000} s`,
        ],
      ),
      [
        'requests of attempts and background work to a provider that says how many it takes',
        narrowProviders.join(', '),
        'integration',
        'the provider',
        'waits for up to 5 s; then a person has a 503, and background work is repeated',
        `${(requestsPerProvider(1).leaseMs ?? 0) / 1_000} s`,
      ],
    ],
  );

const refusalsTable = (): string =>
  table(
    ['Refusal', 'Reason', 'Meaning'],
    Object.entries(refusalReasons).map(([reason, { refusal, meaning }]) => [
      code(refusal),
      code(reason),
      meaning,
    ]),
  );

const freshTable = (): string =>
  table(
    ['Operation', 'Needs a fresh session'],
    operations.flatMap(({ id, fresh }) =>
      fresh === undefined ? [] : [[code(id), fresh === true ? 'always' : `where ${fresh.when}`]],
    ),
  );

// The relay

type Api = (typeof providers)[number]['use']['apis'][number];
type Accounts = Exclude<Api['account'], (...of: never) => unknown>;

const codes = (texts: readonly string[] = []): string => texts.map(code).join(', ');

const reachOfProvidersTable = (): string =>
  table(
    [
      'Provider',
      '`access`',
      'Reading alone is held by',
      'Settings that name an account',
      'Lists accounts',
      'Headers of callers',
    ],
    providers.map(({ provider, use }) => [
      code(provider),
      codes(use.access),
      use.hasReadScope === true ? 'a scope, and Patchbay' : 'Patchbay',
      codes(use.accountSettings),
      use.listsAccounts ? 'yes' : 'no',
      codes(use.sentHeaders) || 'none',
    ]),
  );

/** The places that tell the account. Others are checked too, but do not suffice. */
const decisive = (places: Accounts['query'] = []): readonly string[] =>
  places.flatMap((place) => {
    if (typeof place === 'string') return place.startsWith('/**') ? [] : [place];
    return place.on?.length === 0 || place.at.startsWith('/**') ? [] : [place.at];
  });

function namedIn({ account, free = [] }: Api): string {
  if (typeof account === 'function') return 'nothing: it is the one that the settings name';
  const { path, query, header, body, anywhere } = account;
  const text =
    anywhere === undefined || anywhere instanceof RegExp ? anywhere : anywhere.on.length > 0 && anywhere.at;
  const places = [
    ['path', path ?? []],
    ['query', decisive(query)],
    ['header', decisive(header)],
    ['body', decisive(body)],
    ['text', text ? [text.source] : []],
  ] as const;
  const named = places.flatMap(([where, found]) => (found.length === 0 ? [] : [`${where} ${codes(found)}`]));
  return [
    ...(named.length === 0 ? ['nothing'] : named),
    ...(free.length === 0 ? [] : [`not needed for ${codes(free)}`]),
  ].join('; ');
}

const reachOfApisTable = (): string =>
  table(
    [
      'Provider',
      'Api',
      'Base',
      'Only reads, besides `GET` and `HEAD`',
      'The account is named in',
      'Never relayed',
    ],
    providers.flatMap((provider) =>
      provider.use.apis.map((api) => [
        code(provider.provider),
        code(api.name),
        defaultBaseUrl(provider, api),
        [
          codes(api.reads),
          api.reports && `reports: ${codes(api.reports)}`,
          api.changes && `but not ${codes(api.changes)}`,
        ]
          .filter(Boolean)
          .join('; ') || 'nothing',
        namedIn(api),
        [api.only && `all but ${codes(api.only)}`, codes(api.refused)].filter(Boolean).join('; ') ||
          'nothing',
      ]),
    ),
  );

/** Each table of docs/ that follows from the code, by the name in its marker. */
export const tables: ReadonlyMap<string, string> = new Map([
  ['services', servicesTable()],
  ['order of releases', releasesTable()],
  ['servers', serversTable()],
  ['variables of make start', variablesTable(local)],
  ['variables of make demo', variablesTable(demo)],
  ['variables of make up', variablesTable(stack)],
  ...serviceNames.map((name) => [`variables of ${name}`, variablesTable(variablesOf[name])] as const),
  ['variables of main-provision', variablesTable(provisionVariables(migrationsOf.integration.programRoles))],
  ['variables of main-retain', variablesTable(retainVariables)],
  ['stop times', stopTimesTable()],
  ['metrics', metricsTable()],
  ['spans', spansTable()],
  ['attributes', attributesTable()],
  ['alerts', alertsTable()],
  ['events', eventsTable()],
  ['rights at Kafka', rightsTable()],
  ['limits', limitsTable()],
  ['shared bounds', sharedBoundsTable()],
  ['refusals', refusalsTable()],
  ['fresh sessions', freshTable()],
  ['reach of providers', reachOfProvidersTable()],
  ['reach of apis', reachOfApisTable()],
  ...referenceTables(allCommands(), table),
]);
