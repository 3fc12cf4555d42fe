import { z } from 'zod';
import { auditAction, auditTargetType } from './audit-log.ts';
import { programText, slugInAddress } from './text.ts';

const identifier = programText(128);

/** A fraction of a second that has more than milliseconds. */
const finerThanMilliseconds = /\.\d{3}\d*[1-9]/;

/**
 * Entries are dated in milliseconds: a moment between two of them becomes the later one, which is right both for the first that is
 * included and for the first that is not. `Date` would take the earlier one.
 */
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(new Date(text).getTime() + (finerThanMilliseconds.test(text) ? 1 : 0)));

/** Filters of audit trail entries; without any, all entries match. */
export const auditFilters = z
  .strictObject({
    action: auditAction.exactOptional().meta({ description: 'Only entries of this action.' }),
    actorId: identifier
      .exactOptional()
      .meta({ description: 'Only entries with this `actor.id`: of a user, or of an API key.' }),
    workspaceSlug: slugInAddress
      .exactOptional()
      .meta({ description: 'Only entries of this workspace, by `workspace.slug`.' }),
    targetType: auditTargetType
      .exactOptional()
      .meta({ description: 'Only entries about this type of target.' }),
    targetId: identifier.exactOptional().meta({ description: 'Only entries with this `target.id`.' }),
    from: moment
      .exactOptional()
      .meta({ description: 'Only entries whose `occurredAt` is this moment or later.' }),
    to: moment
      .exactOptional()
      .meta({ description: 'Only entries whose `occurredAt` is before this moment.' }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    error: 'must not be after to',
  });
