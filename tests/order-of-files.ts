import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds that a file of these projects takes, unless `secondsOf` says otherwise. Their files start the platform or servers of their
 * own, and wait for them more than they compute.
 */
const secondsOfStacks: Readonly<Record<string, number>> = { faults: 40, fuzz: 30, portal: 15, story: 15 };

/** Measured in CI. A guess is enough: wrong seconds make a run slower and nothing else. */
const secondsOf: Readonly<Record<string, number>> = {
  'tests/faults/brokers.test.ts': 60,
  'tests/faults/faults.test.ts': 90,
  'tests/faults/forged-events.test.ts': 22,
  'tests/faults/make-up.test.ts': 50,
  'tests/portal/attacks.test.ts': 25,
  'tests/portal/connect.test.ts': 120,
  'tests/portal/gallery.test.ts': 30,
  'tests/portal/invitation-and-device.test.ts': 55,
  'tests/portal/sign-in.test.ts': 65,
  'tests/story/access-matrix.test.ts': 20,
  'tests/story/demo.test.ts': 45,
  'tests/story/reference-page.test.ts': 38,
  'tests/story/secrets.test.ts': 90,
};

/** Seconds that a file of another project takes, with the start of its worker. */
const secondsOfOthers: Readonly<Record<string, number>> = { docs: 1, real: 4.5, unit: 1 };

export interface TestFile {
  readonly project: string;
  /** From the root of the repository. */
  readonly path: string;
}

const secondsOfFile = ({ project, path }: TestFile): number =>
  secondsOf[path] ?? secondsOfStacks[project] ?? secondsOfOthers[project] ?? 1;

/**
 * The order in which the workers take files: after each file with a stack, longest first, others that take as long together. So
 * few workers are occupied by stacks while the others compute, and short files are left for the end, when no worker should wait for a
 * long one. Others keep the order that they have.
 */
export function orderOf<File extends TestFile>(files: readonly File[]): File[] {
  const stacks = files
    .filter(({ project }) => project in secondsOfStacks)
    .toSorted((a, b) => secondsOfFile(b) - secondsOfFile(a));
  const others = files.filter(({ project }) => !(project in secondsOfStacks));
  const order: File[] = [];
  let seconds = 0;
  for (const stack of stacks) {
    order.push(stack);
    seconds += secondsOfFile(stack);
    while (seconds > 0 && others.length > 0) {
      const [next] = others.splice(0, 1) as [File];
      order.push(next);
      seconds -= secondsOfFile(next);
    }
  }
  return [...order, ...others];
}

export default class OrderOfFiles extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the method of an array
    const sorted = await super.sort(specifications);
    const files = sorted.map((specification) => ({
      specification,
      project: specification.project.name,
      path: relative(this.ctx.config.root, specification.moduleId),
    }));
    return orderOf(files).map(({ specification }) => specification);
  }
}
