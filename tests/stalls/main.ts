/**
 * `make test-stalled`: runs the tests while their processes (workers, servers, browsers) are stopped one after the other, at random, for
 * half a second to five seconds. A test that fails here depends on speed. STALLS_SEED repeats the choices, which depend on the
 * processes that there are.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRandom } from '../random.ts';
import { stallProcesses } from './stalls.ts';

const seed = Number(process.env['STALLS_SEED'] ?? Date.now() % 1_000_000);
process.stdout.write(`processes of the tests are stopped at random, STALLS_SEED=${seed}\n`);
const tests = spawn('npm', ['run', '--silent', 'test', '--', ...process.argv.slice(2)], { stdio: 'inherit' });
const ended = new AbortController();
const closed = once(tests, 'close').finally(() => ended.abort());
// A terminal sends it to the tests as well, which then end.
process.on('SIGINT', () => {});
const { pid: root } = tests;
const stalls =
  root === undefined ? 0 : await stallProcesses({ root, random: createRandom(seed), signal: ended.signal });
const [code] = (await closed) as [number | null];
process.stdout.write(`processes were stopped ${stalls} times\n`);
process.exitCode = code ?? 1;
