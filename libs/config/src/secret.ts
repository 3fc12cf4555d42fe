import type { z } from 'zod';

/** Marks a variable as a secret: it may also come as a file that `<NAME>_FILE` names, as orchestrators mount them. */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), secret: true });

/** Whether `secret` marked the variable, with nothing wrapped around it afterwards. */
export const isSecret = (schema: unknown): boolean => (schema as z.ZodType).meta()?.['secret'] === true;

export const fileVariableOf = (name: string): string => `${name}_FILE`;
