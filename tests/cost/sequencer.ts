import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects of one group order begin in the order of the config. Vitest would begin them in the order of their names. */
export default class ConfigSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = this.ctx.projects.map(({ name }) => name);
    const placeOf = ({ project }: TestSpecification): number =>
      project.config.sequence.groupOrder * names.length + names.indexOf(project.name);
    // oxlint-disable-next-line unicorn/no-array-sort -- it is a method of Vitest's, which returns a new array.
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
