import type { Command } from '../command.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { profileCommands } from './profile.ts';
import { use } from './use.ts';
import { whoami } from './whoami.ts';

/** Commands that do more than one operation, or none. */
export const commands: readonly Command[] = [login, logout, ...profileCommands, use, whoami];
