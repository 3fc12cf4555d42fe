import { isSecret } from '@patchbay/config/secret';
import { isFilePath } from '@patchbay/config/variables';
import { variablesOf } from '@patchbay/local/services';
import type { ServiceName } from '@patchbay/platform/services';
import { z } from 'zod';
import type { JsonSchema } from './value.ts';

/** The templates or the image set these: ports of containers are fixed, and a pod listens on every interface. */
const isSetByChart = (name: string): boolean =>
  ['PORT', 'RPC_PORT', 'RPC_PLAIN_PORT', 'ADMIN_PORT', 'HOST', 'COMMIT', 'BUILT_AT'].includes(name);

/** Part of the Secrets of `rpcTls` and `kafkaTls`, which are mounted whole. */
const isInMountedSecret = (name: string): boolean =>
  name.startsWith('RPC_TLS_') || name === 'KAFKA_SSL_KEY_PEM';

export interface Variable {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly secret: boolean;
  /** The service does not start without it. */
  readonly required: boolean;
  readonly description: string;
}

const isRequired = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault);

/** The variables that an installation sets: all but those that the chart sets or mounts as files. */
export const chartVariablesOf = (service: ServiceName): readonly Variable[] =>
  Object.entries(variablesOf[service])
    .filter(([name, schema]) => !isSetByChart(name) && !isInMountedSecret(name) && !isFilePath(schema))
    .map(([name, schema]) => ({
      name,
      schema,
      secret: isSecret(schema),
      required: isRequired(schema),
      description: schema.description ?? '',
    }));

export const reads = (service: ServiceName, name: string): boolean => name in variablesOf[service];

interface Described {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
}
const described = (schema: z.ZodType, io: 'input' | 'output'): Described =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Described;

const addressMessage = /^must be an address beginning with ([a-z]+:\/\/(?: or [a-z]+:\/\/)*)$/;

/** The schemes that a URL may have. A refinement checks them, so only the message of its error names them. */
function schemesOf(schema: z.ZodType): string | undefined {
  const message = schema.safeParse('?').error?.issues[0]?.message ?? '';
  return addressMessage.exec(message)?.[1]?.replaceAll('://', '').replaceAll(' or ', '|');
}

function typeOf(schema: z.ZodType): JsonSchema {
  const given = described(schema, 'input');
  const allowed = given.enum ?? described(schema, 'output').enum;
  if (allowed?.includes('true')) return { enum: [true, false, 'true', 'false'] };
  if (allowed !== undefined) return { enum: allowed };
  if (given.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = given;
    const bounds = { minimum, ...(maximum < Number.MAX_SAFE_INTEGER && { maximum }) };
    return {
      anyOf: [
        { type: 'integer', ...bounds },
        { type: 'string', pattern: '^[0-9]+$' },
      ],
    };
  }
  const schemes = schemesOf(schema);
  if (schemes !== undefined) return { type: 'string', pattern: `^(${schemes})://` };
  return { type: 'string', minLength: given.minLength ?? 1 };
}

/** The schema of a value of `config`. A number or a flag may also be a string, as in the environment of the process. */
export const configSchemaOf = ({ schema, description }: Variable): JsonSchema => ({
  ...(typeOf(schema) as object),
  description,
});
