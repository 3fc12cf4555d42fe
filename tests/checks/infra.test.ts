import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { databaseServices } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const folder = fileURLToPath(new URL('../../deploy/infra/', import.meta.url));

interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly capabilities?: { readonly drop: readonly string[] };
  readonly seccompProfile?: { readonly type: string };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: unknown;
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly enableServiceLinks: boolean;
        readonly securityContext: SecurityContext;
        readonly containers: readonly {
          readonly image: string;
          readonly securityContext: SecurityContext;
          readonly resources: { readonly requests?: unknown; readonly limits?: unknown };
          readonly readinessProbe?: unknown;
        }[];
      };
    };
  };
}

const manifests = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => parseAllDocuments(readFileSync(`${folder}${file}`, 'utf8')))
  .map((document) => document.toJS() as Manifest);
const workloads = manifests.flatMap(({ metadata, spec }) =>
  spec?.template
    ? [{ name: metadata.name, labels: spec.template.metadata.labels, pod: spec.template.spec }]
    : [],
);

describe('the servers of a development cluster', () => {
  it('are all in the namespace of the services', () => {
    const others = manifests.filter(({ kind }) => kind !== 'Namespace');
    expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['patchbay']));
  });

  it('include a Postgres with roles and a schema for every service that has one', () => {
    const sql = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'postgres')
      ?.data?.['roles.sql'];
    const [, list = ''] = /foreach service in array array\[(.*)\] loop/.exec(sql ?? '') ?? [];
    expect(list.split(', ')).toEqual(databaseServices.map((name) => `'${name}'`));
  });
});

describe.each(workloads)('$name', ({ name, labels, pod }) => {
  it('is reached by the services, whose network policies know it by this label', () => {
    expect(labels['app.kubernetes.io/part-of']).toBe('patchbay-infra');
  });

  it('is a small pod of a known image that may do no more than it must', () => {
    expect(pod.enableServiceLinks).toBe(false);
    expect(pod.securityContext.seccompProfile).toEqual({ type: 'RuntimeDefault' });
    // The image of telemetry is made for root.
    expect(pod.securityContext.runAsNonRoot ?? false).toBe(name !== 'telemetry');
    for (const container of pod.containers) {
      expect(container.image).toMatch(/:v?\d/);
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({ requests: expect.anything(), limits: expect.anything() });
      expect(container.readinessProbe).toBeDefined();
    }
  });
});
