import type { Given } from '../command.ts';
import { usageFailure } from '../failure.ts';
import { kebab } from './names.ts';
import type { Parameter } from './operation.ts';

/** Secrets are read from a prompt or stdin, because other users of the machine can see the arguments of a process. */
export const isSecret = (name: string): boolean => /token|secret|password|deviceCode/i.test(name);

/** A value of the type that the API expects. */
export function valueOf(
  { name, type, nullable, options }: Parameter,
  given: string | true | readonly string[],
): unknown {
  if (nullable && [given].flat().join() === 'null') return null;
  if (options && type === 'string' && !options.includes(String(given)))
    throw usageFailure(`--${kebab(name)} must be one of ${options.join(', ')}.`);
  if (type === 'integer') {
    const number = Number(given);
    if (!Number.isInteger(number)) throw usageFailure(`--${kebab(name)} must be a whole number.`);
    return number;
  }
  if (type === 'boolean') return given === true || given === 'true';
  if (type === 'list') return [given].flat().flatMap((one) => String(one).split(','));
  if (type === 'object')
    return Object.fromEntries(
      [given].flat().map((pair) => {
        const [key = '', ...rest] = String(pair).split('=');
        if (rest.length === 0) throw usageFailure(`--${kebab(name)} takes name=value.`);
        return [key, rest.join('=')];
      }),
    );
  return given;
}

/** The values of the flags that were given. */
export const valuesOf = (parameters: readonly Parameter[], { flags }: Given): Record<string, unknown> =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const { name } = parameter;
      const given = flags[kebab(name)] ?? (name === 'workspaceSlug' ? flags['workspace'] : undefined);
      return given === undefined ? [] : [[name, valueOf(parameter, given)]];
    }),
  );
