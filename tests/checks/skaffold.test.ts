import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factsOf, programOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { Ajv, type Schema } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const schema = JSON.parse(
  readFileSync(new URL('skaffold-v4beta13.schema.json', import.meta.url), 'utf8'),
) as Schema;

interface Hook {
  readonly host: { readonly command: readonly string[] };
}

/** What the tests below read of a module of skaffold.yaml. */
interface Module {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
  readonly requires?: readonly { readonly configs: readonly string[] }[];
  readonly manifests?: {
    readonly hooks: { readonly before: readonly Hook[] };
    readonly rawYaml: readonly string[];
  };
  readonly build?: {
    readonly artifacts: readonly {
      readonly image: string;
      readonly custom: {
        readonly buildCommand: string;
        readonly dependencies: { readonly paths: readonly string[] };
      };
    }[];
  };
  readonly deploy?: {
    readonly helm?: {
      readonly releases: readonly {
        readonly name: string;
        readonly chartPath: string;
        readonly namespace: string;
        readonly valuesFiles: readonly string[];
        readonly setValueTemplates: Readonly<Record<string, string>>;
      }[];
    };
    readonly kubectl?: { readonly hooks: { readonly after: readonly Hook[] } };
  };
  readonly portForward?: readonly {
    readonly resourceName: string;
    readonly port: number;
    readonly localPort: number;
  }[];
  readonly profiles?: readonly {
    readonly name: string;
    readonly patches: readonly { readonly path: string; readonly value?: unknown }[];
  }[];
}

const modules = parseAllDocuments(readFileSync(join(root, 'skaffold.yaml'), 'utf8')).map(
  (document) => document.toJS() as Module,
);
const moduleOf = (name: string): Module | undefined => modules.find(({ metadata }) => metadata.name === name);
const missing = (paths: readonly string[]): string[] => paths.filter((path) => !existsSync(join(root, path)));

const secretsScript = 'deploy/infra/secrets';
/** Written by this script. */
const keysFile = 'deploy/environments/local/keys.yaml';

it('skaffold.yaml is what the schema of its version allows', () => {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  for (const module of modules) {
    const { name } = module.metadata;
    const errors = validate(module) ? [] : validate.errors;
    expect({ name, errors }).toEqual({ name, errors: [] });
    expect(module.apiVersion).toBe('skaffold/v4beta13');
  }
});

it('skaffold.yaml has a module for the servers, for each service and for all of them', () => {
  expect(modules.map(({ metadata }) => metadata.name)).toEqual(['infra', ...serviceNames, 'all']);
  expect(moduleOf('all')?.requires).toEqual([{ configs: ['infra', ...serviceNames] }]);
});

it('skaffold.yaml deploys the servers from files that exist', () => {
  const { manifests } = moduleOf('infra') ?? {};
  expect(manifests?.rawYaml.length).toBeGreaterThan(0);
  expect(missing(manifests?.rawYaml ?? [])).toEqual([]);
});

it('skaffold.yaml makes the keys that charts take before anything is rendered, and their Secrets when the servers are there', () => {
  const { manifests, deploy } = moduleOf('infra') ?? {};
  expect(manifests?.hooks.before).toEqual([{ host: { command: [secretsScript, 'prepare'] } }]);
  expect(deploy?.kubectl?.hooks.after).toEqual([{ host: { command: [secretsScript, 'create'] } }]);
  expect(readFileSync(join(root, secretsScript), 'utf8')).toContain(`\nkeys=${keysFile}\n`);
});

it('skaffold.yaml forwards the ports that people open', () => {
  const forwards = modules.flatMap(({ portForward = [] }) => portForward);
  expect(
    Object.fromEntries(
      forwards.map(({ resourceName, port, localPort }) => [resourceName, [port, localPort]]),
    ),
  ).toEqual({
    mailpit: [8025, 8025],
    telemetry: [3000, 3001],
    gateway: [factsOf('gateway').port, 3000],
    portal: [factsOf('portal').port, 3005],
  });
});

it('skaffold.yaml forwards no port in CI', () => {
  for (const module of modules.filter(({ portForward }) => portForward)) {
    const ci = module.profiles?.find(({ name }) => name === 'ci');
    expect(ci?.patches).toContainEqual({ op: 'remove', path: '/portForward' });
  }
});

describe.each(serviceNames)('the module of %s', (name: ServiceName) => {
  const module = moduleOf(name);
  const { folder: image } = programOf(name);
  const [artifact, ...otherArtifacts] = module?.build?.artifacts ?? [];
  const [release, ...otherReleases] = module?.deploy?.helm?.releases ?? [];

  it.runIf(image === name)(
    `the module of ${name} builds its image from its own files and those that all share`,
    () => {
      expect(otherArtifacts).toEqual([]);
      expect(artifact?.image).toBe(`patchbay/${name}`);
      expect(artifact?.custom.buildCommand).toBe(`deploy/images/build ${name}`);
      const paths = artifact?.custom.dependencies.paths ?? [];
      expect(missing(paths)).toEqual([]);
      expect(paths.filter((path) => path.startsWith('services'))).toEqual([`services/${name}`]);
    },
  );

  it(`the module of ${name} deploys its chart with its image, when the servers and the service with its image are there`, () => {
    expect(otherReleases).toEqual([]);
    expect(release).toMatchObject({
      name,
      chartPath: `charts/${name}`,
      namespace: 'patchbay',
      setValueTemplates: {
        'image.repository': `{{.IMAGE_REPO_patchbay_${image}}}`,
        'image.tag': `{{.IMAGE_TAG_patchbay_${image}}}`,
      },
    });
    expect(missing([release?.chartPath ?? ''])).toEqual([]);
    expect(module?.requires).toEqual([{ configs: ['infra', ...(image === name ? [] : [image])] }]);
  });

  it(`the module of ${name} takes every file of values that the local environment has for it`, () => {
    const files = [
      `deploy/environments/${name}.yaml`,
      'deploy/environments/local/common.yaml',
      `deploy/environments/local/${name}.yaml`,
    ].filter((path) => existsSync(join(root, path)));
    expect(release?.valuesFiles).toEqual([...files, keysFile]);
    const added = module?.profiles
      ?.flatMap(({ patches }) => patches)
      .filter(({ path }) => path.includes('valuesFiles'))
      .map(({ value }) => String(value));
    expect(added).toEqual(['deploy/environments/local/debug.yaml']);
    expect(missing(added ?? [])).toEqual([]);
  });
});
