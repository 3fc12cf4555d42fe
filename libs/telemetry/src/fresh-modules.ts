import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { afterAll, vi } from 'vitest';

/**
 * The first import of a test file that replaces modules, or sets the globals of OpenTelemetry: it gets its own instances of our modules, and
 * so does the next file. All other files of a worker share theirs. Packages of node_modules are loaded once per worker.
 */
function begin(): void {
  vi.resetModules();
  for (const api of [trace, context, propagation, metrics]) api.disable();
}

begin();
afterAll(begin);
