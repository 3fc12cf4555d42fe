import type { ServiceName } from '@patchbay/platform/services';
import type { z } from 'zod';
import type {
  CallVariables,
  kafkaVariables,
  mailVariables,
  processVariables,
  sealingVariables,
  serviceVariables,
} from './variables.ts';

/** What the groups of variables are once they are read. */

type Read<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;

export type ProcessConfig = Read<ReturnType<typeof processVariables>>;
/** Of every service that other services call; `organization` stands for all, since it calls none itself. */
export type ServiceConfig = Read<ReturnType<typeof serviceVariables<'organization'>>>;
export type KafkaConfig = Read<typeof kafkaVariables>;
export type MailConfig = Read<typeof mailVariables>;
export type SealingConfig = Read<ReturnType<typeof sealingVariables>>;

/** Of a service that calls others; any configuration fits a service that calls none. */
export type CallConfig<Name extends ServiceName> = {
  readonly [Variable in keyof CallVariables<Name>]: z.output<CallVariables<Name>[Variable]>;
};
