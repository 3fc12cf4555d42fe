import type { Images } from './images.ts';
import type { Kubernetes } from './kubernetes.ts';
import type { Receiver } from './receiver.ts';
import type { Releases } from './releases.ts';
import type { OutsideServers } from './servers.ts';
import type { Tunnel } from './tunnel.ts';

/** What the steps of a run work with. */
export interface Run {
  readonly kubernetes: Kubernetes;
  readonly releases: Releases;
  readonly images: Images;
  readonly servers: OutsideServers;
  readonly tunnel: Tunnel;
  readonly receiver: Receiver;
  readonly log: (line: string) => void;
}

/** For the log: the time since `begun`, of `performance.now()`. */
export const seconds = (begun: number): string => `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
