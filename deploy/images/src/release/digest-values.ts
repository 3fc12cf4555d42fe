import { programOf, serviceNames } from '@patchbay/platform/services';

/** The values of an image by its digest, as lines without indentation. */
const imageLines = (repository: string, digest: string): string[] => [
  'image:',
  `  repository: ${repository}`,
  `  digest: ${digest}`,
];

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/**
 * A file of values for each chart, by its name, with the digests of the images of a version. A tag can be moved, a digest cannot.
 * `images` is the beginning of their names, with the host of the registry.
 */
export function digestValues(
  { version, images }: { readonly version: string; readonly images: string },
  digests: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const [, registry = '', path = ''] = /^([^/]+)\/(.*)$/.exec(images) ?? [];
  const head = `# The images of Patchbay ${version}, by their digests.`;
  const global = ['global:', '  image:', `    registry: ${registry}`, `    tag: ${version}`];
  const files = serviceNames.map((service) => {
    // Two services may be programs of one image.
    const image = programOf(service).folder;
    const digest = digests.get(image);
    if (digest === undefined) throw new RangeError(`there is no digest of the image ${image}`);
    return [service, imageLines(`${path}${image}`, digest)] as const;
  });
  const text = (lines: readonly string[]): string => `${[head, ...global, ...lines].join('\n')}\n`;
  return new Map([
    ['platform', text(files.flatMap(([service, lines]) => [`${service}:`, ...indented(lines)]))],
    ...files.map(([service, lines]) => [service, text(lines)] as const),
  ]);
}
