import { attributes } from '@patchbay/telemetry/attributes';
import { spanTable } from '@patchbay/telemetry/span-table';
import type { CollectedSpan } from '@patchbay/testing/collector';

/** `gateway server createIntegration`: who did it, the kind and the name of the span, methods without their package. */
const labelOf = ({ service, kind, name }: CollectedSpan): string =>
  `${service} ${kind} ${name.replace(/patchbay\.\w+\.v1\./, '')}`;

/**
 * By the root of their trace, parents with their children: what a run of the platform must have exported at least. Each row is an edge
 * that something has to carry: a header of HTTP or RPC, a row in a table, a header of Kafka, the context of the process.
 */
export const expectedEdges: Readonly<Record<string, readonly (readonly [parent: string, child: string])[]>> =
  {
    'gateway server signUp': [
      ['gateway server signUp', 'gateway client rpc IdentityService/SignUp'],
      ['gateway client rpc IdentityService/SignUp', 'identity server rpc IdentityService/SignUp'],
      ['identity server rpc IdentityService/SignUp', 'identity client rpc OrganizationService/ParkSignUp'],
      [
        'identity client rpc OrganizationService/ParkSignUp',
        'organization server rpc OrganizationService/ParkSignUp',
      ],
      [
        'organization server rpc OrganizationService/ParkSignUp',
        'organization internal transaction park sign-up',
      ],
      ['organization internal transaction park sign-up', 'organization client db save a sign-up'],
      ['identity server rpc IdentityService/SignUp', 'identity internal transaction mail sign-in link'],
      ['identity internal transaction mail sign-in link', 'identity client db mail queue'],
      ['identity internal transaction mail sign-in link', 'identity client mail sign-in link'],
    ],
    'gateway server requestSignInLink': [
      [
        'gateway client rpc IdentityService/RequestSignInLink',
        'identity server rpc IdentityService/RequestSignInLink',
      ],
      ['identity server rpc IdentityService/RequestSignInLink', 'identity internal link request'],
      ['identity server rpc IdentityService/RequestSignInLink', 'identity internal link request done'],
      ['identity internal link request done', 'identity internal transaction mail sign-in link'],
      ['identity internal transaction mail sign-in link', 'identity client mail sign-in link'],
    ],
    'gateway server verifySignInLink': [
      ['gateway server verifySignInLink', 'gateway client rpc IdentityService/VerifySignInLink'],
      [
        'gateway client rpc IdentityService/VerifySignInLink',
        'identity server rpc IdentityService/VerifySignInLink',
      ],
      [
        'identity server rpc IdentityService/VerifySignInLink',
        'identity client rpc OrganizationService/ProvisionUser',
      ],
      [
        'identity client rpc OrganizationService/ProvisionUser',
        'organization server rpc OrganizationService/ProvisionUser',
      ],
      [
        'organization server rpc OrganizationService/ProvisionUser',
        'organization internal transaction provision user',
      ],
      [
        'organization internal transaction provision user',
        'organization producer send patchbay.organization.events.v1',
      ],
      ['identity server rpc IdentityService/VerifySignInLink', 'identity internal transaction open session'],
      ['identity internal transaction open session', 'identity client db insert a session'],
      ['identity internal transaction open session', 'identity producer send patchbay.identity.events.v1'],
      [
        'identity producer send patchbay.identity.events.v1',
        'audit consumer process patchbay.identity.events.v1',
      ],
      [
        'identity producer send patchbay.identity.events.v1',
        'organization consumer process patchbay.identity.events.v1',
      ],
      ['audit consumer process patchbay.identity.events.v1', 'audit internal audit insert'],
    ],
    'gateway server createWorkspaceInvitation': [
      ['gateway server createWorkspaceInvitation', 'gateway client rpc IdentityService/Authenticate'],
      ['gateway client rpc IdentityService/Authenticate', 'identity server rpc IdentityService/Authenticate'],
      ['identity server rpc IdentityService/Authenticate', 'identity client db sessions by digest'],
      ['gateway server createWorkspaceInvitation', 'gateway client rpc InvitationService/CreateInvitation'],
      [
        'gateway client rpc InvitationService/CreateInvitation',
        'organization server rpc InvitationService/CreateInvitation',
      ],
      [
        'organization server rpc InvitationService/CreateInvitation',
        'organization internal transaction create invitation',
      ],
      ['organization internal transaction create invitation', 'organization client db insert an invitation'],
      ['organization internal transaction create invitation', 'organization client mail invitation'],
      [
        'organization internal transaction create invitation',
        'organization producer send patchbay.organization.events.v1',
      ],
      [
        'organization producer send patchbay.organization.events.v1',
        'integration consumer process patchbay.organization.events.v1',
      ],
      [
        'organization producer send patchbay.organization.events.v1',
        'audit consumer process patchbay.organization.events.v1',
      ],
    ],
    'gateway server createIntegration': [
      ['gateway server createIntegration', 'gateway client rpc OrganizationService/ResolveAccess'],
      [
        'gateway client rpc OrganizationService/ResolveAccess',
        'organization server rpc OrganizationService/ResolveAccess',
      ],
      ['gateway server createIntegration', 'gateway client rpc IntegrationService/CreateIntegration'],
      [
        'gateway client rpc IntegrationService/CreateIntegration',
        'integration server rpc IntegrationService/CreateIntegration',
      ],
      [
        'integration server rpc IntegrationService/CreateIntegration',
        'integration internal transaction create integration',
      ],
      ['integration internal transaction create integration', 'integration client db insert an integration'],
      ['integration internal transaction create integration', 'integration client db outbox record'],
      [
        'integration internal transaction create integration',
        'integration producer send patchbay.integration.events.v1',
      ],
      [
        'integration producer send patchbay.integration.events.v1',
        'audit consumer process patchbay.integration.events.v1',
      ],
      ['audit consumer process patchbay.integration.events.v1', 'audit internal audit insert'],
      ['audit internal audit insert', 'audit internal transaction record events'],
      ['audit internal transaction record events', 'audit client db append entries'],
    ],
    'gateway server completeConnectOauth': [
      [
        'gateway client rpc ConnectService/CompleteConnectOauth',
        'integration server rpc ConnectService/CompleteConnectOauth',
      ],
      ['integration server rpc ConnectService/CompleteConnectOauth', 'integration client POST google_ads'],
      ['integration server rpc ConnectService/CompleteConnectOauth', 'integration client GET google_ads'],
      [
        'integration server rpc ConnectService/CompleteConnectOauth',
        'integration internal transaction settle connect',
      ],
      ['integration internal transaction settle connect', 'integration client db replace credentials'],
      [
        'integration internal transaction settle connect',
        'integration producer send patchbay.integration.events.v1',
      ],
    ],
    'gateway server listAuditLogs': [
      ['gateway client rpc AuditService/ListAuditLogs', 'audit server rpc AuditService/ListAuditLogs'],
    ],
    'portal server openSignIn': [['portal server openSignIn', 'gateway server getSession']],
    'integration internal background verification': [
      ['integration internal background verification', 'integration client GET google_ads'],
      [
        'integration internal background verification',
        'integration internal transaction settle verification',
      ],
    ],
    'integration internal background renewal': [
      ['integration internal background renewal', 'integration client POST google_ads'],
      [
        'integration internal background renewal',
        'integration internal transaction save renewed credentials',
      ],
    ],
  };

const textOf = (root: string, parent: string, child: string): string => `${root}: ${parent} > ${child}`;

/** The expected edges that the spans do not have. Processes export at different times: some may be missing for a while. */
export function missingEdges(spans: readonly CollectedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const parentOf = ({ parentSpanId = '', traceId }: CollectedSpan): CollectedSpan | undefined => {
    const parent = byId.get(parentSpanId);
    return parent?.traceId === traceId ? parent : undefined;
  };
  const rootOf = (span: CollectedSpan): CollectedSpan => {
    const parent = parentOf(span);
    return parent === undefined ? span : rootOf(parent);
  };
  const found = new Set(
    spans.flatMap((span) => {
      const [parent, root] = [parentOf(span), rootOf(span)];
      // A root that has a parent is none: its parent is not exported yet.
      return parent === undefined || root.parentSpanId !== undefined
        ? []
        : [textOf(labelOf(root), labelOf(parent), labelOf(span))];
    }),
  );
  return Object.entries(expectedEdges)
    .flatMap(([root, edges]) => edges.map(([parent, child]) => textOf(root, parent, child)))
    .filter((edge) => !found.has(edge));
}

type Entry = keyof typeof spanTable;

/** Spans that a run may lack, and why. */
const rare: Partial<Record<Entry, string>> = {
  requestWithoutOperation: 'only of a request to an unknown path',
  malformedRequest: 'only of bytes that are no HTTP',
  waitForConnection: 'only where more transactions run than the pool has connections for',
  waitForRow: 'only where two transactions of a process change one row',
};

interface Pattern {
  readonly entry: Entry;
  readonly kind: string;
  readonly name: RegExp;
  /** Characters of the name that are not a part. */
  readonly constant: number;
  readonly attributes: ReadonlySet<string>;
}

const part = '\uFFFF';

const patterns = Object.entries(spanTable)
  .map(([entry, { name, parts, kind, attributes: keys }]): Pattern => {
    const nameOf: (...given: string[]) => string = name;
    const text = nameOf(...parts.map(() => part));
    return {
      entry: entry as Entry,
      kind,
      name: new RegExp(`^${text.replaceAll(part, '.+')}$`),
      constant: text.replaceAll(part, '').length,
      attributes: new Set([...keys.map((key) => attributes[key]), attributes.errorType]),
    };
  })
  // What has more constant text is the better match: `db x` is also a method and a target.
  .toSorted((a, b) => b.constant - a.constant);

const patternOf = ({ kind, name }: CollectedSpan): Pattern | undefined =>
  patterns.find((pattern) => pattern.kind === kind && pattern.name.test(name));

/** Spans and attributes that are not in the table, and entries of the table of which no span was seen. */
export function differencesFromTable(spans: readonly CollectedSpan[]): string[] {
  const seen = new Set<Entry>();
  const unknown = new Set<string>();
  for (const span of spans) {
    const pattern = patternOf(span);
    if (pattern === undefined) unknown.add(`${span.kind} span ${span.name} is not in the table`);
    else {
      seen.add(pattern.entry);
      for (const attribute of Object.keys(span.attributes))
        if (!pattern.attributes.has(attribute))
          unknown.add(`${pattern.entry} has the attribute ${attribute}`);
    }
  }
  const unseen = patterns
    .filter(({ entry }) => !seen.has(entry) && rare[entry] === undefined)
    .map(({ entry }) => `${entry} was not seen`);
  return [...unknown, ...unseen];
}
