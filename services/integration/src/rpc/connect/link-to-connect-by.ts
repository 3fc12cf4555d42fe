import type { Queryable } from '@patchbay/database/query';
import { disabledRefusesLink } from '../../domain/integration.ts';
import type { LinkedIntegration } from '../../store/connect-links.ts';
import { liveLinkOf } from './live-link.ts';

/** The integration of a connect token, which must not be disabled. */
export async function linkToConnectBy(db: Queryable, token: string): Promise<LinkedIntegration> {
  const found = await liveLinkOf(db, token);
  if (found.integration.status === 'disabled') throw disabledRefusesLink();
  return found;
}
