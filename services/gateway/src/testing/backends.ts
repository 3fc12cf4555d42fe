import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { HandlerContext, ServiceImpl, Transport } from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus } from '@patchbay/contracts/grpc/health/v1/health';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import {
  IdentityService,
  type SessionSchema,
  type UserSchema,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { notFound, unauthenticated } from '@patchbay/errors/failure';
import { callOf, type VerifiedCall } from '@patchbay/rpc/caller';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Logger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import type { Backend } from '../clients.ts';

/** The one token that the stand-in of identity knows. */
export const sessionToken = 'a-token-that-identity-knows';
/** The one link that it takes. */
export const linkToken = 'a-link-that-identity-knows';

export const user = {
  id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
  email: 'ada@acme.example',
  name: 'Ada',
  emailVerified: true,
  role: 'user',
} satisfies MessageInitShape<typeof UserSchema>;

export const session = {
  id: '0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603',
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  expiresAt: timestampFromDate(new Date(Date.now() + 7 * 86_400_000)),
  lastSeenAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
} satisfies MessageInitShape<typeof SessionSchema>;

export const organization = {
  id: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e902',
  slug: 'acme',
  name: 'Acme Media',
  role: Role.ADMIN,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
};

export interface Implementations {
  readonly identity?: Partial<ServiceImpl<typeof IdentityService>>;
  readonly organization?: Partial<ServiceImpl<typeof OrganizationService>>;
  readonly integration?: Partial<ServiceImpl<typeof IntegrationService>>;
  readonly audit?: Partial<ServiceImpl<typeof AuditService>>;
}

/** A call that arrived at a stand-in, as its caller token said. */
export interface ReceivedCall {
  readonly method: string;
  readonly request: unknown;
  readonly call: VerifiedCall;
}

const identityDefaults: Partial<ServiceImpl<typeof IdentityService>> = {
  authenticate: ({ sessionToken: token }) => {
    if (token !== sessionToken) throw unauthenticated('The session is not valid or has ended.');
    return { session, user };
  },
  signUp: ({ email, organizationSlug, provider }) => ({ email, organizationSlug, provider }),
  requestSignInLink: () => ({}),
  verifySignInLink: ({ token }) => {
    if (token !== linkToken) throw unauthenticated('The link has been used or has expired.');
    return { sessionToken, session, user, callbackUrl: 'http://portal.test/' };
  },
  signOut: () => ({}),
  updateUser: ({ name }) => ({ user: { ...user, name } }),
};

const organizationDefaults: Partial<ServiceImpl<typeof OrganizationService>> = {
  resolveAccess: ({ organizationSlug }) => {
    if (organizationSlug !== organization.slug) throw notFound();
    return { organizationId: organization.id, organizationRole: organization.role };
  },
  listOrganizations: () => ({ organizations: [organization] }),
  getOrganization: ({ slug }) => {
    if (slug !== organization.slug) throw notFound();
    return { organization };
  },
};

export interface Backends {
  readonly transports: Record<Backend, Transport>;
  /** In the order they arrived; health probes aside. */
  readonly calls: readonly ReceivedCall[];
}

/** Stand-ins for the four services: their wire contract, tokens and errors, without what is behind them. */
export function createBackends(
  { identity, organization: organizations, integration, audit }: Implementations,
  logger: Logger,
  defaultTimeoutMs: number,
): Backends {
  const callers = createTestCallers();
  const minter = callers.minter('gateway');
  const calls: ReceivedCall[] = [];

  /** Every method, with a note of who called it. */
  const noting = <Methods extends object>(methods: Methods): Methods =>
    Object.fromEntries(
      Object.entries(methods).map(([method, work]) => [
        method,
        (request: unknown, context: HandlerContext) => {
          calls.push({ method, request, call: callOf(context) });
          return (work as (...call: unknown[]) => unknown)(request, context);
        },
      ]),
    ) as Methods;

  const transportTo = (to: Backend, register: Parameters<typeof createInProcessTransport>[0]['routes']) =>
    createInProcessTransport({
      from: 'gateway',
      to,
      minter,
      verifier: callers.verifier(to),
      logger,
      defaultTimeoutMs,
      routes: (router) => {
        router.service(Health, { check: () => ({ status: HealthCheckResponse_ServingStatus.SERVING }) });
        register(router);
      },
    });

  return {
    calls,
    transports: {
      identity: transportTo('identity', (router) => {
        router.service(IdentityService, noting({ ...identityDefaults, ...identity }));
      }),
      organization: transportTo('organization', (router) => {
        router.service(OrganizationService, noting({ ...organizationDefaults, ...organizations }));
      }),
      integration: transportTo('integration', (router) => {
        router.service(IntegrationService, noting({ ...integration }));
      }),
      audit: transportTo('audit', (router) => {
        router.service(AuditService, noting({ ...audit }));
      }),
    },
  };
}
