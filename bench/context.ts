import type { TestSmtpServer } from '@patchbay/testing/smtp';
import type { LoadGenerator } from './load.ts';
import type { Memory, StartUp } from './report.ts';
import type { Settings } from './settings.ts';

/** Shared by the measurements of both ways to run the platform. */
export interface BenchContext {
  readonly settings: Settings;
  /** Temporary; deleted at the end. */
  readonly directory: string;
  readonly smtp: TestSmtpServer;
  readonly load: LoadGenerator;
}

/** Reported after both measurements, in common tables. */
export interface BenchResults {
  readonly startUps: readonly StartUp[];
  readonly memories: readonly Memory[];
}
