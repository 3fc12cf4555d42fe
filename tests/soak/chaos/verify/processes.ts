import { type Fault, processNames } from '../faults/plan.ts';
import type { Finding } from '../ledger/finding.ts';
import type { Checked, Ended, Evidence } from './evidence.ts';

const endOf = ({ exit }: Ended): string => exit.signal ?? `code ${exit.code}`;

/** A killed process ends by the signal; a service that is told to stop drains and ends with code 0. */
const expectedEnd: Readonly<Record<Fault['kind'], string | undefined>> = {
  kill: 'SIGKILL',
  terminate: 'code 0',
  pause: undefined,
};

/**
 * Each process was struck, ended as often and in the way that the faults made it end, and was started again as often: none
 * ended by itself.
 */
export function checkProcesses({ struck, ended, restarts }: Evidence): Checked {
  const findings: Finding[] = [];
  const wrong = (text: string): void => void findings.push({ text, requestIds: [] });
  const faults = struck.flatMap((one) => one.faults);
  for (const name of processNames) {
    const own = faults.filter(({ process }) => process === name);
    if (own.length === 0) wrong(`${name} was never struck`);
    const expected = own.flatMap(({ kind }) => expectedEnd[kind] ?? []);
    const ends = ended.filter((one) => one.name === name).map(endOf);
    if (ends.join() !== expected.join())
      wrong(
        `${name} ended with ${ends.join(', ') || 'nothing'}; its faults were ${expected.join(', ') || 'none'}`,
      );
    if (restarts.get(name) !== expected.length)
      wrong(`${name} was started again ${restarts.get(name)} times, expected ${expected.length}`);
  }
  const line = `faults ${faults.length} of ${processNames.length} processes, which ended ${ended.length} times: not as the faults say ${findings.length}`;
  return { line, findings };
}

/** After each fault a new change was in the trail within two minutes, and no request failed while all was well. */
export function checkRecovery({ struck, calm }: Evidence): Checked {
  const never = struck.filter(({ trailAgainMs }) => trailAgainMs === undefined);
  const findings: Finding[] = never.map(({ name }) => ({
    text: `after ${name} no new change came into the trail`,
    requestIds: [],
  }));
  for (const { requestId, status } of calm.failed)
    findings.push({ text: `a request got ${status} while every process was ready`, requestIds: [requestId] });
  return {
    line: `faults without recovery ${never.length}; requests while all was well ${calm.sent}: failed ${calm.failed.length}`,
    findings,
  };
}
