import type { Command } from '../command.ts';
import { mcp } from './mcp.ts';

/** Commands that do more than one operation, or none. */
export const commands: readonly Command[] = [mcp];
