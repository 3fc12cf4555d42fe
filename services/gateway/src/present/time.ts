import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { internal } from '@patchbay/errors/failure';

/** For timestamps that services always send: throws where one is missing. */
export function dateOf(timestamp: Timestamp | undefined): Date {
  if (timestamp === undefined) throw internal('a service left out a timestamp');
  return timestampDate(timestamp);
}

/** ISO 8601, UTC, with milliseconds. */
export const isoTime = (timestamp: Timestamp | undefined): string => dateOf(timestamp).toISOString();

/** For timestamps that services leave out where there is none. */
export const isoTimeOrNull = (timestamp: Timestamp | undefined): string | null =>
  timestamp === undefined ? null : isoTime(timestamp);
