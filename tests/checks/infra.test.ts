import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { databaseServices } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { restrictedProblems } from '../charts/pod-security.ts';
import type { Container, Pod, Resource } from '../charts/resource.ts';

const folder = fileURLToPath(new URL('../../deploy/infra/', import.meta.url));

type Server = Resource & { readonly metadata: { readonly namespace?: string } };

const resources = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => parseAllDocuments(readFileSync(`${folder}${file}`, 'utf8')))
  .map((document) => document.toJS() as Server);

/** What the images do not allow, by server. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  kafka: ['kafka may write to its image'],
  telemetry: ['telemetry may run as root', 'telemetry may write to its image'],
};

it('the servers of a development cluster are all in the namespace of the services', () => {
  const others = resources.filter(({ kind }) => kind !== 'Namespace');
  expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['patchbay']));
});

it('the servers of a development cluster include a Postgres with roles and a schema for every service that has one', () => {
  const config = resources.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'postgres');
  const [, list = ''] =
    /foreach service in array array\[(.*)\] loop/.exec(config?.data?.['roles.sql'] ?? '') ?? [];
  expect(list.split(', ')).toEqual(databaseServices.map((name) => `'${name}'`));
  expect(config?.data?.['roles.sql']).toContain('grant usage on schema integration to relay;');
});

const servers = resources
  .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  .map(({ metadata, spec }) => ({ name: metadata.name, pod: (spec as { readonly template: Pod }).template }));

describe.each(servers)('$name', ({ name, pod }) => {
  it(`the server ${name} has the label by which network policies let the services reach it`, () => {
    expect(pod.metadata.labels?.['app.kubernetes.io/part-of']).toBe('patchbay-infra');
  });

  it(`the server ${name} may do no more than its image needs`, () => {
    expect(restrictedProblems(pod)).toEqual(exceptions[name] ?? []);
    expect(pod.spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
  });

  it(`the server ${name} has an image with a version, bounds and a probe`, () => {
    const [container, ...others] = pod.spec.containers as readonly (Container & {
      readonly resources?: unknown;
    })[];
    expect(others).toEqual([]);
    expect(container?.image).toMatch(/:v?\d/);
    expect(container?.resources).toMatchObject({ requests: expect.anything(), limits: expect.anything() });
    expect(container?.readinessProbe).toBeDefined();
  });
});
