import { z } from 'zod';

/** From most to least. */
export const organizationRole = z.enum(['admin', 'member', 'viewer', 'guest']);
/** In a workspace, and what can be given to somebody: nobody is made a guest by name. */
export const assignableRole = organizationRole.exclude(['guest']);
