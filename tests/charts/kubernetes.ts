import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { root } from './render.ts';
import type { Resource } from './resource.ts';

interface Schemas {
  readonly kinds: Readonly<Record<string, object>>;
  readonly definitions?: object;
}

const folder = join(root, 'deploy/charts/schemas');
const read = (file: string): Schemas => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Schemas;

const ajv = new Ajv({ strict: false, allErrors: true });
/** Of custom resources: those that charts make, and those of docs/gitops.md. */
const custom = { ...read('custom-resources.json').kinds, ...read('gitops.json').kinds };

/** The versions of Kubernetes whose schemas check the resources. */
export const kubernetesVersions = readdirSync(folder)
  .filter((file) => file.startsWith('kubernetes-'))
  .map((file) => file.slice('kubernetes-'.length, -'.json'.length));

const schemasOf = new Map(kubernetesVersions.map((version) => [version, read(`kubernetes-${version}.json`)]));
const validators = new Map<string, ValidateFunction>();

function validatorOf(version: string, kind: string): ValidateFunction | undefined {
  const key = `${version} ${kind}`;
  const found = validators.get(key);
  const schemas = schemasOf.get(version);
  const schema = schemas?.kinds[kind] ?? custom[kind];
  if (found !== undefined || schema === undefined) return found;
  const validator = ajv.compile({ ...schema, definitions: schemas?.definitions });
  validators.set(key, validator);
  return validator;
}

/** The errors that the API server of this version would report for a resource, with strict field validation. */
export function problemsOf(version: string, resource: Resource): readonly string[] {
  const { apiVersion, kind, metadata } = resource;
  const validate = validatorOf(version, `${apiVersion}/${kind}`);
  if (validate === undefined)
    return [`${kind} ${metadata.name}: there is no schema of ${apiVersion}/${kind}`];
  if (validate(resource)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${kind} ${metadata.name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
