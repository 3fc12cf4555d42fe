import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type Budget, type FileCost, tableOfCosts, tellCosts } from './costs.ts';
import { cpuSeconds } from './cpu.ts';

/** Prints what the run has cost, and writes the cost of every file to `.cache/test-costs.tsv`. The budget holds for whole runs; parts of one are below it anyway. */
export default class CostReporter implements Reporter {
  #root = process.cwd();

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
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
    process.stdout.write(`\n${tellCosts(files, cpuSeconds(), budget).join('\n')}\n`);
  }
}
