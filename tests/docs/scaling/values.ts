import { databaseServices } from '@patchbay/platform/services';
import type { Values } from '../../environments.ts';
import { production } from './production.ts';
import { sizeAt } from './sizes.ts';

/** Half as many pods again as the peak needs. */
const room = (pods: number): number => Math.ceil(pods * 1.5);

/** A topic has a partition for each process of audit, and as many as are divided evenly by 2, 3, 4 and 6 processes. */
const partitionsFor = (pods: number): number => Math.ceil(pods / 12) * 12;

/**
 * From here on a pod requests a whole core, and there are more servers than one Redis and one Postgres: half of what these carry is
 * used (`bounds.ts`).
 */
const isLarge = (factor: number): boolean => factor >= 1_000;

/** What charts/platform takes at a multiple of the reference size and deploy/environments/production does not have; empty: nothing. */
export function valuesAt(factor: number): Values {
  const { pods } = sizeAt(factor);
  const replicas = (service: keyof typeof pods, most: number): Values =>
    room(pods[service]) > most ? { autoscaling: { maxReplicas: room(pods[service]) } } : {};
  const large: Values = isLarge(factor) ? { resources: { requests: { cpu: '1' } } } : {};
  const cluster: Values = isLarge(factor)
    ? { config: { REDIS_CLUSTER: true }, optionalSecrets: ['REDIS_URL', 'REDIS_CA'] }
    : {};
  const readReplica: Values = isLarge(factor)
    ? {
        optionalSecrets: ['DATABASE_SESSION_URL', 'DATABASE_READ_URL', 'KAFKA_SASL_PASSWORD'],
        retention: { months: 12 },
      }
    : {};
  const services: Record<string, Values> = {
    gateway: { ...replicas('gateway', production.gatewayPods), ...large, ...cluster },
    ...Object.fromEntries(
      databaseServices.map((service) => [
        service,
        { ...replicas(service, production.servicePods), ...large, ...(service === 'audit' && readReplica) },
      ]),
    ),
  };
  const changed = Object.entries(services).filter(([, values]) => Object.keys(values).length > 0);
  const partitions = partitionsFor(room(pods.audit));
  return {
    ...(isLarge(factor) && { global: { config: { KAFKA_PARTITIONS: partitions } } }),
    ...Object.fromEntries(changed),
  };
}
