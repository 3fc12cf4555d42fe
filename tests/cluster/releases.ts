import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import type { Images } from './images.ts';
import type { Kubernetes } from './kubernetes.ts';
import type { Output } from './program.ts';

export interface Releases {
  /** Installs a service alone, or upgrades it; resolves when it is ready. */
  deploy(service: ServiceName, tag?: string, ...more: string[]): Promise<void>;
  /** The same, for what is meant to fail. */
  tryDeploy(service: ServiceName, tag: string, ...more: string[]): Promise<Output>;
  rollBack(service: ServiceName): Promise<void>;
  uninstall(service: ServiceName): Promise<void>;
  /** Runs the tests of a release; resolves with their output. */
  test(release: string): Promise<string>;
  deployPlatform(...more: string[]): Promise<void>;
}

/** How long a service may take to be installed or upgraded, its migration included. */
const patience = '600s';

/** `helm` for each chart: `chartOf` names its folder, `valuesOf` the file of its values. */
export function releasesOf(
  kubernetes: Kubernetes,
  images: Images,
  chartOf: (chart: string) => string,
  valuesOf: (chart: string) => string,
): Releases {
  const argumentsFor = (service: ServiceName, tag: string, more: readonly string[]): string[] => [
    'upgrade',
    service,
    chartOf(service),
    '--install',
    '--wait',
    `--timeout=${patience}`,
    `--values=${valuesOf(service)}`,
    `--set=image.repository=${images.repositoryOf(service)},image.tag=${tag}`,
    ...more,
  ];
  return {
    async deploy(service, tag = images.tag, ...more) {
      await kubernetes.helm(...argumentsFor(service, tag, more));
    },
    tryDeploy: (service, tag, ...more) => kubernetes.tryHelm(...argumentsFor(service, tag, more)),
    async rollBack(service) {
      await kubernetes.helm('rollback', service, '--wait', '--timeout', patience);
    },
    async uninstall(service) {
      await kubernetes.helm('uninstall', service, '--wait', '--timeout', patience);
    },
    test: (release) => kubernetes.helm('test', release, '--timeout', '240s'),
    async deployPlatform(...more) {
      const set = serviceNames.map(
        (service) => `${service}.image.repository=${images.repositoryOf(service)}`,
      );
      await kubernetes.helm(
        'upgrade',
        'patchbay',
        chartOf('platform'),
        '--install',
        '--wait',
        '--timeout=900s',
        `--values=${valuesOf('platform')}`,
        `--set=${[...set, `global.image.tag=${images.tag}`].join(',')}`,
        ...more,
      );
    },
  };
}
