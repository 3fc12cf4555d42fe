import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import { type Budget, type FileCost, tableOfCosts, tellCosts } from './costs.ts';
import { cpuSeconds } from './cpu.ts';
import { type Failure, tellFailures } from './failures.ts';

const messageOf = (errors: readonly SerializedError[]): string =>
  errors.map(({ message }) => message).join('\n');

/** The failed tests of a file, and errors of the file itself and of its suites, such as those of set-ups. */
function failuresOf(file: string, module: TestModule): Failure[] {
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: `${file} > ${test.fullName}`,
    message: messageOf(test.result().errors ?? []),
  }));
  const others = [module, ...module.children.allSuites()]
    .map((part) => ({
      name: 'fullName' in part ? `${file} > ${part.fullName}` : file,
      message: messageOf(part.errors()),
    }))
    .filter(({ message }) => message !== '');
  return [...others, ...tests];
}

/**
 * Prints what the run has cost and, last, what has failed. Writes the cost of every file to `.cache/test-costs.tsv`. The budget holds for whole
 * runs; parts of one are below it anyway.
 */
export default class CostReporter implements Reporter {
  #root = process.cwd();

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const files = modules.map(
      (module): FileCost => ({
        project: module.project.name,
        file: relative(this.#root, module.moduleId),
        cpuSeconds: module.meta().cpuSeconds ?? 0,
      }),
    );
    const budget = JSON.parse(readFileSync(new URL('../budget.json', import.meta.url), 'utf8')) as Budget;
    const cache = join(this.#root, '.cache');
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'test-costs.tsv'), tableOfCosts(files));
    const failures = modules.flatMap((module) => failuresOf(relative(this.#root, module.moduleId), module));
    const lines = [
      ...tellCosts(files, cpuSeconds(), budget),
      ...tellFailures([
        ...failures,
        ...unhandled.map(({ message }) => ({ name: 'outside of tests', message })),
      ]),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
