/** Where Scalar has no option. Each text is in the bundle once. */
const replacements: readonly (readonly [text: string, replacement: string])[] = [
  // The samples for `fetch` are valid TypeScript.
  ['{key:`js`,title:`JavaScript`', '{key:`js`,title:`TypeScript`'],
  // The languages that have a tab of their own above all samples.
  [
    '[`shell/curl`,`ruby/native`,`node/undici`,`php/guzzle`,`python/python3`]',
    '[`shell/curl`,`js/fetch`,`python/requests`]',
  ],
  // We do not serve its source map.
  ['//# sourceMappingURL=standalone.js.map', ''],
];

/** Scalar's bundle as we serve it: names and order of the samples are ours, and the licence, which the package lacks, is at its top. */
export function adaptBundle(bundle: string, licence: string): string {
  const adapted = replacements.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`the bundle of Scalar does not contain ${from} once`);
    return text.replace(from, to);
  }, bundle);
  return `/*! @scalar/api-reference\n\n${licence.trim()}\n*/\n${adapted}`;
}
