import type { Command } from '../command.ts';
import { complete } from './complete.ts';
import { completion } from './completion.ts';

/** Commands that do more than one operation, or none. */
export const commands: readonly Command[] = [complete, completion];
