import { type Client, createClient, type Transport } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { conflict, unauthenticated } from '@patchbay/errors/failure';
import { callOf, type VerifiedCall } from './caller.ts';
import { onBehalfOf } from './client.ts';
import type { Routes } from './lean/routes.ts';

export interface Seen {
  readonly call: VerifiedCall;
  readonly timeoutMs: number | undefined;
}

/** A method of organization that identity calls, and the one that audit calls; adds each call to `seen`. */
export const organizationRoutes =
  (seen: Seen[]): Routes =>
  (router) => {
    router.service(OrganizationService, {
      parkSignUp({ organizationSlug }, context) {
        seen.push({ call: callOf(context), timeoutMs: context.timeoutMs() });
        if (organizationSlug === 'taken') throw conflict('The slug is taken.');
        if (organizationSlug === 'refused') throw unauthenticated('The credential was used already.');
        if (organizationSlug === 'bug') throw new TypeError('secret detail');
        return {};
      },
      listUserOrganizations(_request, context) {
        seen.push({ call: callOf(context), timeoutMs: context.timeoutMs() });
        return {};
      },
    });
  };

/** Identity, whose `signUp` calls organization on behalf of its own caller. */
export const identityRoutes =
  (organization: Transport, seen: Seen[]): Routes =>
  (router) => {
    const client: Client<typeof OrganizationService> = createClient(OrganizationService, organization);
    router.service(IdentityService, {
      authenticate({ sessionTokens }, context) {
        seen.push({ call: callOf(context), timeoutMs: context.timeoutMs() });
        if (sessionTokens.includes('never answered')) return new Promise<never>(() => {});
        return { authentications: sessionTokens.map((id) => ({ user: { id } })) };
      },
      async signUp({ organizationSlug }, context) {
        await client.parkSignUp({ organizationSlug }, onBehalfOf(context));
        return { organizationSlug };
      },
      verifySignInLink: () => new Promise(() => {}),
    });
  };
