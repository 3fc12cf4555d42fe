import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { insecureHttpProblems } from './public-address.ts';
import { fileVariableOf, isSecret } from './secret.ts';

/** Lists all problems of a configuration, one per line, so that an operator can fix them at once. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];

  constructor(service: string, problems: readonly string[]) {
    super(
      `${service} cannot start, its configuration has ${problems.length} problem(s):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Given {
  /** The variables of the shape that are set, those of files included. */
  readonly values: Readonly<Record<string, string>>;
  /** By the name of the variable. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The content without the line end that editors and `echo` append. */
function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}

function readVariables(shape: z.ZodRawShape, environment: Environment): Given {
  const values: Record<string, string> = {};
  const problems = new Map<string, string>();
  for (const [name, schema] of Object.entries(shape)) {
    const value = environment[name];
    if (value) values[name] = value;
    const fileVariable = fileVariableOf(name);
    const path = isSecret(schema) ? environment[fileVariable] : undefined;
    if (!path) continue;
    const content = readSecret(path);
    if (value) problems.set(name, `${name} and ${fileVariable} must not both be set`);
    else if (content) values[name] = content;
    else problems.set(name, `${fileVariable} must name a file that can be read and is not empty`);
  }
  return { values, problems };
}

/**
 * The environment with the content of each file that `<NAME>_FILE` names for a secret of the shape as `<NAME>`, and without
 * those `<NAME>_FILE`: for a process that passes its environment on. What `readConfig` refuses is left out.
 */
export function withSecretFiles(shape: z.ZodRawShape, environment: Environment): Environment {
  const files = new Set(
    Object.keys(shape)
      .filter((name) => isSecret(shape[name]))
      .map(fileVariableOf),
  );
  const others = Object.entries(environment).filter(([name]) => !files.has(name));
  return { ...Object.fromEntries(others), ...readVariables(shape, environment).values };
}

/**
 * Reads a service's configuration from the environment. Keys of the shape are variable names; a variable that is set to the
 * empty string counts as unset. A secret may stand in a file that `<NAME>_FILE` names. A public address on http is refused
 * outside of loopback. `problemsOf` checks variables against each other and gets the values of files too. Values never appear
 * in the message: some of them are secrets.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  service: string,
  shape: Shape,
  environment: Environment,
  problemsOf: (environment: Environment) => readonly string[] = () => [],
): z.output<z.ZodObject<Shape>> {
  const { values: given, problems: unreadable } = readVariables(shape, environment);
  const result = z.object(shape).safeParse(given, { reportInput: false });
  const issues = result.error?.issues ?? [];
  const problems = issues.flatMap((issue) => {
    const name = issue.path.join('.');
    if (given[String(issue.path[0])] !== undefined) return `${name} ${issue.message}`;
    return unreadable.has(name) ? [] : `${name} is required`;
  });
  problems.push(
    ...unreadable.values(),
    ...insecureHttpProblems(shape, given),
    ...problemsOf({ ...environment, ...given }),
  );
  if (result.success && problems.length === 0) return result.data;
  throw new ConfigurationError(service, problems);
}
