import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findHelm } from '@patchbay/charts/helm';
import { parseAllDocuments, stringify } from 'yaml';
import type { Pod, Resource } from './resource.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const helm = await findHelm();

export interface Outcome {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** No kubeconfig: nothing here may reach a cluster. */
const env = { PATH: process.env['PATH'], HOME: '/nonexistent', KUBECONFIG: '/dev/null' };

export const runHelm = (...args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(helm, args, { cwd: root, env, maxBuffer: 32 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ ok: error === null, stdout, stderr }),
    );
  });

/** Without a cluster Helm assumes a version of Kubernetes, an old one if Helm was built by `go install`. */
export const kubeVersion = '--kube-version=1.34';

export const scenarioFile = (chart: string, scenario: string): string =>
  `charts/${chart}/ci/${scenario}-values.yaml`;

/** What was rendered, by what it was rendered from: files of tests share it. */
const outcomes = new Map<string, Promise<Outcome>>();

/** `helm template` with the values of a scenario, overridden by `values`, and further arguments. The same is rendered once. */
export function template(
  chart: string,
  scenario: string | undefined,
  values: object = {},
  ...more: readonly string[]
): Promise<Outcome> {
  const key = JSON.stringify([chart, scenario, values, more]);
  const outcome = outcomes.get(key) ?? runTemplate(chart, scenario, values, more);
  outcomes.set(key, outcome);
  return outcome;
}

async function runTemplate(
  chart: string,
  scenario: string | undefined,
  values: object,
  more: readonly string[],
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-chart-'));
  try {
    const file = join(folder, 'values.yaml');
    await writeFile(file, stringify(values, { version: '1.1' }));
    const files = [...(scenario === undefined ? [] : [scenarioFile(chart, scenario)]), file];
    return await runHelm(
      'template',
      'release',
      `charts/${chart}`,
      '--namespace=acme',
      kubeVersion,
      ...files.map((path) => `--values=${path}`),
      ...more,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Kubernetes and Helm read YAML 1.1, where `0440` is octal. */
export const resourcesIn = (yaml: string): readonly Resource[] =>
  parseAllDocuments(yaml, { version: '1.1' }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return (document.toJS() as Resource | null) ?? [];
  });

export class Rendered {
  readonly all: readonly Resource[];

  constructor(all: readonly Resource[]) {
    this.all = all;
  }

  find(kind: string, name?: string): Resource | undefined {
    return this.all.find((each) => each.kind === kind && (name === undefined || each.metadata.name === name));
  }

  get(kind: string, name?: string): Resource {
    const found = this.find(kind, name);
    if (found === undefined) throw new RangeError(`there is no ${kind} ${name ?? ''}`);
    return found;
  }

  /** The pod that serves. */
  pod(name?: string): Pod {
    return (this.get('Deployment', name).spec as { readonly template: Pod }).template;
  }

  config(name?: string): Readonly<Record<string, string>> {
    return this.get('ConfigMap', name).data ?? {};
  }
}

const resourcesOf = new WeakMap<Outcome, readonly Resource[]>();

export async function render(
  chart: string,
  scenario: string | undefined,
  values: object = {},
  ...more: readonly string[]
): Promise<Rendered> {
  const outcome = await template(chart, scenario, values, ...more);
  if (!outcome.ok) throw new Error(outcome.stderr);
  const resources = resourcesOf.get(outcome) ?? resourcesIn(outcome.stdout);
  resourcesOf.set(outcome, resources);
  return new Rendered(resources);
}
