import { expect, it } from 'vitest';
import { createRandom } from '../../random.ts';
import {
  createPhases,
  type FaultRun,
  type Faults,
  nameOf,
  planFaults,
  processNames,
  runFaults,
} from './faults.ts';
import { containersAmong } from './signals.ts';

const attempt = (sentAt: number, status: number | 'lost') => ({
  requestId: `r${sentAt}`,
  sentAt,
  endedAt: sentAt + 10,
  status,
});

it('requests count with the fault that they overlap, however late they end', () => {
  let now = 0;
  const phases = createPhases(() => now);
  phases.count(attempt(1, 200));
  const first = phases.begin();
  phases.count(attempt(5, 503));
  now = 100;
  phases.end();
  phases.count(attempt(90, 'lost'));
  phases.count(attempt(101, 200));
  const second = phases.begin();
  phases.count(attempt(102, 504));
  expect([...first]).toEqual([
    [503, 1],
    ['lost', 1],
  ]);
  expect([...second]).toEqual([[504, 1]]);
  expect(phases.calm).toEqual({ sent: 2, failed: [] });
});

it('requests that fail while all is well are kept', () => {
  const phases = createPhases(() => 100);
  phases.begin();
  phases.end();
  phases.count(attempt(101, 503));
  expect(phases.calm).toMatchObject({ sent: 1, failed: [{ requestId: 'r101', status: 503 }] });
});

const firstOf = (seed: number, count: number): Faults[] => {
  const plan = planFaults(createRandom(seed));
  return Array.from({ length: count }, () => plan.next().value);
};

it('the plan of faults gives each process its turn in every round', () => {
  const round = firstOf(5, processNames.length).map(([fault]) => fault?.process);
  expect(round).toHaveLength(processNames.length);
  expect(new Set(round)).toEqual(new Set(processNames));
});

it('the plan of faults stops no process for more than eight seconds, and strikes two different ones where it strikes two', () => {
  const plan = firstOf(9, 300);
  for (const { kind, pauseMs } of plan.flat())
    expect(pauseMs).toSatisfy((ms: number) => (kind === 'pause' ? ms >= 1_000 && ms <= 8_000 : ms === 0));
  const pairs = plan.filter(({ length }) => length === 2);
  expect(pairs.length).toBeGreaterThan(20);
  for (const pair of pairs) {
    expect(new Set(pair.map(({ process }) => process)).size).toBe(2);
    expect(nameOf(pair)).toBe('two at once');
  }
});

function runWith(more: Partial<FaultRun> = {}) {
  const signals: string[] = [];
  const phases = createPhases();
  const run: FaultRun = {
    stack: {
      processes: () => processNames.map((name, index) => ({ name, pid: index + 1, restarts: 0 })),
      ready: async () => {},
    },
    probe: async () => Date.now(),
    random: createRandom(3),
    signals: {
      send: (pid, signal) => void signals.push(`${processNames[pid - 1]} ${signal}`),
      pause: async (pid) => {
        signals.push(`${processNames[pid - 1]} SIGSTOP`);
        return () => {};
      },
      resumeAll: () => {},
    },
    phases,
    report: () => {},
    wait: async () => {},
    end: new AbortController().signal,
    ...more,
  };
  return { run, signals, phases };
}

it('faults strike each process once, also where the time is over before', async () => {
  const { run, signals } = runWith();
  const struck = await runFaults(run, AbortSignal.abort());
  expect(struck).toHaveLength(processNames.length);
  for (const name of processNames) expect(signals.some((signal) => signal.startsWith(name))).toBe(true);
});

it('faults count requests until every process is ready again', async () => {
  const phases = createPhases();
  const ready = async (): Promise<void> => phases.count(attempt(Date.now(), 503));
  const { run } = runWith({ phases });
  const struck = await runFaults({ ...run, stack: { ...run.stack, ready } }, AbortSignal.abort());
  for (const { statuses } of struck) expect([...statuses]).toEqual([[503, 1]]);
  expect(phases.calm.failed).toEqual([]);
});

it('faults end when the run is interrupted, and say where the trail did not come back', async () => {
  const end = new AbortController();
  const probe = async (): Promise<undefined> => {
    end.abort();
  };
  const struck = await runFaults(runWith({ probe, end: end.signal }).run, new AbortController().signal);
  expect(struck).toMatchObject([{ trailAgainMs: undefined }]);
});

it('servers that run in Docker are found by the command of their process', () => {
  const rows = '    7 postgres\n   12 docker\n  121 redis-server\n';
  const processes = [
    { name: 'postgres', pid: 7 },
    { name: 'kafka', pid: 12 },
    { name: 'redis', pid: 121 },
    { name: 'audit', pid: undefined },
  ];
  expect(containersAmong(processes, rows)).toEqual([{ name: 'kafka', pid: 12 }]);
});

it('whoever waits for the next fault goes on when it begins, and not before', async () => {
  const phases = createPhases();
  phases.begin();
  let begun = false;
  const wait = async (): Promise<void> => {
    await phases.next();
    begun = true;
  };
  const next = wait();
  await Promise.resolve();
  expect(begun).toBe(false);
  phases.begin();
  await next;
  expect(begun).toBe(true);
});
