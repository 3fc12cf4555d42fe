import { invalid } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';
import { type DeliveryStatus, deliveryStatuses } from './delivery.ts';

/** The place of a delivery in the order of a list. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

/** Prefix of the encoded text, so that a later format of cursors can be distinguished. */
const version = 'd1';

/** A cursor after this delivery: the next page begins with the next older one. */
export const cursorOf = ({ createdAt, id }: Position): string =>
  Buffer.from(`${version}.${createdAt.getTime()}.${id}`).toString('base64url');

function positionOf(cursor: string): Position {
  const [, time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
  const createdAt = new Date(Number(time));
  // Encodes it again and compares, to refuse other encodings of the same place.
  if (isUuid(id) && createdAt.getTime() >= 0 && cursorOf({ createdAt, id }) === cursor)
    return { createdAt, id };
  throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
}

const maxLimit = 200;

export interface Page {
  /** Only older deliveries; undefined: from the newest. */
  readonly before: Position | undefined;
  readonly limit: number;
  readonly status: DeliveryStatus | undefined;
}

export function pageOf(request: { cursor: string; limit: number; status?: string | undefined }): Page {
  const { cursor, limit } = request;
  if (limit < 1 || limit > maxLimit)
    throw invalid({ path: 'limit', message: `must be between 1 and ${maxLimit}` });
  const status = deliveryStatuses.find((known) => known === request.status);
  if (request.status !== undefined && status === undefined)
    throw invalid({ path: 'status', message: `must be one of ${deliveryStatuses.join(', ')}` });
  return { before: cursor === '' ? undefined : positionOf(cursor), limit, status };
}
