import type { ServiceName } from '@patchbay/platform/services';
import type { z } from 'zod';
import type {
  CallVariables,
  databaseVariables,
  kafkaVariables,
  mailVariables,
  poolerVariables,
  poolVariables,
  processVariables,
  sealingVariables,
  serviceVariables,
  signingVariables,
  verifyingVariables,
} from './variables.ts';

/** The types of the groups of variables after they were read. */

type Read<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;

export type ProcessConfig = Read<ReturnType<typeof processVariables>>;
/**
 * For every service that other services call; uses `organization`, which calls none itself, so that no call variables are
 * included.
 */
export type ServiceConfig = Read<ReturnType<typeof serviceVariables<'organization'>>>;
/** What `poolOf` reads. */
export type PoolConfig = Read<typeof poolVariables>;

/** What `databaseOf` reads. */
export type DatabaseConfig = Read<typeof databaseVariables> &
  Partial<Read<typeof poolerVariables>> &
  PoolConfig;
export type KafkaConfig = Read<typeof kafkaVariables>;
export type SigningConfig = Read<typeof signingVariables>;
export type VerifyingConfig = Read<ReturnType<typeof verifyingVariables>>;
export type MailConfig = Read<typeof mailVariables>;
export type SealingConfig = Read<ReturnType<typeof sealingVariables>>;

/** For a service that calls others; empty for a service that calls none. */
export type CallConfig<Name extends ServiceName> = {
  readonly [Variable in keyof CallVariables<Name>]: z.output<CallVariables<Name>[Variable]>;
};
