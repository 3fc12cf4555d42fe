import type { Command } from '../command.ts';
import { auditExport } from './audit-export.ts';
import { auditTail } from './audit-tail.ts';
import { auditVerify } from './audit-verify.ts';
import { integrationConnect } from './integration-connect.ts';
import { integrationWatch } from './integration-watch.ts';

/** Commands that do more than one operation, or none. */
export const commands: readonly Command[] = [
  auditExport,
  auditTail,
  auditVerify,
  integrationConnect,
  integrationWatch,
];
