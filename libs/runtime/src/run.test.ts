import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** For a stop that ends at its time limit. */
const lateStop = 'stopTimeoutMs: 300';

/** Runs a program with one component in a process of its own; sends `signal` once it has logged `ready`. */
async function outcomeOf(
  component: string,
  signal?: NodeJS.Signals,
  options = 'stopTimeoutMs: 60_000',
): Promise<{ code: number; log: string }> {
  const program = `
    import { createLogger } from '@patchbay/telemetry/logger';
    import { run } from '@patchbay/runtime/run';
    const say = (text) => process.stdout.write(text + '\\n');
    const keepAlive = setInterval(() => {}, 1000);
    await run([${component}], { logger: createLogger({ service: 'test' }), adminPort: 0, ${options} });`;
  const child = spawn(
    process.execPath,
    ['--conditions=patchbay-source', '--input-type=module', '-e', program],
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (signal !== undefined && text.includes('"msg":"ready"')) child.kill(signal);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, log };
}

describe('a process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s a process drains, stops and exits with 0',
    async (signal) => {
      const component = `{ name: 'x', drain: async () => say('drained'), stop: async () => say('let go') }`;
      const { code, log } = await outcomeOf(component, signal);
      expect(code).toBe(0);
      expect(log).toMatch(/drained[^]*let go[^]*"msg":"stopped"/);
    },
  );

  it('a process that cannot start logs why and exits with 1', async () => {
    const { code, log } = await outcomeOf(
      `{ name: 'x', start: async () => { throw new Error('port taken') } }`,
    );
    expect(code).toBe(1);
    expect(log).toContain('x did not start: port taken');
  });

  it('an uncaught exception stops the process in order, with exit code 1', async () => {
    const component = `{ name: 'x', start: async () => void setImmediate(() => { throw new Error('bug') }), stop: async () => say('let go') }`;
    const { code, log } = await outcomeOf(component);
    expect(code).toBe(1);
    expect(log).toContain('uncaught exception or unhandled rejection');
    expect(log).toContain('let go');
  });

  it('an uncaught exception during the stop makes the exit code 1', async () => {
    const component = `{
      name: 'x',
      drain: () => new Promise((done) => {
        process.once('uncaughtExceptionMonitor', () => setImmediate(done));
        setImmediate(() => { throw new Error('bug') });
      }),
      stop: async () => say('let go'),
    }`;
    const { code, log } = await outcomeOf(component, 'SIGTERM');
    expect(code).toBe(1);
    for (const text of ['uncaught exception or unhandled rejection', 'let go']) expect(log).toContain(text);
  });

  it('a process whose stop hangs exits with 1', async () => {
    const { code, log } = await outcomeOf(
      `{ name: 'x', stop: () => new Promise(() => {}) }`,
      'SIGTERM',
      lateStop,
    );
    expect(code).toBe(1);
    expect(log).toContain('did not stop in time');
  });

  it('a process whose drain hangs stops in time, names the component and exits with 0', {
    tags: 'soak',
  }, async () => {
    const component = `{ name: 'stuck', drain: () => new Promise(() => {}), stop: async () => say('let go') }`;
    const { code, log } = await outcomeOf(component, 'SIGTERM', 'stopTimeoutMs: 6000');
    expect(code).toBe(0);
    expect(log).toMatch(/"component":"stuck","msg":"a component did not drain in time/);
    expect(log).toContain('let go');
  });

  it('a process whose stop takes longer than its time limit exits with 1', async () => {
    const busy = `() => new Promise((done) => setTimeout(done, 150))`;
    const components = Array.from({ length: 6 }, (_, index) => `{ name: 'x${index}', stop: ${busy} }`).join();
    const { code, log } = await outcomeOf(components, 'SIGTERM', lateStop);
    expect(code).toBe(1);
    expect(log).toContain('did not stop in time');
  });

  it('a process still works during the delay, and then drains', async () => {
    const component = `{
      name: 'x',
      start: async () => process.once('SIGTERM', () => setImmediate(() => say('works'))),
      drain: async () => say('drained'),
    }`;
    const options = 'stopTimeoutMs: 60_000, drainDelayMs: 200';
    const { code, log } = await outcomeOf(component, 'SIGTERM', options);
    expect(code).toBe(0);
    expect(log).toMatch(/works[^]*drained/);
  });
});
