import { serviceNames } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { restrictedProblems } from './pod-security.ts';
import { type Rendered, render, template } from './render.ts';
import { type Pod, podsOf } from './resource.ts';

const podsBy = (chart: Rendered): ReadonlyMap<string, Pod> =>
  new Map(
    chart.all.flatMap((resource) =>
      podsOf(resource).map((pod) => [`${resource.kind} ${resource.metadata.name}`, pod] as const),
    ),
  );

/** Audit with its job of retention, integration with that of sealing again: both have migrations. */
const jobsOf = {
  audit: ['Job audit-migration', 'CronJob audit-retention'],
  integration: ['Job integration-migration', 'CronJob integration-reseal'],
};

describe.each(['audit', 'integration'] as const)('charts/%s', (service) => {
  const values = service === 'audit' ? { retention: { months: 12 } } : {};
  const all = [`Deployment ${service}`, ...jobsOf[service], `Pod ${service}-test`];

  it('every pod runs as user 1000 by default, and without a number if the values take it away', async () => {
    const numbersOf = async (podSecurityContext?: object) => {
      const pods = podsBy(
        await render(service, 'minimal', { ...values, ...(podSecurityContext && { podSecurityContext }) }),
      );
      expect([...pods.keys()].toSorted()).toEqual(all.toSorted());
      return [...pods.values()].map(({ spec: { securityContext = {} } }) => securityContext);
    };
    const seccompProfile = { type: 'RuntimeDefault' };
    const standard = {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile,
    };
    expect(await numbersOf()).toEqual(all.map(() => standard));
    expect(await numbersOf({ runAsUser: null, runAsGroup: null, fsGroup: null })).toEqual(
      all.map(() => ({ runAsNonRoot: true, seccompProfile })),
    );
    expect(await numbersOf({ runAsUser: 1_000_650_000 })).toEqual(
      all.map(() => ({ ...standard, runAsUser: 1_000_650_000 })),
    );
  });

  it('extra variables, volumes and init containers reach the pods that serve and jobs, extra containers the first alone', async () => {
    const extra = {
      extraEnv: [{ name: 'HTTPS_PROXY', value: 'http://proxy.acme.example' }],
      extraEnvFrom: [{ configMapRef: { name: 'shared' } }],
      extraVolumes: [{ name: 'scratch', emptyDir: {} }],
      extraVolumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
      extraContainers: [{ name: 'logs', image: 'logs:1' }],
      extraInitContainers: [{ name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' }],
    };
    const pods = podsBy(await render(service, 'minimal', { ...values, ...extra }));
    for (const name of [`Deployment ${service}`, ...jobsOf[service]]) {
      const { containers = [], initContainers, volumes } = pods.get(name)?.spec ?? {};
      expect(initContainers).toEqual(extra.extraInitContainers);
      expect(volumes).toContainEqual(extra.extraVolumes[0]);
      expect(containers[0]?.env).toContainEqual(extra.extraEnv[0]);
      expect(containers[0]?.envFrom?.[0]).toEqual(extra.extraEnvFrom[0]);
      expect(containers[0]?.volumeMounts).toContainEqual(extra.extraVolumeMounts[0]);
      expect(containers.slice(1)).toEqual(name.startsWith('Deployment') ? extra.extraContainers : []);
    }
    const { containers, initContainers, volumes } = pods.get(`Pod ${service}-test`)?.spec ?? {};
    expect({ containers: containers?.length, initContainers, volumes }).toEqual({ containers: 1 });
  });
});

it('variables of `config` win over those of extraEnvFrom', async () => {
  const chart = await render('gateway', 'minimal', { extraEnvFrom: [{ configMapRef: { name: 'shared' } }] });
  // Of two sources with the same key Kubernetes takes the last one.
  expect(chart.pod().spec.containers[0]?.envFrom).toEqual([
    { configMapRef: { name: 'shared' } },
    { configMapRef: { name: 'gateway' } },
  ]);
});

it('the platform takes numbers of users away from its services', async () => {
  const podSecurityContext = { runAsUser: null, runAsGroup: null, fsGroup: null };
  const { all } = await render(
    'platform',
    'minimal',
    Object.fromEntries(serviceNames.map((service) => [service, { podSecurityContext }])),
  );
  const pods = all.flatMap(podsOf);
  expect(pods.flatMap(restrictedProblems)).toEqual([]);
  expect(pods.map(({ spec }) => spec.securityContext)).toEqual(
    pods.map(() => ({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })),
  );
});

describe('refused', () => {
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['root', { podSecurityContext: { runAsUser: 0 } }, /podSecurityContext[./]runAsUser/],
    ['a pod that may run as root', { podSecurityContext: { runAsNonRoot: false } }, /runAsNonRoot/],
    ['a pod without `runAsNonRoot`', { podSecurityContext: { runAsNonRoot: null } }, /runAsNonRoot/],
    ['a pod without a seccomp profile', { podSecurityContext: { seccompProfile: null } }, /seccompProfile/],
    ['root of a container', { securityContext: { runAsUser: 0 } }, /securityContext[./]runAsUser/],
    ['more privileges', { securityContext: { allowPrivilegeEscalation: true } }, /allowPrivilegeEscalation/],
    ['a privileged container', { securityContext: { privileged: true } }, /securityContext[./]privileged/],
    ['kept capabilities', { securityContext: { capabilities: { drop: ['CHOWN'] } } }, /capabilities[./]drop/],
    ['a volume without a name', { extraVolumes: [{ emptyDir: {} }] }, /extraVolumes[./]0/],
  ];
  it.each(wrong)('the schema refuses %s', async (_, values, message) => {
    const { ok, stderr } = await template('audit', 'minimal', values);
    expect(ok).toBe(false);
    expect(stderr).toMatch(message);
  });

  it('the chart refuses extra variables and volumes that are its own', async () => {
    const { ok, stderr } = await template('audit', 'minimal', {
      extraEnv: ['LOG_LEVEL', 'DATABASE_URL', 'DATABASE_URL_FILE', 'ADMIN_PORT', 'HTTPS_PROXY'].map(
        (name) => ({
          name,
          value: 'x',
        }),
      ),
      extraVolumes: [{ name: 'secrets', emptyDir: {} }],
    });
    expect(ok).toBe(false);
    for (const line of [
      'have 5 problem(s)',
      'extraEnv must not have LOG_LEVEL: write it into config',
      'extraEnv must not have DATABASE_URL: write it into the Secret (existingSecret)',
      'extraEnv must not have DATABASE_URL_FILE: the chart sets it',
      'extraEnv must not have ADMIN_PORT: the chart sets it',
      'extraVolumes must not have secrets',
    ])
      expect(stderr).toContain(line);
  });
});
