import { type LockedPackage, nameOf } from './lockfile.ts';
import type { ProductionPackage } from './production-packages.ts';

/** The parts of CycloneDX 1.6 that are written here: https://cyclonedx.org/docs/1.6/json/ */
export interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly License[];
}
type License =
  | { readonly license: { readonly id: string } | { readonly name: string } }
  | { readonly expression: string };

export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: {
    readonly timestamp: string;
    readonly tools: { readonly components: readonly { type: 'application'; name: string }[] };
    readonly component: Component;
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** In an expression, `AND`, `OR` and `WITH` join SPDX ids. `UNLICENSED` is npm's word for "no license is granted". */
const licenseOf = (text: string): License => {
  if (text === 'UNLICENSED' || text.startsWith('SEE LICENSE')) return { license: { name: text } };
  return /[\s()]/.test(text) ? { expression: text } : { license: { id: text } };
};

const hashesOf = ({ integrity }: LockedPackage) =>
  integrity?.split(' ').map((each) => {
    const [algorithm = '', digest = ''] = each.split('-', 2);
    return {
      alg: algorithm.replace('sha', 'SHA-'),
      content: Buffer.from(digest, 'base64').toString('hex'),
    };
  });

/** Packages of this repository have no hash: they are not fetched. Their license is that of the root. */
function componentOf({ path, locked }: ProductionPackage, ownLicense: string): Component {
  const name = nameOf(path, locked);
  const version = locked.version ?? '';
  const hashes = hashesOf(locked);
  return {
    type: 'library',
    // Not the purl: the same version may be installed in two folders.
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(hashes && { hashes }),
    licenses: [licenseOf(locked.license ?? (hashes ? 'SEE LICENSE in the package' : ownLicense))],
  };
}

export interface SbomOptions {
  /** The folder that the packages were found from: the service that the document describes. */
  readonly folder: string;
  readonly packages: readonly ProductionPackage[];
  readonly ownLicense: string;
  readonly timestamp: Date;
}

/** Without a serial number: the same lockfile makes the same document, the time aside. */
export function sbomOf({ folder, packages, ownLicense, timestamp }: SbomOptions): Sbom {
  const components = packages.map((each) => componentOf(each, ownLicense));
  const described = components.find((component) => component['bom-ref'] === folder);
  if (described === undefined) throw new Error(`${folder} is none of the packages`);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: timestamp.toISOString(),
      tools: { components: [{ type: 'application', name: 'make sbom' }] },
      component: { ...described, type: 'application' },
    },
    components: components.filter((component) => component !== described),
    dependencies: packages.map(({ path, dependsOn }) => ({ ref: path, dependsOn })),
  };
}
