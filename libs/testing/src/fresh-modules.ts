import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { vi } from 'vitest';

/**
 * Set-up file of unit tests, which share worker processes: each test file gets its own instances of our modules, and the globals of
 * OpenTelemetry as a new process has them. Packages of node_modules are loaded once per worker.
 */
vi.resetModules();
for (const api of [trace, context, propagation, metrics]) api.disable();
