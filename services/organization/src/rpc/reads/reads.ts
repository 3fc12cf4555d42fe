import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  KeyRead,
  KeyReadOutcomeSchema,
} from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { internal } from '@patchbay/errors/failure';
import type { CallValues } from '@patchbay/rpc/caller';
import type { Dependencies } from '../dependencies.ts';
import { getOrganization } from '../organizations/get-organization.ts';
import { listOrganizations } from '../organizations/list-organizations.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';

type Response = NonNullable<MessageInitShape<typeof KeyReadOutcomeSchema>['response']>;

/** Runs the read that a message names, for the caller in `context`: the same code as the method of that name. */
export function createReads(
  dependencies: Dependencies,
): (request: KeyRead['request'], context: CallValues) => Promise<Response> {
  const reads = {
    listOrganizations: listOrganizations(dependencies),
    getOrganization: getOrganization(dependencies),
    getWorkspace: getWorkspace(dependencies),
  };
  return async (request, context) => {
    switch (request.case) {
      case 'listOrganizations':
        return { case: request.case, value: await reads.listOrganizations(request.value, context) };
      case 'getOrganization':
        return { case: request.case, value: await reads.getOrganization(request.value, context) };
      case 'getWorkspace':
        return { case: request.case, value: await reads.getWorkspace(request.value, context) };
      default:
        throw internal('a read that this version does not have');
    }
  };
}
