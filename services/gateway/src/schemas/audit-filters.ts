import { z } from 'zod';
import { auditAction, auditTargetType } from './audit-log.ts';
import { programText, slugInAddress } from './text.ts';

const identifier = programText(128);
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Filters of audit trail entries; without any, all entries match. */
export const auditFilters = z
  .strictObject({
    action: auditAction.exactOptional(),
    actorId: identifier.exactOptional(),
    workspaceSlug: slugInAddress.exactOptional(),
    targetType: auditTargetType.exactOptional(),
    targetId: identifier.exactOptional(),
    from: moment.exactOptional().meta({ description: 'Inclusive.' }),
    to: moment.exactOptional().meta({ description: 'Exclusive.' }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    error: 'must not be after to',
  });
