import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type Budget, type FileCost, tellCosts } from './costs.ts';
import { cpuSeconds } from './cpu.ts';

/** Prints what the run has cost. The budget holds for whole runs; parts of one are below it anyway. */
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
    process.stdout.write(`\n${tellCosts(files, cpuSeconds(), budget).join('\n')}\n`);
  }
}
