import { parse } from 'yaml';
import { type OpenApiSchema, strict } from './strict.ts';

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: OpenApiSchema };
    }[];
  };
}

/** `metadata` of a custom resource is `type: object` alone. */
const metadata: OpenApiSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** The schemas of version v1 of the resource that a CustomResourceDefinition describes, by `apiVersion/kind`. */
export function customResourceSchema(yaml: string): [string, object] {
  const { spec } = parse(yaml) as CustomResourceDefinition;
  const schema = spec.versions.find(({ name }) => name === 'v1')?.schema.openAPIV3Schema;
  if (schema === undefined) throw new RangeError(`${spec.names.kind} has no version v1`);
  return [
    `${spec.group}/v1/${spec.names.kind}`,
    strict({ ...schema, properties: { ...schema.properties, metadata } }),
  ];
}
