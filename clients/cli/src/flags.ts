import type { Argument, Command, Flag } from './command.ts';

export const commonFlags: readonly Flag[] = [
  {
    name: 'org',
    value: 'slug',
    description: 'The organization to work in.',
    completes: { operationId: 'listOrganizations' },
  },
  {
    name: 'workspace',
    value: 'slug',
    description: 'The workspace to work in.',
    completes: { operationId: 'listWorkspaces' },
  },
  { name: 'profile', value: 'name', description: 'The profile to use.' },
  { name: 'host', value: 'url', description: 'The address of the API.' },
  { name: 'debug', description: 'Shows requests on stderr, without secrets.' },
];

export const dataFlags: readonly Flag[] = [
  {
    name: 'json',
    value: 'fields',
    isValueOptional: true,
    description: 'Prints JSON; of the given fields only, if there are any.',
  },
  { name: 'jq', value: 'filter', description: 'Prints what a jq filter makes of the JSON.' },
  { name: 'csv', description: 'Prints CSV.' },
];

/** The flags of a command and the common flags. A flag of the command wins. */
export function flagsOf({ flags = [], printsData }: Command): {
  own: readonly Flag[];
  common: readonly Flag[];
} {
  const names = new Set(flags.map(({ name }) => name));
  const common = [...(printsData ? dataFlags : []), ...commonFlags].filter(({ name }) => !names.has(name));
  return { own: flags, common };
}

/** `--org <slug>`. */
export function termOfFlag({ name, value, isValueOptional }: Flag): string {
  if (value === undefined) return `--${name}`;
  return isValueOptional ? `--${name} [${value}]` : `--${name} <${value}>`;
}

/** `<shell>`, `[org]`, `[word...]`. */
export function termOfArgument({ name, isOptional, isVariadic }: Argument): string {
  const shown = isVariadic ? `${name}...` : name;
  return isOptional ? `[${shown}]` : `<${shown}>`;
}

/** `patchbay key get [key]`, without flags. */
export const usageOf = ({ path, args = [] }: Command): string =>
  ['patchbay', ...path, ...args.map(termOfArgument)].join(' ');
