/** `make chaos`. Exits with 1 where anything is wrong. */
import { inspect } from 'node:util';
import { readConfig, runChaos } from './chaos.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  const { passed } = await runChaos({
    ...readConfig(300),
    log: (line) => void process.stdout.write(`${line}\n`),
    signal: interrupted.signal,
  });
  process.exit(passed ? 0 : 1);
} catch (error) {
  process.stderr.write(`${interrupted.signal.aborted ? 'interrupted' : inspect(error)}\n`);
  process.exit(interrupted.signal.aborted ? 130 : 1);
}
