import { serviceNames } from '@patchbay/platform/services';
import type { ClusterConfig } from '../config.ts';
import type { Run } from '../run.ts';
import type { Told } from '../story/tell-story.ts';
import { deleteTenant } from './deletion.ts';
import { refuseWrongValues, testEach } from './installs.ts';
import { introduceTls } from './introduce-tls.ts';
import { deleteEach, killAll } from './lost-pods.ts';
import { killPostgres, stopKafka } from './lost-servers.ts';
import { checkPolicies } from './network-policies.ts';
import { installPlatform } from './platform.ts';
import { stopAtFailingMigration, upgradeEach } from './upgrades.ts';

export interface Step {
  /** For STEPS. */
  readonly name: string;
  readonly title: string;
  readonly run: (run: Run, told: Told) => Promise<void>;
}

/** What is done with services that are installed alone, after the story, in this order. The last two end it. */
const steps: readonly Step[] = [
  { name: 'tests', title: 'helm test', run: (run) => testEach(run, serviceNames) },
  { name: 'policies', title: 'what the NetworkPolicies let through', run: checkPolicies },
  { name: 'values', title: 'wrong values', run: refuseWrongValues },
  { name: 'migration', title: 'a migration that fails, under traffic', run: stopAtFailingMigration },
  {
    name: 'upgrades',
    title: 'each service upgraded alone and rolled back, under traffic',
    run: upgradeEach,
  },
  { name: 'pods', title: 'a pod of each service deleted, under traffic', run: deleteEach },
  { name: 'kills', title: 'all pods of relay, then of webhook, killed under traffic', run: killAll },
  { name: 'kafka', title: 'Kafka stopped for a minute, under traffic', run: stopKafka },
  { name: 'postgres', title: 'Postgres killed and started again, under traffic', run: killPostgres },
  { name: 'tls', title: 'TLS between services introduced, under traffic', run: introduceTls },
  { name: 'deletion', title: 'the workspace and the organization deleted', run: deleteTenant },
  {
    name: 'platform',
    title: 'the platform by one chart, TLS between services introduced and taken back under traffic',
    run: installPlatform,
  },
];

/** Those that the configuration wants; throws if it names one that does not exist. */
export function stepsOf({ steps: wanted, enforcesPolicies }: ClusterConfig): readonly Step[] {
  const names = steps.map(({ name }) => name);
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`STEPS names ${unknown.join(', ')}: it takes ${names.join(', ')}`);
  return steps.filter(
    ({ name }) => (wanted?.includes(name) ?? true) && (enforcesPolicies || name !== 'policies'),
  );
}
