import { databaseServices, type ServiceName } from '@patchbay/platform/services';
import { recording, relay } from './costs.ts';
import { production } from './production.ts';
import { defaultOf, eventPeak, sizeAt } from './sizes.ts';

/** Something that ends at some size, and what takes over then. */
export interface Bound {
  readonly what: string;
  /** The multiple of the reference size at which it ends. */
  readonly factor: number;
  readonly how: string;
  /** Those that have the values which `instead` names. */
  readonly charts: readonly ServiceName[];
  /** What takes over. */
  readonly instead: string;
}

/** Cores of a pod at the aim of its autoscaler. */
const podCores = production.cores * production.used;
const { gatewayPods, servicePods, minReplicas, retentionYears } = production;

const one = sizeAt(1);
const busiest = databaseServices.reduce((first, next) => (one.cores[next] > one.cores[first] ? next : first));
const eventsAtPeak = one.eventsPerSecond * eventPeak;

/** `max_connections` of Postgres, unless it is set. */
const maxConnections = 100;
const partitions = defaultOf('audit', 'KAFKA_PARTITIONS');
/** What the bounds of servers are said for; others are in proportion. */
const primaryCores = 16;
const diskGb = 1_000;
/** Of verifications, by a process at once (services/integration/src/workers/verifications.ts); how long a provider takes is assumed. */
const verificationsAtOnce = 16;
const providerSeconds = 0.5;

const cores = (number: number): string => `${Number(number.toPrecision(2))} cores`;

const all: readonly Bound[] = [
  {
    what: 'connections of Postgres',
    factor: maxConnections / (one.poolConnections + one.connectionsBeside),
    how: `${minReplicas} pods of four services open up to ${one.poolConnections + one.connectionsBeside}, and \`max_connections\` is ${maxConnections} unless it is set`,
    charts: databaseServices,
    instead:
      'a pooler: `optionalSecrets` with `DATABASE_SESSION_URL`. Or fewer for each pod: `config.DATABASE_POOL_SIZE`',
  },
  {
    what: 'pods of the gateway',
    factor: (gatewayPods * podCores) / one.cores.gateway,
    how: `${gatewayPods} pods at ${podCores} cores`,
    charts: ['gateway'],
    instead:
      '`autoscaling.maxReplicas`; `resources.requests.cpu` up to `1`, as the JavaScript of a process runs in one thread',
  },
  {
    what: `pods of ${busiest}, the busiest of the others`,
    factor: (servicePods * podCores) / one.cores[busiest],
    how: `${servicePods} pods at ${podCores} cores`,
    charts: [busiest],
    instead: `\`autoscaling.maxReplicas\`, and of the others soon after; each pod brings its connections`,
  },
  {
    what: `CPU of one Postgres with ${primaryCores} cores`,
    factor: primaryCores / one.cores.postgres,
    how: `${cores(one.cores.postgres)} at the reference size`,
    charts: ['audit'],
    instead:
      'reads of trails at a replica: `optionalSecrets` with `DATABASE_READ_URL`. Then a Postgres for each service: `DATABASE_URL` in `existingSecret` of each',
  },
  {
    what: `${diskGb / 1_000} TB of Postgres`,
    factor: diskGb / (one.entriesPerYear * retentionYears + one.rest),
    how: `${retentionYears} years of entries, as production keeps them`,
    charts: ['audit'],
    instead: '`retention.months`; a Postgres of its own for audit',
  },
  {
    what: `${diskGb / 1_000} TB of a broker`,
    factor: diskGb / one.kafkaPerYear,
    how: 'a year of events, which Kafka keeps until somebody deletes them',
    charts: databaseServices,
    instead:
      'delete what was consumed ([kafka.md](kafka.md#retention)); more brokers: `config.KAFKA_BROKERS`, `config.KAFKA_REPLICATION_FACTOR` for each topic that is made',
  },
  {
    what: 'one core of Redis',
    factor: 1 / one.cores.redis,
    how: `${cores(one.cores.redis)} at the reference size, from readings of one step of the kernel's clock; Redis runs commands in one thread`,
    charts: ['gateway'],
    instead:
      'a cluster: `config.REDIS_CLUSTER`, with its nodes in `REDIS_URL` and their authority in `REDIS_CA` (`optionalSecrets`)',
  },
  {
    what: 'verifications by three pods',
    factor: (minReplicas * verificationsAtOnce) / providerSeconds / one.verificationsPerSecond,
    how: `${verificationsAtOnce} at once in each (of one provider half as many), if a provider takes ${providerSeconds} s (assumed)`,
    charts: ['integration'],
    instead: '`autoscaling.minReplicas`, or `config.VERIFICATION_INTERVAL_SECONDS`',
  },
  {
    what: 'the relay of one service',
    factor: relay.perSecond / eventsAtPeak,
    how: `${relay.perSecond.toLocaleString('en')} events a second, if all are of one service`,
    charts: [],
    instead: 'no setting: one relay is active for each service, and a second process only takes its place',
  },
  {
    what: `consumers of ${partitions} partitions`,
    factor: (partitions * recording.perSecond) / eventsAtPeak,
    how: `${recording.perSecond.toLocaleString('en')} events a second by each process of audit`,
    charts: ['audit'],
    instead:
      '`config.KAFKA_PARTITIONS` for topics that are made, `kafka-topics.sh --alter` for those that exist; then `autoscaling.maxReplicas`',
  },
];

/** In the order in which they end. */
export const bounds = all.toSorted((first, second) => first.factor - second.factor);
