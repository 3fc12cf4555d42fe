import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { environmentsFolder } from '../../environments.ts';

interface Values {
  readonly autoscaling: {
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly targetCpuPercent: number;
  };
  readonly resources: { readonly requests: { readonly cpu: string; readonly memory: string } };
  readonly retention: { readonly months: number };
}
const read = (file: string): Values =>
  parse(readFileSync(join(environmentsFolder, 'production', file), 'utf8')) as Values;
const common = read('common.yaml');

/** What deploy/environments/production has. */
export const production = {
  /** Cores of each pod, as requested: `500m`. */
  cores: Number.parseInt(common.resources.requests.cpu, 10) / 1_000,
  /** MiB of each pod, as requested: `320Mi`. */
  mebibytes: Number.parseInt(common.resources.requests.memory, 10),
  /** The share of these cores that the autoscaler aims at. */
  used: common.autoscaling.targetCpuPercent / 100,
  minReplicas: common.autoscaling.minReplicas,
  retentionYears: read('audit.yaml').retention.months / 12,
  /** Pods at most. */
  gatewayPods: read('gateway.yaml').autoscaling.maxReplicas,
  servicePods: common.autoscaling.maxReplicas,
};
