import type { z } from 'zod';

/** Marks a variable whose value is the path of a file: a process that starts others in other folders makes it absolute. */
export const filePath = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), filePath: true });

/** Whether `filePath` marked the variable, with nothing wrapped around it afterwards. */
export const isFilePath = (schema: unknown): boolean => (schema as z.ZodType).meta()?.['filePath'] === true;
