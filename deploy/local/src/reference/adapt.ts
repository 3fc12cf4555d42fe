const label = '{key:`js`,title:`JavaScript`';
const sourceMap = /\n\/\/# sourceMappingURL=\S+\s*$/;

/**
 * Scalar's bundle as we serve it: with its licence, which the package does not contain; without the address of a source map, which we
 * do not serve; and with "TypeScript" as the name of the samples for `fetch`, which are valid TypeScript. There is no option for that.
 */
export function adaptBundle(bundle: string, licence: string): string {
  if (bundle.split(label).length !== 2) {
    throw new Error('the bundle of Scalar does not name its JavaScript samples once');
  }
  const adapted = bundle.replace(label, '{key:`js`,title:`TypeScript`').replace(sourceMap, '\n');
  return `/*! @scalar/api-reference\n\n${licence.trim()}\n*/\n${adapted}`;
}
