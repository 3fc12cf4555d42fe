import { serverNames } from '@patchbay/local/stack/ports';
import { isServiceName, type ServiceName, serviceNames } from '@patchbay/platform/services';
import type { ServerName } from '@patchbay/servers/provision';
import type { Random } from '../random.ts';

export type ProcessName = ServerName | ServiceName;

export const processNames: readonly ProcessName[] = [...serverNames, ...serviceNames];

/** SIGKILL; SIGSTOP and SIGCONT some seconds later; SIGTERM. */
export type FaultKind = 'kill' | 'pause' | 'terminate';

export interface Fault {
  readonly process: ProcessName;
  readonly kind: FaultKind;
  /** How long a pause lasts; 0 for the other kinds. */
  readonly pauseMs: number;
}

/** Faults that begin together: mostly one, now and then two. */
export type Faults = readonly Fault[];

/** Servers are not terminated: the order to stop is for services, at a rollout. */
const kindsOf = (process: ProcessName): FaultKind[] =>
  isServiceName(process) ? ['kill', 'pause', 'terminate'] : ['kill', 'pause'];

const newFault = (random: Random, process: ProcessName, kind: FaultKind): Fault => ({
  process,
  kind,
  pauseMs: kind === 'pause' ? random.between(1_000, 8_000) : 0,
});

/**
 * An endless plan in rounds: in a round each process has its turn, in random order, and with each round another kind of
 * fault. One fault of six comes together with one of another process.
 */
export function* planFaults(random: Random): Generator<Faults, never> {
  const offsets = new Map(processNames.map((name) => [name, random.between(0, 2)]));
  for (let round = 0; ; round += 1) {
    for (const process of random.shuffle(processNames)) {
      const kinds = kindsOf(process);
      const kind = kinds[((offsets.get(process) ?? 0) + round) % kinds.length] ?? 'kill';
      const faults = [newFault(random, process, kind)];
      if (random.chance(1 / 6)) {
        const other = random.pick(processNames.filter((name) => name !== process));
        faults.push(newFault(random, other, random.pick(kindsOf(other))));
      }
      yield faults;
    }
  }
}

export const nameOf = (faults: Faults): string =>
  faults.length > 1 ? 'two at once' : faults.map(({ process, kind }) => `${process} ${kind}`).join();
