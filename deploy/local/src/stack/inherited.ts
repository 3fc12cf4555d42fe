import { fileVariableOf } from '@patchbay/config/secret';
import { kafkaVariables } from '@patchbay/service/variables';
import { type StackVariables, startedServers } from './start-servers.ts';

const namesOfKafka = new Set(Object.keys(kafkaVariables).flatMap((name) => [name, fileVariableOf(name)]));

/** Of a database with poolers or replicas. `make up` gives each service a role in `DATABASE_URL`, and these would name another one. */
const namesOfOtherDatabases = new Set(
  ['DATABASE_SESSION_URL', 'DATABASE_READ_URL'].flatMap((name) => [name, fileVariableOf(name)]),
);

/**
 * The variables of the shell that services may get. Where the stack starts its own Kafka, a single broker without TLS and users,
 * those of another Kafka are left out: services would demand TLS of it, or send it a password.
 */
export const inheritedFrom = (environment: StackVariables): StackVariables => {
  const startsKafka = startedServers(environment).includes('kafka');
  const isLeftOut = (name: string): boolean =>
    namesOfOtherDatabases.has(name) || (startsKafka && namesOfKafka.has(name));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isLeftOut(name)));
};
