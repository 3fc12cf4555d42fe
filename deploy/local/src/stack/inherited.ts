import { fileVariableOf } from '@patchbay/config/secret';
import { kafkaVariables } from '@patchbay/service/variables';
import { type StackVariables, startedServers } from './start-servers.ts';

const namesOfKafka = new Set(Object.keys(kafkaVariables).flatMap((name) => [name, fileVariableOf(name)]));

/**
 * The variables of the shell that services may get. Where the stack starts its own Kafka, a single broker without TLS and users,
 * those of another Kafka are left out: services would demand TLS of it, or send it a password.
 */
export const inheritedFrom = (environment: StackVariables): StackVariables =>
  startedServers(environment).includes('kafka')
    ? Object.fromEntries(Object.entries(environment).filter(([name]) => !namesOfKafka.has(name)))
    : environment;
