import { notFound } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';

/** An id from a path, in lower case. A malformed one is a 404, as an unknown one is. */
export function idOf(text: string): string {
  if (!isUuid(text)) throw notFound('a malformed id');
  return text.toLowerCase();
}

export const noSuchIntegration = () => notFound('no such integration in this workspace');
