import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { createPhases } from './phases.ts';
import { processNames } from './plan.ts';
import { type FaultRun, runFaults } from './run.ts';

const attempt = (status: number) => ({ requestId: 'r1', sentAt: Date.now(), endedAt: Date.now(), status });

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

describe('faults', () => {
  it('strike each process once, also where the time is over before', async () => {
    const { run, signals } = runWith();
    const struck = await runFaults(run, AbortSignal.abort());
    expect(struck).toHaveLength(processNames.length);
    for (const name of processNames) expect(signals.some((signal) => signal.startsWith(name))).toBe(true);
  });

  it('count requests until every process is ready again', async () => {
    const phases = createPhases();
    const ready = async (): Promise<void> => phases.count(attempt(503));
    const { run } = runWith({ phases });
    const struck = await runFaults({ ...run, stack: { ...run.stack, ready } }, AbortSignal.abort());
    for (const { statuses } of struck) expect([...statuses]).toEqual([[503, 1]]);
    expect(phases.calm.failed).toEqual([]);
  });

  it('end when the run is interrupted, and say where the trail did not come back', async () => {
    const end = new AbortController();
    const probe = async (): Promise<undefined> => {
      end.abort();
    };
    const struck = await runFaults(runWith({ probe, end: end.signal }).run, new AbortController().signal);
    expect(struck).toMatchObject([{ trailAgainMs: undefined }]);
  });
});
