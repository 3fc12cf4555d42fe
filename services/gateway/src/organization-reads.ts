import { create, type DescMethodUnary, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import type { CallOptions } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { KeyRead } from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { internal } from '@patchbay/errors/failure';
import type { Clients } from './clients.ts';
import type { KeyCallOptions } from './operation/presented-key.ts';
import { createSharedReads } from './shared-reads.ts';

type Request = KeyRead['request'];

type Call<M extends DescMethodUnary> = (
  input: MessageInitShape<M['input']>,
  options?: CallOptions,
) => Promise<MessageShape<M['output']>>;

/**
 * The same method, except that a call whose options present an API key is sent as a read of `ReadService`, which has a field of
 * the method's name.
 */
function orByKey<M extends DescMethodUnary>(method: M, call: Call<M>): Call<M> {
  const name = method.localName as NonNullable<Request['case']>;
  return async (input, options: KeyCallOptions = {}) => {
    const { presentedKey } = options;
    if (presentedKey === undefined) return call(input, options);
    const request = { case: name, value: create(method.input, input) } as Request;
    const response = await presentedKey.read(request);
    if (response.case !== name) throw internal(`organization answered ${name} with ${response.case}`);
    return response.value as MessageShape<M['output']>;
  };
}

/** Clients whose reads of organization take API keys that are not authenticated yet, and share calls where they are short. */
export function withOrganizationReads(clients: Clients): Clients {
  const { workspaces } = clients;
  const organization = { ...clients.organization, ...createSharedReads(clients.organization) };
  const { listOrganizations, getOrganization } = OrganizationService.method;
  const { getWorkspace } = WorkspaceService.method;
  return {
    ...clients,
    organization: {
      ...organization,
      listOrganizations: orByKey(listOrganizations, organization.listOrganizations),
      getOrganization: orByKey(getOrganization, organization.getOrganization),
    },
    workspaces: { ...workspaces, getWorkspace: orByKey(getWorkspace, workspaces.getWorkspace) },
  };
}
