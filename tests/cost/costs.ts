/** What a test file has cost. */
export interface FileCost {
  readonly project: string;
  readonly file: string;
  readonly cpuSeconds: number;
}

/** CPU seconds by project: what `make test` may cost. */
export type Budget = Readonly<Record<string, number>>;

const seconds = (value: number): string => value.toFixed(0).padStart(6);

/** The name under which a budget counts what no test file has used: servers of the run, Vitest itself. */
export const sharedName = 'shared';

export function costOfProjects(files: readonly FileCost[], totalSeconds: number): Map<string, number> {
  const costs = new Map<string, number>();
  for (const { project, cpuSeconds } of files) costs.set(project, (costs.get(project) ?? 0) + cpuSeconds);
  const ofFiles = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  return costs.set(sharedName, Math.max(0, totalSeconds - ofFiles));
}

const byCost = (one: FileCost, other: FileCost): number => other.cpuSeconds - one.cpuSeconds;

/** The cost of every file, the dearest first: CPU seconds, project and file, separated by tabs. */
export const tableOfCosts = (files: readonly FileCost[]): string =>
  files
    .toSorted(byCost)
    .map(({ cpuSeconds, project, file }) => `${cpuSeconds.toFixed(2)}\t${project}\t${file}\n`)
    .join('');

/**
 * The lines that end a run: the cost of each project beside its budget, the dearest files, and a warning for each project that costs more
 * than its budget.
 */
export function tellCosts(files: readonly FileCost[], totalSeconds: number, budget: Budget): string[] {
  const projects = [...costOfProjects(files, totalSeconds)].toSorted(([, one], [, other]) => other - one);
  const dearest = files.toSorted(byCost).slice(0, 20);
  return [
    `CPU seconds: ${totalSeconds.toFixed(0)}`,
    ...projects.map(
      ([project, cost]) =>
        `${seconds(cost)}  ${project}${project in budget ? ` (budget ${budget[project]})` : ''}`,
    ),
    'The dearest files:',
    ...dearest.map(({ file, cpuSeconds }) => `${seconds(cpuSeconds)}  ${file}`),
    ...projects
      .filter(([project, cost]) => cost > (budget[project] ?? Number.POSITIVE_INFINITY))
      .map(
        ([project, cost]) =>
          `WARNING: ${project} used ${cost.toFixed(0)} CPU seconds, more than its ${budget[project]} in tests/budget.json`,
      ),
  ];
}
