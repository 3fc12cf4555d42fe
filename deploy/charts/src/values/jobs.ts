import { migrationsOf, sealingOf } from '@patchbay/local/services';
import { type DatabaseService, databaseServices, type ServiceName } from '@patchbay/platform/services';
import { anyObject, atLeast, flag, someText, text } from '../json-schema.ts';
import { group, leaf, type Value } from './value.ts';

const ownerOf = (service: DatabaseService): string =>
  migrationsOf[service].owner ?? migrationsOf[service].schema;

const migration = (owner: string, seals: boolean): Value =>
  group('migration', 'A Job that migrates the schema before an installation and before each upgrade.', [
    leaf('enabled', 'Whether there is one. Without it the schema must be migrated before.', true, flag),
    leaf(
      'existingSecret',
      `Required: a Secret with the key DATABASE_URL of the role that owns the schema, \`${owner}\`.`,
      '',
      text,
    ),
    leaf(
      'resources',
      seals ? 'Of its pod, and of that which seals again after a rotation.' : 'Of its pod.',
      { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '640Mi' } },
      anyObject,
    ),
    leaf(
      'activeDeadlineSeconds',
      'It is ended after this many seconds, and the upgrade fails. Give Helm more: its `--timeout` is 5 minutes unless you say so.',
      600,
      atLeast(1),
    ),
    leaf('backoffLimit', 'How often it is repeated.', 1, atLeast(0)),
  ]);

const retention: Value = group('retention', 'A CronJob that removes old months of the audit trail.', [
  leaf(
    'months',
    'Entries of a month that ended longer ago than this many months are removed; 0: all are kept, and there is no CronJob.',
    0,
    { type: 'integer', minimum: 0, maximum: 1_200 },
  ),
  leaf('schedule', 'When it runs, in UTC.', '30 3 2 * *', someText),
  leaf(
    'existingSecret',
    'A Secret with the key DATABASE_URL of the role that owns the schema; empty: `migration.existingSecret`.',
    '',
    text,
  ),
  leaf(
    'resources',
    'Of its pod.',
    { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '640Mi' } },
    anyObject,
  ),
]);

export const jobValues = (service: ServiceName): readonly Value[] => [
  ...databaseServices
    .filter((name) => name === service)
    .map((name) => migration(ownerOf(name), name in sealingOf)),
  ...(service === 'audit' ? [retention] : []),
];
