import type { Command } from '../command.ts';
import { api } from './api.ts';
import { auditExport } from './audit-export.ts';
import { auditTail } from './audit-tail.ts';
import { auditVerify } from './audit-verify.ts';
import { completion } from './completion.ts';
import { doctor } from './doctor.ts';
import { integrationConnect } from './integration-connect.ts';
import { integrationWatch } from './integration-watch.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { mcp } from './mcp.ts';
import { profileCommands } from './profile.ts';
import { relay } from './relay.ts';
import { use } from './use.ts';
import { webhookListen } from './webhook-listen.ts';
import { whoami } from './whoami.ts';

/** Commands that do more than one operation, or none. */
export const commands: readonly Command[] = [
  api,
  auditExport,
  auditTail,
  auditVerify,
  completion,
  doctor,
  integrationConnect,
  integrationWatch,
  login,
  logout,
  mcp,
  ...profileCommands,
  relay,
  use,
  webhookListen,
  whoami,
];
