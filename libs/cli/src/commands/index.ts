import type { Command } from '../command.ts';
import { integrationConnect } from './integration-connect.ts';

/** Commands that do more than one operation, or none. */
export const commands: readonly Command[] = [integrationConnect];
