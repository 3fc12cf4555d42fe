import type { ConnectRouter } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { PasskeyService } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import type { Methods } from '@patchbay/rpc/method';
import type { Dependencies } from './dependencies.ts';
import {
  decideDeviceAuthorization,
  getDeviceAuthorization,
  pollDeviceAuthorization,
  startDeviceAuthorization,
} from './device-authorizations.ts';
import { confirmSession, startPasskeySignIn, verifyPasskeySignIn } from './passkey-sign-in.ts';
import {
  createPasskey,
  deletePasskey,
  listPasskeys,
  startPasskeyRegistration,
  updatePasskey,
} from './passkeys.ts';
import { completeProviderSignIn, startProviderSignIn } from './provider-sign-in.ts';
import { authenticate, listSessions, revokeSession, signOut } from './sessions.ts';
import { previewSignInLink, requestSignInLink, verifySignInLink } from './sign-in-links.ts';
import { signUp } from './sign-up.ts';
import { deleteUser, getUser, updateUser } from './users.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) => {
  router.service(IdentityService, {
    authenticate: authenticate(dependencies),
    signUp: signUp(dependencies),
    requestSignInLink: requestSignInLink(dependencies),
    previewSignInLink: previewSignInLink(dependencies),
    verifySignInLink: verifySignInLink(dependencies),
    startProviderSignIn: startProviderSignIn(dependencies),
    completeProviderSignIn: completeProviderSignIn(dependencies),
    startDeviceAuthorization: startDeviceAuthorization(dependencies),
    pollDeviceAuthorization: pollDeviceAuthorization(dependencies),
    getDeviceAuthorization: getDeviceAuthorization(dependencies),
    decideDeviceAuthorization: decideDeviceAuthorization(dependencies),
    listSessions: listSessions(dependencies),
    revokeSession: revokeSession(dependencies),
    signOut: signOut(dependencies),
    getUser: getUser(dependencies),
    updateUser: updateUser(dependencies),
    deleteUser: deleteUser(dependencies),
  } satisfies Methods<typeof IdentityService>);
  router.service(PasskeyService, {
    startPasskeyRegistration: startPasskeyRegistration(dependencies),
    createPasskey: createPasskey(dependencies),
    listPasskeys: listPasskeys(dependencies),
    updatePasskey: updatePasskey(dependencies),
    deletePasskey: deletePasskey(dependencies),
    startPasskeySignIn: startPasskeySignIn(dependencies),
    verifyPasskeySignIn: verifyPasskeySignIn(dependencies),
    confirmSession: confirmSession(dependencies),
  } satisfies Methods<typeof PasskeyService>);
};
