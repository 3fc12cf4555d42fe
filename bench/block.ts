import type { TestSmtpServer } from '@patchbay/testing/smtp';
import type { LoadGenerator } from './load.ts';
import type { Memory, StartUp } from './report.ts';
import type { Settings } from './settings.ts';

/** What both ways to run the platform are measured with. */
export interface Surroundings {
  readonly settings: Settings;
  /** Removed at the end. */
  readonly directory: string;
  readonly smtp: TestSmtpServer;
  readonly load: LoadGenerator;
}

/** What is told after both have run. */
export interface Findings {
  readonly startUps: readonly StartUp[];
  readonly memories: readonly Memory[];
}
