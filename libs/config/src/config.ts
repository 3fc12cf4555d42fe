import { z } from 'zod';

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

/**
 * Reads a service's configuration from the environment. Keys of the shape are variable names; a variable that is set to the
 * empty string counts as unset. `problemsOf` checks variables against each other. Values never appear in the message: some
 * of them are secrets.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  service: string,
  shape: Shape,
  environment: Environment,
  problemsOf: (environment: Environment) => readonly string[] = () => [],
): z.output<z.ZodObject<Shape>> {
  const given = Object.fromEntries(
    Object.keys(shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = z.object(shape).safeParse(given, { reportInput: false });
  const issues = result.error?.issues ?? [];
  const problems = issues.map((issue) => {
    const name = issue.path.join('.');
    return given[String(issue.path[0])] === undefined ? `${name} is required` : `${name} ${issue.message}`;
  });
  problems.push(...problemsOf(environment));
  if (result.success && problems.length === 0) return result.data;
  throw new ConfigurationError(service, problems);
}
