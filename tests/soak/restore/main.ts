/** `make drill`. Exits with 1 where anything is wrong. */
import { inspect } from 'node:util';
import { integerOf } from '../chaos/chaos.ts';
import { runDrill } from './drill.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  const { passed } = await runDrill({
    seconds: integerOf('DRILL_SECONDS', 20),
    seed: integerOf('DRILL_SEED', 1 + Math.floor(Math.random() * 999_999)),
    kafkas: ['kept', 'lost'],
    log: (line) => void process.stdout.write(`${line}\n`),
    signal: interrupted.signal,
  });
  process.exit(passed ? 0 : 1);
} catch (error) {
  process.stderr.write(`${interrupted.signal.aborted ? 'interrupted' : inspect(error)}\n`);
  process.exit(interrupted.signal.aborted ? 130 : 1);
}
