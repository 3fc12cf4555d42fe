import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that failed and then passed when they were repeated, after everything else that a run prints. */
export default class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relative(process.cwd(), module.moduleId)} > ${test.fullName}`),
    );
    if (retried.length === 0) return;
    process.stdout.write(
      `\nPassed only when repeated, to be mended:\n${retried.map((name) => `  ${name}\n`).join('')}`,
    );
  }
}
