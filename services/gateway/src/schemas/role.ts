import { z } from 'zod';

/** From most to least. */
export const organizationRole = z.enum(['admin', 'member', 'viewer', 'guest']);
