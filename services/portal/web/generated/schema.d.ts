export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the API works
         * @description Asks every service behind the API, within a second. A service that is not ready is a 503 that names it.
         *
         *     Who may call it: anyone, without a credential.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the API
         * @description Returns this document, which is generated from the schemas that validate requests.
         *
         *     Who may call it: anyone, without a credential.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with Google or Microsoft
         * @description Opened by a browser, which is sent on to the provider's consent page. Clients do not call it. An account is created on first use, under the same rules as with a mailed link. A provider that this installation is not set up for is a 404.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`.
         */
        get: operations["startProviderSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from Google or Microsoft
         * @description Where the provider sends the browser back to, with parameters of the provider's own. Clients do not call it. Opens a session, ends the one whose cookie the browser carries, and sends the browser to `callbackURL`. A sign-in that fails leads there too, with `error` in the query: `access_denied`, `state_mismatch`, `email_unverified`, `not_invited` or `provider_error`. The address of a new identity counts only if the provider vouches for it: Google by `email_verified` and `hd` equal to its domain (or an address at gmail.com), Microsoft by `xms_edov` or `email_verified`; else it is `email_unverified`, and a mailed link proves the address. Where it is not known which sign-in this was, it leads to the Portal's sign-in page instead.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`.
         *
         *     Audit trail: `user.signed_in`, `session.revoked`, `organization.created`, `member.added`.
         */
        get: operations["completeProviderSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask to sign a device in
         * @description Begins to sign in a device without a browser, such as the CLI (RFC 8628): show the person `userCode` and `verificationUri`, then call `pollDeviceAuthorization` every `interval` seconds until they have decided. Both codes live 10 minutes.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`, `deviceStartPerAddress`.
         */
        post: operations["startDeviceAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/device/{userCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which device asks to be let in
         * @description Shows which device asks to be let in, for the page on which a person decides: where it asks from, and what it says it is. A code that is not known, has ended or is decided already is a 404; five of those, here or in `decideDeviceAuthorization`, end the session that they came with.
         *
         *     Who may call it: every person for themselves. With a session only.
         *
         *     Audit trail: `session.revoked`.
         */
        get: operations["getDeviceAuthorization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/device/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a device in, or refuse it
         * @description Lets a device in as the caller, or refuses it. The device learns of it at its next poll. A code that is not known, has ended or is decided already is a 404; five of those, here or in `getDeviceAuthorization`, end the session that they came with.
         *
         *     Who may call it: every person for themselves. With a session only.
         *
         *     Audit trail: `session.revoked`.
         */
        post: operations["decideDeviceAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether a device is let in
         * @description Asks whether somebody has let the device in, and signs it in once they have. Until then it is a 400 without `errors` whose `detail` begins with a code: `authorization_pending` (ask again after `interval` seconds), `slow_down` (the poll came too early: wait five seconds longer from now on), `expired_token` (start again; also for an unknown code) or `access_denied`. A device code opens one session.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`.
         *
         *     Audit trail: `user.signed_in`, `member.added`.
         */
        post: operations["pollDeviceAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/magic-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a sign-in link by mail
         * @description Mails a sign-in link, if the address may sign in: it has an account, a pending invitation, a sign-up, or a domain by which it can join an organization. The answer is the same whether or not it may. The link lives 15 minutes, works once, and a newer one replaces it.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`, `signInLinkPerAddress`, `signInLinkPerEmail`.
         */
        post: operations["requestSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/magic-link/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a mailed link
         * @description Spends a mailed link and opens a session: as a cookie for browsers, and as `token`, the bearer of the same session, for everything else. The session whose cookie the request carries, if any, ends. A link that was used, replaced or has expired is a 401. Opening the link in a browser spends nothing: the page sends this request when its button is pressed.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`.
         *
         *     Audit trail: `user.signed_in`, `session.revoked`, `organization.created`, `member.added`.
         */
        post: operations["verifySignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the current session
         * @description Returns the session that the request came with, and the person whose it is.
         *
         *     Who may call it: every person for themselves. With a session only.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Returns every session of the caller, oldest first. `current` marks the one that the request came with. A person has 100 at most: one more ends the oldest.
         *
         *     Who may call it: every person for themselves. With a session only.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Ends one of the caller's sessions, at once and wherever it is used. It may be the one that the request came with.
         *
         *     Who may call it: every person for themselves. With a session only.
         *
         *     Audit trail: `session.revoked`.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session that the request came with, at once and wherever it is used, and clears the cookie.
         *
         *     Who may call it: every person for themselves. With a session only.
         *
         *     Audit trail: `user.signed_out`.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a connect link is for
         * @description Returns what the page of a connect link shows: who asks for access, to what, and which fields the client fills in. A link that is unknown, used, revoked or replaced is a 404, an expired one a 401.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`, `connectPerAddress`, `connectPerToken`.
         */
        get: operations["getConnectPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/{token}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect with credentials
         * @description Connects an integration with credentials. The body has the provider's `connectFields` by name; they are verified with the provider and stored encrypted, and no answer shows them. The answer is a 200 whatever the provider says: `status` is `active` after a success, and then the link is used up; otherwise it still works. A provider to which clients consent (`oauth`) is a 400 with an empty `path`, a disabled integration a 409. A link that is unknown, used, revoked or replaced is a 404, an expired one a 401. Refusals are counted for the organization and the provider; beyond `refusedAttemptPerLogin` every attempt is a 429.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`, `connectPerAddress`, `connectPerToken`, `refusedAttemptPerLogin`.
         *
         *     Audit trail: `integration.connected`, `integration.connect_failed`.
         */
        post: operations["submitConnectCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/{token}/oauth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a consent at the provider
         * @description Begins a consent at the provider. The body has the provider's `connectFields` by name, and may be left out where there are none. Send the browser to `authorizationUrl` within 10 minutes; no cookies are needed. A provider that takes credentials is a 400 with an empty `path`; a disabled integration, or a provider that this installation is not set up for, is a 409. A link that is unknown, used, revoked or replaced is a 404, an expired one a 401.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`, `connectPerAddress`, `connectPerToken`.
         */
        post: operations["startConnectOauth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/oauth/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the provider
         * @description Where the provider sends the browser back to, with `code` or `auth_code`, `state`, `error`, `error_description` and parameters of its own, which are ignored. Clients do not call it. Sends the browser to the integration's `returnUrl` with `status` (`connected` or `error`), `integrationId` and, where it failed, `error` in the query: `access_denied`, `provider_refused`, `no_accounts`, `temporarily_unavailable`, `not_configured` or `invalid_request`. Without a `returnUrl`, and where it is not certain which connection this is, it leads to a page of the Portal with `outcome`: `connected`, `declined`, `failed`, `retry` or `used`.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`, `connectPerAddress`.
         *
         *     Audit trail: `integration.connected`, `integration.connect_failed`.
         */
        get: operations["completeConnectOauth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers
         * @description Returns every advertising system that can be connected, and what each asks for.
         *
         *     Who may call it: any caller. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a provider
         * @description Returns one advertising system, with the fields to connect it and to set it up. An unknown provider value is a 404.
         *
         *     Who may call it: any caller. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["getProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview an invitation by its mailed link
         * @description Shows what an invitation is about to whoever has its mailed link, also after it was answered. The link stays the same when the invitation is sent again.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own account
         * @description Returns the account of the caller. With a user-level API key, that is the account of the person who created the key.
         *
         *     Who may call it: every person for themselves. With a session, or an API key of level `user`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your display name
         * @description Changes the display name of the caller, in every organization. The email cannot be changed.
         *
         *     Who may call it: every person for themselves. With a session only.
         *
         *     Limited by `profilePerUser`.
         *
         *     Audit trail: `user.updated`.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/v1/me/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations addressed to you
         * @description Returns the pending invitations that are addressed to the caller, of every organization, oldest first.
         *
         *     Who may call it: every person for themselves. With a session only.
         */
        get: operations["listMyInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/invitations/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Accepts an invitation that is addressed to the caller. The caller becomes a member of the organization, or is assigned to the workspace, with the role of the invitation; a higher role that the caller has already stays. An invitation that is expired, answered or canceled, or whose sender may not invite any more, is a 409, one that is addressed to somebody else a 404.
         *
         *     Who may call it: every person for themselves. With a session only.
         *
         *     Audit trail: `invitation.accepted`, `member.added`, `member.role_changed`, `workspace_member.added`, `workspace_member.role_changed`.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/invitations/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an invitation
         * @description Declines an invitation that is addressed to the caller. Nothing else changes, and the caller can be invited again. An invitation that is expired, answered or canceled is a 409, one that is addressed to somebody else a 404.
         *
         *     Who may call it: every person for themselves. With a session only.
         *
         *     Audit trail: `invitation.declined`.
         */
        post: operations["declineInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organizations
         * @description Returns the organizations that the caller belongs to, oldest first. With an API key, that is the organization of the key.
         *
         *     Who may call it: every person for themselves. With a session, or an API key of level `user`, `organization`.
         */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organization
         * @description Returns an organization, with the role that the caller has in it.
         *
         *     Who may call it: everyone in the organization, guests included. With a session, or an API key of level `user`, `organization`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name or domain role of an organization
         * @description Changes the name of an organization, or what people become who join by its domain. What is left out stays as it is. The slug never changes. People who are in the organization keep their roles.
         *
         *     Who may call it: admins of the organization. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `organization.updated`.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the keys that the caller may see, oldest first: everyone sees their own, admins of the organization also every organization- and workspace-level key, effective admins of a workspace also the keys of that workspace. Of revoked and expired keys the list has the newest 1,000; of a person's user-level ones the newest 50 are kept.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key. Everyone may create keys that act as themselves (level `user`), admins of the organization keys for it (level `organization`), effective admins of a workspace keys for that workspace (level `workspace`). The answer is the only one that shows the key. An organization has at most 1,000 live organization- and workspace-level keys, and each person at most 50 user-level keys: beyond that it is a 409.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         *
         *     Limited by `changePerOrganization`, `keyPerOrganization`.
         *
         *     Audit trail: `api_key.created`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key
         * @description Returns a key that the caller may see, without its secret.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an API key
         * @description Renames a key that the caller may manage. Nothing else about a key can be changed: rotate it, or create another one.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `api_key.updated`.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/api-keys/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an API key
         * @description Disables a key that the caller may manage: it is refused from the next request on, until it is enabled again. A key that is disabled already stays as it is; a revoked or expired one is a 409.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         *
         *     Audit trail: `api_key.disabled`.
         */
        post: operations["disableApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/api-keys/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an API key
         * @description Enables a key again that the caller may manage and could create now. A key that is not disabled stays as it is; a revoked or expired one is a 409.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `api_key.enabled`.
         */
        post: operations["enableApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description Ends a key that the caller may manage for good, from the next request on. A key that is revoked already stays as it is.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         *
         *     Audit trail: `api_key.revoked`.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key
         * @description Replaces a key that the caller may manage and could create now by a new one with the same name and scope, which belongs to the caller. The old key is revoked at once, or goes on working for `graceHours`; its answers then carry `Deprecation` and `Sunset`. The answer is the only one that shows the new key. A key that is disabled, revoked, expired or rotated already is a 409.
         *
         *     Who may call it: everyone in the organization, guests included. With a session only.
         *
         *     Limited by `changePerOrganization`, `keyPerOrganization`.
         *
         *     Audit trail: `api_key.rotated`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page through the audit trail
         * @description Returns a page of the audit trail, newest first. All filters that are given must match. A page may have fewer entries than `limit` where entries are large; ask for the next one with `nextCursor` and the same filters until it is null. The cursor stays good while new entries arrive: the pages that follow neither repeat nor skip an entry. A cursor that this API did not give out is a 400.
         *
         *     Who may call it: admins of the organization. With a session, or an API key of level `user`, `organization`.
         */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/audit-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit trail
         * @description Streams the whole audit trail, oldest first, by the filters of `listAuditLogs`. Entries that arrive after the request are not part of it. Each line is the text that was hashed, with `hash` added as its last field. A caller may run 4 exports at once, an organization 6: beyond that it is a 429.
         *
         *     Who may call it: admins of the organization. With a session, or an API key of level `user`, `organization`.
         */
        get: operations["exportAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/audit-logs/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the audit trail
         * @description Checks the chain of hashes and finds the first entry that was altered or removed. One call checks at most 50,000 entries, fewer where they take long: ask again with `nextSequence` as `afterSequence` until it is null. One verification of an organization runs at a time; another one is a 409.
         *
         *     Who may call it: admins of the organization. With a session, or an API key of level `user`, `organization`.
         *
         *     Limited by `verifyPerOrganization`.
         */
        get: operations["verifyAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations into an organization
         * @description Returns the invitations into the organization of every status, oldest first: all that are pending, and the newest 5,000 others. They are kept for 90 days after they expire. Invitations into its workspaces are listed there.
         *
         *     Who may call it: admins of the organization. With a session, or an API key of level `user`, `organization`.
         */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /**
         * Invite somebody into an organization
         * @description Invites somebody into the organization, and mails them a link that is valid for 48 hours. An address that holds the role or a higher one already, or has a pending invitation, is a 409; so is an invitation beyond 100 pending ones. An API key cannot invite an `admin` (403): who becomes one is decided by a person.
         *
         *     Who may call it: admins of the organization. With a session, or an API key of level `user`, `organization`.
         *
         *     Limited by `changePerOrganization`, `invitationPerKey`, `invitationPerRecipient`, `invitationPerOrganization`.
         *
         *     Audit trail: `invitation.created`.
         */
        post: operations["createOrganizationInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/invitations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an invitation
         * @description Cancels a pending or expired invitation: its link stops working. One that is answered or canceled already is a 409.
         *
         *     Who may call it: admins of the organization. With a session, or an API key of level `user`, `organization`.
         *
         *     Audit trail: `invitation.canceled`.
         */
        post: operations["cancelOrganizationInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Mails the link of an invitation again and moves its expiry 48 hours on, never more than 30 days ahead. An expired invitation becomes pending again. One that is answered or canceled is a 409. An API key cannot resend the invitation of an `admin` (403).
         *
         *     Who may call it: admins of the organization. With a session, or an API key of level `user`, `organization`.
         *
         *     Limited by `changePerOrganization`, `invitationPerKey`, `invitationPerRecipient`, `invitationPerOrganization`.
         *
         *     Audit trail: `invitation.resent`.
         */
        post: operations["resendOrganizationInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of an organization
         * @description Returns every membership with its role, oldest first.
         *
         *     Who may call it: everyone in the organization except guests. With a session, or an API key of level `user`, `organization`.
         */
        get: operations["listOrganizationMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave
         * @description Removes a member, or lets the caller leave. The person is removed from every workspace, and their user- and workspace-level API keys are revoked. Organization-level keys that they created go on working: the entry in the audit trail names them in `metadata.organizationKeys` (where there are too many for an entry, the first of them, and the number of the others in `metadata.organizationKeysOmitted`), so that an admin can rotate or revoke them. `metadata.liveConnectLinks` counts the live connect links that the person could read, and may have kept; it is left out where they could not be counted: issue new ones or revoke them. The last admin cannot be removed (409).
         *
         *     Who may call it: admins of the organization, and everyone for themselves by a session. With a session only.
         *
         *     Audit trail: `member.removed`, `api_key.revoked`.
         */
        delete: operations["removeOrganizationMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description Changes the role of a member. The last admin keeps the role `admin` (409).
         *
         *     Who may call it: admins of the organization. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `member.role_changed`.
         */
        patch: operations["updateOrganizationMember"];
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Returns the workspaces of the organization that the caller can see, oldest first. A guest sees those it is assigned to, a workspace-level API key its own.
         *
         *     Who may call it: everyone in the organization, guests included. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Creates a workspace. Admins, members and viewers of the organization have the same role in it from the start. A slug that another workspace of the organization has is a 409. An organization has at most 1,000 workspaces: beyond that it is a 409.
         *
         *     Who may call it: admins of the organization. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `workspace.created`.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workspace
         * @description Returns a workspace, with the effective role that the caller has in it.
         *
         *     Who may call it: everyone who can see the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a workspace
         * @description Renames a workspace. Its slug never changes.
         *
         *     Who may call it: effective admins of the workspace. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `workspace.updated`.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the integrations of a workspace
         * @description Returns the integrations of a workspace, oldest first, with their live connect links and without their credentials.
         *
         *     Who may call it: everyone who can see the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration
         * @description Creates an integration, and a connect link to send to the client. It is `pending` until somebody connects it: the client by the link, or, where the provider takes credentials, a member by `connectIntegration`. An integration of a provider that this installation is not set up for (`configured`) can be created, but not connected. A workspace has at most 1,000 integrations: beyond that it is a 409.
         *
         *     Who may call it: effective admins and members of the workspace. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `integration.created`.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an integration
         * @description Returns an integration, with its live connect link and without its credentials.
         *
         *     Who may call it: everyone who can see the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Deletes an integration. Its connect link and its credentials stop working. Where the provider can revoke credentials, that is done in the background: until then, for a day at most, they are kept encrypted, and then destroyed. At some providers a revocation ends everything that the same person has granted: other integrations that this person connected then have to be connected again.
         *
         *     Who may call it: effective admins of the workspace. With a session only.
         *
         *     Audit trail: `integration.deleted`.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        /**
         * Change name, settings or return address of an integration
         * @description Changes the name, the settings or the return address of an integration. What is left out stays as it is; `settings` are replaced as a whole. The credentials are not verified again.
         *
         *     Who may call it: effective admins and members of the workspace. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `integration.updated`.
         */
        patch: operations["updateIntegration"];
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/connect-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a connect link
         * @description Issues a new connect link, also to connect an integration again. The link before it stops working at once.
         *
         *     Who may call it: effective admins and members of the workspace. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `integration.connect_link_issued`.
         */
        post: operations["issueConnectLink"];
        /**
         * Revoke the connect link
         * @description Revokes the connect link of an integration. Whoever is at the provider by this link at the moment cannot connect any more. An integration without a live link is a 404.
         *
         *     Who may call it: effective admins and members of the workspace. With a session only.
         *
         *     Audit trail: `integration.connect_link_revoked`.
         */
        delete: operations["revokeConnectLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an integration with credentials
         * @description Connects an integration whose provider takes credentials, in any status and without a connect link. The body has the provider's `connectFields` by name; they are verified with the provider and stored encrypted, and no answer shows them. The answer is a 200 whatever the provider says: `active` after a success, which also uses up the connect link; `error` with a `statusDetail` where the provider refuses; otherwise unchanged, with a `lastError`. A provider to which clients consent (`oauth`) is a 400 with an empty `path`. Refusals are counted for the organization and the provider; beyond `refusedAttemptPerLogin` every attempt is a 429.
         *
         *     Who may call it: effective admins and members of the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         *
         *     Limited by `changePerOrganization`, `attemptPerOrganization`, `refusedAttemptPerLogin`.
         *
         *     Audit trail: `integration.connected`, `integration.connect_failed`.
         */
        post: operations["connectIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an integration
         * @description Disables an integration. Its credentials are kept, but neither renewed nor verified in the background, and its connect link refuses to connect. One that is disabled already stays as it is.
         *
         *     Who may call it: effective admins and members of the workspace. With a session only.
         *
         *     Audit trail: `integration.disabled`.
         */
        post: operations["disableIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an integration
         * @description Enables a disabled integration. The stored credentials are verified first: it becomes `active`, or `error` where the provider refuses them; where the provider gives no clear answer it stays `disabled`, with a `lastError`. One that was never connected becomes `pending`. One that is not disabled stays as it is.
         *
         *     Who may call it: effective admins and members of the workspace. With a session only.
         *
         *     Limited by `changePerOrganization`, `attemptPerOrganization`.
         *
         *     Audit trail: `integration.enabled`.
         */
        post: operations["enableIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an integration now
         * @description Asks the provider now whether the stored credentials still work. The answer is a 200 whatever it says: `active` and without errors, `error` with a `statusDetail`, or unchanged with a `lastError` where the provider gave no clear answer. A disabled integration is checked and stays disabled; one that was never connected is a 409.
         *
         *     Who may call it: effective admins and members of the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         *
         *     Limited by `changePerOrganization`, `attemptPerOrganization`.
         *
         *     Audit trail: `integration.status_changed`.
         */
        post: operations["verifyIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations into a workspace
         * @description Returns the invitations into the workspace of every status, oldest first: all that are pending, and the newest 5,000 others. They are kept for 90 days after they expire.
         *
         *     Who may call it: effective admins of the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["listWorkspaceInvitations"];
        put?: never;
        /**
         * Invite somebody into a workspace
         * @description Invites somebody into the workspace, and mails them a link that is valid for 48 hours. `role` is the one in the workspace; somebody who is not of the organization becomes a guest of it. An address that holds the role or a higher one already, or has a pending invitation into the workspace, is a 409; so is an invitation beyond 100 pending ones. An API key cannot invite an `admin` (403): who becomes one is decided by a person.
         *
         *     Who may call it: effective admins of the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         *
         *     Limited by `changePerOrganization`, `invitationPerKey`, `invitationPerRecipient`, `invitationPerOrganization`.
         *
         *     Audit trail: `invitation.created`.
         */
        post: operations["createWorkspaceInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an invitation
         * @description Cancels a pending or expired invitation: its link stops working. One that is answered or canceled already is a 409.
         *
         *     Who may call it: effective admins of the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         *
         *     Audit trail: `invitation.canceled`.
         */
        post: operations["cancelWorkspaceInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Mails the link of an invitation again and moves its expiry 48 hours on, never more than 30 days ahead. An expired invitation becomes pending again. One that is answered or canceled is a 409. An API key cannot resend the invitation of an `admin` (403).
         *
         *     Who may call it: effective admins of the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         *
         *     Limited by `changePerOrganization`, `invitationPerKey`, `invitationPerRecipient`, `invitationPerOrganization`.
         *
         *     Audit trail: `invitation.resent`.
         */
        post: operations["resendWorkspaceInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a workspace
         * @description Returns everyone who can work in the workspace, assigned or by their role in the organization, each once, oldest first.
         *
         *     Who may call it: everyone who can see the workspace. With a session, or an API key of level `user`, `organization`, `workspace`.
         */
        get: operations["listWorkspaceMembers"];
        put?: never;
        /**
         * Assign a person to a workspace
         * @description Assigns a person of the organization to a workspace. Where they inherit a higher role from the organization, that one stays the effective one. Somebody who is not of the organization is a 400 on `userId`; somebody who is assigned already is a 409.
         *
         *     Who may call it: effective admins of the workspace. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `workspace_member.added`.
         */
        post: operations["addWorkspaceMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Drop an assignment, or leave
         * @description Ends the assignment of a person to the workspace, or lets the caller leave; an API key cannot leave for its creator (403). The person's API keys for the workspace are revoked, and all of their keys where a guest is left without an assignment. A guest stays a guest of the organization. Access that comes from the organization is no assignment: it is a 404.
         *
         *     Who may call it: effective admins of the workspace, and everyone for themselves by a session. With a session, or an API key of level `user`, `organization`, `workspace`.
         *
         *     Audit trail: `workspace_member.removed`, `api_key.revoked`.
         */
        delete: operations["removeWorkspaceMember"];
        options?: never;
        head?: never;
        /**
         * Change an assignment's role
         * @description Changes the role of an assignment. Where the person inherits a higher role from the organization, that one stays the effective one. Somebody who is not assigned is a 404, also where they inherit access.
         *
         *     Who may call it: effective admins of the workspace. With a session only.
         *
         *     Limited by `changePerOrganization`.
         *
         *     Audit trail: `workspace_member.role_changed`.
         */
        patch: operations["updateWorkspaceMember"];
        trace?: never;
    };
    "/v1/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up with a new organization
         * @description Signs a person up with a new organization. The organization is created, with the person as its admin, when they first sign in: by the link that is mailed for the sign-up (`magic-link`), or at the provider, in the browser that signed up. Any other sign-in leaves the sign-up waiting. It waits for 24 hours, and a newer one of the same address replaces it. It reserves nothing: a slug that is taken meanwhile gets a number at its end, and where the domain is taken meanwhile the person joins that organization instead, as far as its domain lets people join. A public mailbox domain is a 400; a domain or a slug that belongs to an organization already is a 409.
         *
         *     Who may call it: anyone, without a credential.
         *
         *     Limited by `publicPerAddress`, `signUpPerAddress`, `signUpPerEmail`.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell which build is running
         * @description Returns the version of the software, and that of the API.
         *
         *     Who may call it: anyone, without a credential.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A credential for programs, without its secret. */
        ApiKey: {
            /** Format: date-time */
            createdAt: string;
            /** Format: email */
            creatorEmail: string;
            /**
             * Format: date-time
             * @description Null: never.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used; may lag a minute. Left out where it never was.
             */
            lastRequest?: string;
            level: components["schemas"]["ApiKeyLevel"];
            name: string;
            /** @description The first 15 characters, to tell keys apart; of a key that was imported without them only the fixed `pby_`. */
            prefix: string;
            /** @description Null at level `user`: such a key has its creator's role at the moment of use. */
            role: components["schemas"]["AssignableRole"] | null;
            status: components["schemas"]["ApiKeyStatus"];
            /** @description Name of the workspace; of workspace-level keys only. */
            workspace?: string;
            /** @description Slug of the workspace; of workspace-level keys only. */
            workspaceSlug?: string;
        };
        /**
         * @description What an API key reaches.
         * @enum {string}
         */
        ApiKeyLevel: "user" | "organization" | "workspace";
        /** @description The API keys that the caller may see. */
        ApiKeyList: {
            /** @description Oldest first. */
            apiKeys: components["schemas"]["ApiKey"][];
        };
        /** @description How an API key is replaced. */
        ApiKeyRotation: {
            /** @description Days until the new key expires; null: never. Default: the old key's own lifetime, counted from now. */
            expiresInDays?: number | null;
            /** @description Hours that the old key goes on working; 0, the default: it is revoked at once. */
            graceHours?: number;
        };
        /**
         * @description `active`: works. `disabled`: refused until it is enabled again. `expired`, `revoked`: ended for good.
         * @enum {string}
         */
        ApiKeyStatus: "active" | "disabled" | "expired" | "revoked";
        /** @description A new API key, with its secret. */
        ApiKeyWithSecret: {
            /** Format: date-time */
            createdAt: string;
            /** Format: email */
            creatorEmail: string;
            /**
             * Format: date-time
             * @description Null: never.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description The key itself. No other answer shows it. */
            key: string;
            /**
             * Format: date-time
             * @description When it was last used; may lag a minute. Left out where it never was.
             */
            lastRequest?: string;
            level: components["schemas"]["ApiKeyLevel"];
            name: string;
            /** @description The first 15 characters, to tell keys apart; of a key that was imported without them only the fixed `pby_`. */
            prefix: string;
            /** @description Null at level `user`: such a key has its creator's role at the moment of use. */
            role: components["schemas"]["AssignableRole"] | null;
            status: components["schemas"]["ApiKeyStatus"];
            /** @description Name of the workspace; of workspace-level keys only. */
            workspace?: string;
            /** @description Slug of the workspace; of workspace-level keys only. */
            workspaceSlug?: string;
        };
        /**
         * @description A role that an invitation, an assignment to a workspace or an API key can give. `admin` manages, `member` works with integrations, `viewer` reads.
         * @enum {string}
         */
        AssignableRole: "admin" | "member" | "viewer";
        /**
         * @description What was done: the kind of thing, and what happened to it.
         * @enum {string}
         */
        AuditAction: "user.updated" | "user.signed_in" | "user.signed_out" | "session.revoked" | "organization.created" | "organization.updated" | "member.added" | "member.role_changed" | "member.removed" | "invitation.created" | "invitation.resent" | "invitation.accepted" | "invitation.declined" | "invitation.canceled" | "workspace.created" | "workspace.updated" | "workspace_member.added" | "workspace_member.role_changed" | "workspace_member.removed" | "api_key.created" | "api_key.updated" | "api_key.disabled" | "api_key.enabled" | "api_key.rotated" | "api_key.revoked" | "integration.created" | "integration.updated" | "integration.deleted" | "integration.connect_link_issued" | "integration.connect_link_revoked" | "integration.connected" | "integration.connect_failed" | "integration.status_changed" | "integration.disabled" | "integration.enabled";
        /** @description Who did it. Null where it is not known or does not apply. */
        AuditActor: {
            /** @description The first characters of the API key. */
            apiKeyPrefix: string | null;
            /**
             * Format: email
             * @description Of an API key: its creator's.
             */
            email: string | null;
            /** @description Of the user, or of the API key. */
            id: string | null;
            /** @description Of an API key: its creator's. */
            name: string | null;
            /**
             * @description `user`: a session. `api_key`: a program. `client`: somebody with a connect link. `system`: the platform itself.
             * @enum {string}
             */
            type: "user" | "api_key" | "client" | "system";
        };
        /** @description One field that was changed. Secrets are never part of it. A value whose JSON has over 200 characters stands as `{ beginning, length, sha256 }`, of its JSON in RFC 8785 form: the first 200 characters, the number of all (Unicode code points), and the lower-case hexadecimal SHA-256. */
        AuditChange: {
            /** @description Null where there is no value any more. */
            after: unknown;
            /** @description Null where there was no value. */
            before: unknown;
            field: string;
        };
        /** @description One action, as the audit trail of its organization keeps it, in at most 16 KB. */
        AuditLog: {
            action: components["schemas"]["AuditAction"];
            actor: components["schemas"]["AuditActor"];
            changes: components["schemas"]["AuditChange"][];
            /** @description SHA-256 of the entry without this field, in RFC 8785 form. */
            hash: string;
            /** Format: uuid */
            id: string;
            /** @description The address of the client. */
            ipAddress: string | null;
            /** @description More about the action, by names that depend on it. A list that is too long for an entry keeps its first items, and `<name>Omitted` is the number of the others. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was done.
             */
            occurredAt: string;
            /** @description The hash of the entry before; 64 zeros for the first. */
            previousHash: string;
            /**
             * Format: date-time
             * @description When the trail recorded it, moments later.
             */
            recordedAt: string;
            /** @description The `x-request-id` of the request. */
            requestId: string | null;
            /** @description Counts the entries of the organization, without gaps. */
            sequence: number;
            target: components["schemas"]["AuditTarget"];
            /** @description The trace id of the request (W3C Trace Context). */
            traceId: string | null;
            userAgent: string | null;
            /** @description Null where it concerns no one workspace. */
            workspace: components["schemas"]["SlugAndName"] | null;
        };
        /** @description A page of the audit trail. */
        AuditLogPage: {
            /** @description Newest first. */
            auditLogs: components["schemas"]["AuditLog"][];
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description What it was done to, named as at that moment. */
        AuditTarget: {
            id: string;
            name: string;
            type: components["schemas"]["AuditTargetType"];
        };
        /**
         * @description The kind of thing that an action was done to.
         * @enum {string}
         */
        AuditTargetType: "user" | "session" | "organization" | "member" | "invitation" | "workspace" | "workspace_member" | "api_key" | "integration";
        /** @description Whether a part of the chain of entries is whole. */
        AuditVerification: {
            /** @description How many entries were checked. */
            checked: number;
            /** @description The first entry that was altered or removed; null where it is intact. */
            firstBrokenSequence: number | null;
            /** @description Whether every entry that was checked is unaltered and in place. */
            intact: boolean;
            /** @description The next `afterSequence`. Null at the end of the chain, where its head was compared too, and where it is broken. */
            nextSequence: number | null;
        };
        /**
         * @description How a client authorizes access: by a consent at the provider (`oauth`), or by filling in the provider's `connectFields` (`credentials`).
         * @enum {string}
         */
        AuthMethod: "oauth" | "credentials";
        /** @description Where a consent begins. */
        ConnectAuthorization: {
            /**
             * Format: uri
             * @description The provider's consent page.
             */
            authorizationUrl: string;
        };
        /** @description A link by which a client connects an integration, once. */
        ConnectLink: {
            /**
             * Format: uri
             * @description The page for the client. Whoever has this address may connect the integration.
             */
            connectUrl: string;
            /** @description Whether `expiresAt` has passed. */
            expired: boolean;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description How an attempt to connect ended. */
        ConnectOutcome: {
            /** @description The account at the provider. */
            connectedAccount: string | null;
            /** @description The last failure that says nothing about what was entered; the link still works, and a later attempt may succeed. */
            lastError: string | null;
            /** @description Where to send the client now. */
            returnUrl: string | null;
            /** @description Of the integration after the attempt; `active` where it was connected. */
            status: components["schemas"]["IntegrationStatus"];
            /** @description Why the provider refused when it last gave a clear answer, and what to do. */
            statusDetail: string | null;
        };
        /** @description What the page of a connect link shows. */
        ConnectPage: {
            authMethod: components["schemas"]["AuthMethod"] | null;
            category: components["schemas"]["ProviderCategory"] | null;
            /** @description What the page has to ask for. */
            connectFields: components["schemas"]["ProviderField"][];
            /** Format: uri */
            documentationUrl: string;
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string;
            integrationName: string;
            /** @description Who asks for the connection. */
            organizationName: string;
            provider: components["schemas"]["ProviderValue"];
            providerName: string;
            /** @description Where the client is sent afterwards. */
            returnUrl: string | null;
            /** @description Of the integration. A `disabled` one cannot be connected by a link. */
            status: components["schemas"]["IntegrationStatus"];
            workspaceName: string;
        };
        /** @description The session of a request, and whose it is. */
        CurrentSession: {
            session: components["schemas"]["Session"];
            user: components["schemas"]["User"];
        };
        /** @description A device that waits to be let in (RFC 8628). */
        DeviceAuthorization: {
            /** @description The secret that the device polls with. */
            deviceCode: string;
            /** @description Seconds until both codes end. */
            expiresIn: number;
            /** @description Seconds to wait between two polls. */
            interval: number;
            /** @description What the person types in, or compares. */
            userCode: string;
            /**
             * Format: uri
             * @description The page to type it into.
             */
            verificationUri: string;
            /**
             * Format: uri
             * @description The same page with the code filled in.
             */
            verificationUriComplete: string;
        };
        /** @description Whether a device is let in. */
        DeviceAuthorizationDecision: {
            /** @enum {string} */
            decision: "approve" | "deny";
            /** @description The code that the device shows. Case, spaces and dashes do not matter. */
            userCode: string;
        };
        /** @description The question of a device whether it is let in. */
        DeviceAuthorizationPoll: {
            /** @description The secret that the device was given. */
            deviceCode: string;
        };
        /** @description A session of a device that was let in. */
        DeviceSignedIn: {
            /** Format: date-time */
            expiresAt: string;
            /** @description The bearer of the new session. */
            token: string;
            user: components["schemas"]["User"];
        };
        /** @description One thing that is wrong with a request. */
        FieldProblem: {
            /** @description To be read after the name of the field. */
            message: string;
            /** @description The field of the body, in dots (`settings.loginCustomerId`), or the name of the parameter or header; empty for the whole body. */
            path: string;
        };
        /** @description Values of a provider's fields, by the names of the fields. */
        FieldValues: {
            [key: string]: string | number | boolean;
        };
        /** @description Everything that the API needs works. */
        Health: {
            services: {
                /** @constant */
                audit: "ok";
                /** @constant */
                identity: "ok";
                /** @constant */
                integration: "ok";
                /** @constant */
                organization: "ok";
            };
            /** @constant */
            status: "ok";
        };
        /** @description A connection of a workspace to an advertising system. Its credentials are in no answer. */
        Integration: {
            authMethod: components["schemas"]["AuthMethod"] | null;
            category: components["schemas"]["ProviderCategory"] | null;
            /** @description The account at the provider. */
            connectedAccount: string | null;
            /**
             * Format: date-time
             * @description When it was last connected; null where it never was.
             */
            connectedAt: string | null;
            /** @description The live link. Null where none was issued, or where it was used or revoked. */
            connectLink: components["schemas"]["ConnectLink"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: email */
            createdByEmail: string | null;
            /** Format: uuid */
            id: string;
            /** @description The last failure that says nothing about the credentials: the provider could not be reached, failed or had too many requests, or this installation lacks something, and its operator has to act. It does not change the status; the next success clears it. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When `lastError` happened; null without one.
             */
            lastErrorAt: string | null;
            name: string;
            provider: components["schemas"]["ProviderValue"];
            /** @description Display name of the provider. */
            providerName: string;
            /** @description Where the client is sent after a consent. */
            returnUrl: string | null;
            /** @description Values of the provider's `settingsFields`. Never secret. */
            settings: components["schemas"]["FieldValues"];
            status: components["schemas"]["IntegrationStatus"];
            /**
             * Format: date-time
             * @description When the provider last gave a clear answer.
             */
            statusCheckedAt: string | null;
            /** @description Why the provider refused the credentials at the last clear answer, and what to do. Null after a success. A disabled integration that is verified has one too. */
            statusDetail: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            workspaceId: string;
        };
        /** @description What changes about an integration. What is left out stays. */
        IntegrationChanges: {
            /** @description The new name. */
            name?: string;
            /**
             * Format: uri
             * @description Where the browser of the client is sent after a consent, with `status`, `integrationId` and, where it failed, `error` added to its query. https; http only on loopback, in development. It is stored in normal form, with other characters than ASCII encoded, and has at most 2,048 bytes in that form.
             */
            returnUrl?: string | null;
            /** @description All values of the provider's `settingsFields`: those that are left out are removed. */
            settings?: components["schemas"]["FieldValues"];
        };
        /** @description The integrations of a workspace. */
        IntegrationList: {
            /** @description Oldest first. */
            integrations: components["schemas"]["Integration"][];
        };
        /**
         * @description `pending`: was never connected. `active`: connected, and the credentials worked when last checked. `error`: they do not work; the client has to connect again. `disabled`: somebody has switched it off.
         * @enum {string}
         */
        IntegrationStatus: "pending" | "active" | "error" | "disabled";
        /** @description An integration with its new connect link. */
        IntegrationWithConnectUrl: {
            authMethod: components["schemas"]["AuthMethod"] | null;
            category: components["schemas"]["ProviderCategory"] | null;
            /** @description The account at the provider. */
            connectedAccount: string | null;
            /**
             * Format: date-time
             * @description When it was last connected; null where it never was.
             */
            connectedAt: string | null;
            /** @description The live link. Null where none was issued, or where it was used or revoked. */
            connectLink: components["schemas"]["ConnectLink"] | null;
            /**
             * Format: uri
             * @description The new connect link; also in `connectLink`.
             */
            connectUrl: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: email */
            createdByEmail: string | null;
            /** Format: uuid */
            id: string;
            /** @description The last failure that says nothing about the credentials: the provider could not be reached, failed or had too many requests, or this installation lacks something, and its operator has to act. It does not change the status; the next success clears it. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When `lastError` happened; null without one.
             */
            lastErrorAt: string | null;
            name: string;
            provider: components["schemas"]["ProviderValue"];
            /** @description Display name of the provider. */
            providerName: string;
            /** @description Where the client is sent after a consent. */
            returnUrl: string | null;
            /** @description Values of the provider's `settingsFields`. Never secret. */
            settings: components["schemas"]["FieldValues"];
            status: components["schemas"]["IntegrationStatus"];
            /**
             * Format: date-time
             * @description When the provider last gave a clear answer.
             */
            statusCheckedAt: string | null;
            /** @description Why the provider refused the credentials at the last clear answer, and what to do. Null after a success. A disabled integration that is verified has one too. */
            statusDetail: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            workspaceId: string;
        };
        /** @description An invitation into an organization or one of its workspaces. */
        Invitation: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: email
             * @description Whom it is addressed to.
             */
            email: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            /** Format: email */
            inviterEmail: string;
            inviterName: string;
            organization: components["schemas"]["SlugAndName"];
            /** @description The role in the organization that the person has or will have. */
            role: components["schemas"]["OrganizationRole"];
            status: components["schemas"]["InvitationStatus"];
            /** @description Of workspace invitations only. */
            workspace?: components["schemas"]["InvitedWorkspace"];
        };
        /** @description Invitations. */
        InvitationList: {
            /** @description Oldest first. */
            invitations: components["schemas"]["Invitation"][];
        };
        /** @description What the mailed link shows. */
        InvitationPreview: {
            /**
             * Format: email
             * @description Whom it is addressed to.
             */
            email: string;
            /** Format: date-time */
            expiresAt: string;
            inviterName: string;
            organization: components["schemas"]["SlugAndName"];
            /** @description The role in the organization that the person has or will have. */
            role: components["schemas"]["OrganizationRole"];
            status: components["schemas"]["InvitationStatus"];
            /** @description Of workspace invitations only. */
            workspace?: components["schemas"]["InvitedWorkspace"];
        };
        /**
         * @description Only a `pending` one can be accepted or declined.
         * @enum {string}
         */
        InvitationStatus: "pending" | "accepted" | "declined" | "canceled" | "expired";
        /** @description The workspace that an invitation leads into. */
        InvitedWorkspace: {
            name: string;
            /** @description The role asked for. */
            role: components["schemas"]["AssignableRole"];
            slug: string;
        };
        /** @description An API key to create; `level` decides which other fields it takes. */
        NewApiKey: components["schemas"]["NewUserApiKey"] | components["schemas"]["NewOrganizationApiKey"] | components["schemas"]["NewWorkspaceApiKey"];
        /** @description A connect link to issue. */
        NewConnectLink: {
            /** @description Days until the connect link expires. Default: 7. */
            expiresInDays?: number;
        };
        /** @description An integration to create, with a connect link. */
        NewIntegration: {
            /** @description Days until the connect link expires. Default: 7. */
            connectLinkExpiresInDays?: number;
            name: string;
            provider: components["schemas"]["ProviderValue"];
            /**
             * Format: uri
             * @description Where the browser of the client is sent after a consent, with `status`, `integrationId` and, where it failed, `error` added to its query. https; http only on loopback, in development. It is stored in normal form, with other characters than ASCII encoded, and has at most 2,048 bytes in that form.
             */
            returnUrl?: string;
            /** @description Values of the provider's `settingsFields`, by name. They are not secret. Default: none. */
            settings?: components["schemas"]["FieldValues"];
        };
        /** @description An invitation to send. */
        NewInvitation: {
            /**
             * Format: email
             * @description Whom to invite.
             */
            email: string;
            /** @description The role in the organization, or in the workspace that the person is invited into. */
            role: components["schemas"]["AssignableRole"];
        };
        /** @description A key for the organization and all its workspaces. */
        NewOrganizationApiKey: {
            /** @description Days until it expires; null, the default: never. */
            expiresInDays?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            level: "organization";
            name: string;
            /** @description What the key may do. */
            role: components["schemas"]["AssignableRole"];
        };
        /** @description A key that acts as its creator, in this organization, with the role that the creator has. */
        NewUserApiKey: {
            /** @description Days until it expires; null, the default: never. */
            expiresInDays?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            level: "user";
            name: string;
        };
        /** @description A workspace to create. */
        NewWorkspace: {
            name: string;
            /** @description Names the workspace in paths. Unique in the organization, and never changes. */
            slug: string;
        };
        /** @description A key for one workspace. */
        NewWorkspaceApiKey: {
            /** @description Days until it expires; null, the default: never. */
            expiresInDays?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            level: "workspace";
            name: string;
            /** @description What the key may do. */
            role: components["schemas"]["AssignableRole"];
            /** @description The slug of the workspace that the key is for. */
            workspaceSlug: string;
        };
        /** @description An assignment of a person to a workspace. */
        NewWorkspaceMember: {
            /** @description The role to assign. */
            role: components["schemas"]["AssignableRole"];
            /**
             * Format: uuid
             * @description A person of the organization, guests included.
             */
            userId: string;
        };
        /** @description A document of OpenAPI 3.1. */
        OpenApiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /** @description An organization as the caller sees it. */
        Organization: {
            /** Format: date-time */
            createdAt: string;
            /** @description The email domain whose people join when they first sign in. Left out where there is none. An address with a tag (`name+tag@…`) does not join by it, nor does one whose mailbox is or was in the organization under another address: these need an invitation. */
            domain?: string;
            /** @description What people become who join by `domain`; null: nobody joins by it. */
            domainRole: ("member" | "viewer") | null;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The caller's role. */
            role: components["schemas"]["OrganizationRole"];
            /** @description Names the organization in paths. Never changes. */
            slug: string;
        };
        /** @description What changes about an organization. What is left out stays. */
        OrganizationChanges: {
            /** @description What people become who join by the organization's domain from now on; null: nobody joins by it. */
            domainRole?: ("member" | "viewer") | null;
            /** @description The new name. */
            name?: string;
        };
        /** @description The organizations of the caller. */
        OrganizationList: {
            /** @description Oldest first. */
            organizations: components["schemas"]["Organization"][];
        };
        /** @description A person in an organization. */
        OrganizationMember: {
            /**
             * Format: date-time
             * @description When the person became a member.
             */
            createdAt: string;
            /** Format: email */
            email: string;
            /**
             * Format: uuid
             * @description Of the membership.
             */
            id: string;
            name: string;
            role: components["schemas"]["OrganizationRole"];
            /**
             * Format: uuid
             * @description Of the person.
             */
            userId: string;
        };
        /** @description The members of an organization. */
        OrganizationMemberList: {
            /** @description Oldest first. */
            members: components["schemas"]["OrganizationMember"][];
        };
        /**
         * @description A role in an organization, from the highest: `admin`, `member`, `viewer`, `guest`. A guest sees only the workspaces it is assigned to.
         * @enum {string}
         */
        OrganizationRole: "admin" | "member" | "viewer" | "guest";
        /** @description Why a request failed (RFC 9457). */
        Problem: {
            /** @description What went wrong, for people. */
            detail?: string;
            /** @description Validation failures only: every field that is wrong. */
            errors?: components["schemas"]["FieldProblem"][];
            /** @description The request's path. */
            instance: string;
            /** @description The `x-request-id` of the answer, which finds the request in logs and traces. */
            requestId?: string;
            /** @description The status of the answer. */
            status: number;
            /** @description What kind of failure it is; the same for each status. */
            title: string;
            /** @constant */
            type: "about:blank";
        };
        /** @description An advertising system that can be connected. */
        Provider: {
            authMethod: components["schemas"]["AuthMethod"] | null;
            category: components["schemas"]["ProviderCategory"] | null;
            /** @description False for an OAuth provider whose client this installation does not have. */
            configured: boolean;
            /** @description What a client fills in to connect. */
            connectFields: components["schemas"]["ProviderField"][];
            /**
             * Format: uri
             * @description The provider's own documentation.
             */
            documentationUrl: string;
            /** @description Display name. */
            name: string;
            provider: components["schemas"]["ProviderValue"];
            /** @description What the `settings` of an integration may have. */
            settingsFields: components["schemas"]["ProviderField"][];
        };
        /**
         * @description Demand side (`dsp`), supply side (`ssp`), or a walled garden (`wg`), which sells its own space.
         * @enum {string}
         */
        ProviderCategory: "dsp" | "ssp" | "wg";
        /** @description A field that a provider asks for. */
        ProviderField: {
            default?: string;
            description?: string;
            /** @description Fields with a group are alternatives: exactly one group is filled in whole. */
            group?: string;
            /** @description For people. */
            label: string;
            /** @description The most characters (code points) of a `string` or `secret`. */
            maxLength?: number;
            /** @description The name in `settings`, or in the body that connects. */
            name: string;
            options?: string[];
            /** @description A regular expression (ECMA-262) that the value matches. */
            pattern?: string;
            /** @description Of a field with a `group`: within that group. */
            required: boolean;
            /**
             * @description `secret`: a string that no answer shows. `enum`: one of `options`.
             * @enum {string}
             */
            type: "string" | "secret" | "integer" | "boolean" | "enum";
        };
        /** @description Every advertising system that can be connected. */
        ProviderList: {
            providers: components["schemas"]["Provider"][];
        };
        /**
         * @description The value by which the API knows an advertising system.
         * @enum {string}
         */
        ProviderValue: "google_dv360" | "the_trade_desk" | "amazon_dsp" | "yahoo_dsp" | "adform" | "criteo" | "google_ad_manager" | "magnite" | "pubmatic" | "index_exchange" | "microsoft_monetize" | "equativ" | "google_ads" | "meta_ads" | "tiktok_ads" | "linkedin_ads" | "pinterest_ads" | "snapchat_ads" | "microsoft_ads" | "reddit_ads";
        /** @description A new name for a workspace or an API key. */
        Renaming: {
            /** @description The new name. */
            name: string;
        };
        /** @description A new role for a member. */
        RoleChange: {
            /** @description The new role. */
            role: components["schemas"]["AssignableRole"];
        };
        /** @description A sign-in of a person that has not ended. */
        Session: {
            /** Format: date-time */
            createdAt: string;
            /** @description Whether this request came with it. */
            current: boolean;
            /**
             * Format: date-time
             * @description Moves on with use, to 30 days after the sign-in at the most.
             */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            /** @description Where it was opened from; null where not known. */
            ipAddress: string | null;
            /**
             * Format: date-time
             * @description When it was last used.
             */
            lastSeenAt: string;
            /** @description What it was opened with; null where not known. */
            userAgent: string | null;
        };
        /** @description Everywhere that a person is signed in. */
        SessionList: {
            /** @description Oldest first. */
            sessions: components["schemas"]["Session"][];
        };
        /** @description A session that has just been opened. */
        SignedIn: {
            /** @description Where the person wanted to go. */
            callbackURL: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description The bearer of the same session that the cookie carries. */
            token: string;
            user: components["schemas"]["User"];
        };
        /** @description A link is on its way, if the address may sign in. */
        SignInLinkAcknowledgement: {
            /** Format: email */
            email: string;
        };
        /** @description The request of a sign-in link. */
        SignInLinkRequest: {
            /**
             * Format: uri
             * @description Where to land afterwards; on a trusted origin, and without the `user_code` of a device. Default: the Portal's home.
             */
            callbackURL?: string;
            /**
             * Format: email
             * @description Who wants to sign in.
             */
            email: string;
        };
        /** @description The token of a mailed link. */
        SignInLinkVerification: {
            /** @description `token` in the query of the mailed link. */
            token: string;
        };
        /**
         * @description An identity provider that people sign in with.
         * @enum {string}
         */
        SignInProvider: "google" | "microsoft";
        /** @description A person and the organization to create. */
        SignUp: {
            /**
             * Format: email
             * @description A work email; its domain becomes the organization's.
             */
            email: string;
            /** @description Display name. */
            name: string;
            organizationName: string;
            /** @description Names the organization in paths. Never changes. */
            organizationSlug: string;
            /** @description `magic-link` mails a sign-in link; for the others the client starts their sign-in next. */
            provider: components["schemas"]["SignUpProvider"];
        };
        /** @description A sign-up that waits for its first session. */
        SignUpAcknowledgement: {
            /** Format: email */
            email: string;
            organizationSlug: string;
            provider: components["schemas"]["SignUpProvider"];
        };
        /**
         * @description How a person who signs up signs in for the first time.
         * @enum {string}
         */
        SignUpProvider: "magic-link" | "google" | "microsoft";
        /** @description An organization or a workspace, by its slug and its name. */
        SlugAndName: {
            name: string;
            slug: string;
        };
        /** @description A person with an account. */
        User: {
            /**
             * Format: email
             * @description The email that the person signs in with; never changes through the API.
             */
            email: string;
            /** @description True once the person has signed in. */
            emailVerified: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: uri
             * @description Address of an avatar. Left out where there is none.
             */
            image?: string;
            /** @description Display name. */
            name: string;
            /** @description The platform role: `user` for every regular account. */
            role: string;
        };
        /** @description What people can change about their own account. */
        UserChanges: {
            /** @description The new display name. */
            name: string;
        };
        /** @description Which build is running. */
        Version: {
            /** @description Of the API: `info.version` of the OpenAPI document. */
            apiVersion: string;
            /** @description Null where it is not known. */
            builtAt: string | null;
            /** @description Null where it is not known. */
            commit: string | null;
            /** @description Of the software. */
            name: string;
            /** @description Of the software. */
            version: string;
        };
        /** @description A device that waits for a decision, as whoever decides sees it. */
        WaitingDevice: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Where it asks from; null where not known. */
            ipAddress: string | null;
            /** @description What it says it is; null where not known. */
            userAgent: string | null;
            userCode: string;
        };
        /** @description A workspace as the caller sees it. */
        Workspace: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The caller's effective role: the higher of the inherited and the assigned one. */
            role: components["schemas"]["AssignableRole"];
            /** @description Names the workspace in paths. Never changes. */
            slug: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The workspaces that the caller can see. */
        WorkspaceList: {
            /** @description Oldest first. */
            workspaces: components["schemas"]["Workspace"][];
        };
        /** @description A person who can work in a workspace. */
        WorkspaceMember: {
            /** Format: date-time */
            createdAt: string;
            /** Format: email */
            email: string;
            /**
             * Format: uuid
             * @description Of the assignment, or of the membership in the organization.
             */
            id: string;
            /** @description False where the person is assigned, true where access comes from the organization alone. */
            inherited: boolean;
            name: string;
            /** @description The effective one: the higher of the inherited and the assigned role. */
            role: components["schemas"]["AssignableRole"];
            /**
             * Format: uuid
             * @description Of the person.
             */
            userId: string;
        };
        /** @description Everyone who can work in a workspace. */
        WorkspaceMemberList: {
            /** @description Oldest first, each person once. */
            members: components["schemas"]["WorkspaceMember"][];
        };
    };
    responses: {
        /**
         * @description Bad Request: Nobody has let the device in yet, or nobody will: `detail` begins with a code.
         *
         *     Validation Failed: The request does not match its schema: `errors` has every field that is wrong.
         */
        BadRequestOrValidationFailed: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Conflict: The present state does not allow it, or the `Idempotency-Key` was used for another request. */
        Conflict: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The organization has a workspace with the slug brand-campaigns already. Choose another one.",
                 *       "instance": "/v1/organizations/acme/workspaces",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Content Too Large: The body has more than the operation takes: 256 KiB, 4 KiB where it is public, 64 KiB for the credentials of a provider, 1 KiB where it takes none. */
        ContentTooLarge: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Content Too Large",
                 *       "status": 413,
                 *       "detail": "The body of this operation has at most 256 KiB.",
                 *       "instance": "/v1/organizations/acme/workspaces",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Forbidden: The role of the caller is too low, or a request with a session cookie comes from an origin that is not trusted. */
        Forbidden: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "Only admins of the organization can create workspaces.",
                 *       "instance": "/v1/organizations/acme/workspaces",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Gateway Timeout: A part of the platform took too long. */
        GatewayTimeout: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Gateway Timeout",
                 *       "status": 504,
                 *       "instance": "/v1/me",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal Server Error: A fault of the platform. `requestId` finds the request in its logs. */
        InternalServerError: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Internal Server Error",
                 *       "status": 500,
                 *       "instance": "/v1/me",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not Found: What the path names does not exist, or is not visible to the caller. */
        NotFound: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "instance": "/v1/organizations/acme/workspaces/unknown",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request Header Fields Too Large: The headers have more than 16 KiB. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Request Header Fields Too Large",
                 *       "status": 431,
                 *       "detail": "The headers of a request have at most 16 KiB.",
                 *       "instance": "/",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request Timeout: The body came slower than 1 KiB a second for 10 seconds. The connection is closed. */
        RequestTimeout: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Request Timeout",
                 *       "status": 408,
                 *       "detail": "The body came slower than 1 KiB a second for 10 seconds.",
                 *       "instance": "/v1/organizations/acme/workspaces",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service Unavailable: The platform is overloaded, or a part of it is down. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Service Unavailable",
                 *       "status": 503,
                 *       "instance": "/v1/me",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too Many Requests: A limit is exceeded. */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Too many requests. Try again later.",
                 *       "instance": "/v1/me",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unauthorized: There is no usable credential, or one of a kind that the operation does not accept. */
        Unauthorized: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "This operation needs a credential.",
                 *       "instance": "/v1/me",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported Media Type: The body is not `application/json`. */
        UnsupportedMediaType: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "A body must be application/json.",
                 *       "instance": "/v1/organizations/acme/workspaces",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Validation Failed: The request does not match its schema: `errors` has every field that is wrong. */
        ValidationFailed: {
            headers: {
                Traceparent: components["headers"]["Traceparent"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Validation Failed",
                 *       "status": 400,
                 *       "instance": "/v1/organizations/acme/workspaces",
                 *       "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f",
                 *       "errors": [
                 *         {
                 *           "path": "name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Where the API key of the request was rotated and still works: `@` and the Unix time of the rotation (RFC 9745).
         * @example @1795167000
         */
        Deprecation: string;
        /** @description Names this version of the answer, for `If-None-Match`. */
        ETag: string;
        /** @description `true` where this is the answer to an earlier request with the same `Idempotency-Key`. */
        IdempotencyReplayed: "true";
        /** @description Where the browser goes next. */
        Location: string;
        /**
         * @description What is left of each limit: `r` requests, until the window ends in `t` seconds.
         * @example "requestPerCaller";r=1199;t=60
         */
        RateLimit: string;
        /**
         * @description The limits that counted the request: `q` requests in `w` seconds (IETF draft on RateLimit header fields).
         * @example "requestPerCaller";q=1200;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Names the request in logs, traces and the audit trail. One that the request carries (1 to 128 characters `A-Z a-z 0-9 . _ -`) is kept.
         * @example 0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f
         */
        RequestId: string;
        /**
         * @description Seconds to wait before the request is sent again.
         * @example 30
         */
        RetryAfter: number;
        /**
         * @description Where the API key of the request was rotated and still works: when it ends, as an HTTP date (RFC 8594).
         * @example Sat, 21 Nov 2026 09:30:00 GMT
         */
        Sunset: string;
        /**
         * @description The trace of the request (W3C Trace Context). A valid one that the request carries is continued.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        Traceparent: string;
        /**
         * @description How to authenticate (RFC 9110).
         * @example Bearer realm="patchbay"
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything works */
            200: {
                headers: {
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "services": {
                     *         "identity": "ok",
                     *         "organization": "ok",
                     *         "integration": "ok",
                     *         "audit": "ok"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.1"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description Not changed since the version that `If-None-Match` names */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startProviderSignIn: {
        parameters: {
            query?: {
                /**
                 * @description Where to land afterwards; on a trusted origin, and without the `user_code` of a device. Default: the Portal's home.
                 * @example https://portal.patchbay.example/
                 */
                callbackURL?: string;
                /**
                 * @description An email whose account the provider preselects.
                 * @example ada@acme.example
                 */
                loginHint?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An identity provider that people sign in with.
                 * @example google
                 */
                provider: components["schemas"]["SignInProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to the provider's consent page */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /** @description What the callback needs: HttpOnly, SameSite=Lax, for as long as the sign-in may take. */
                    "Set-Cookie"?: string;
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    completeProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An identity provider that people sign in with.
                 * @example google
                 */
                provider: components["schemas"]["SignInProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to where the sign-in lands, signed in or with an `error` */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /** @description The session cookie, where somebody has signed in: HttpOnly, SameSite=Lax, for as long as a session may live. */
                    "Set-Cookie"?: string;
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startDeviceAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device waits */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deviceCode": "mB4kD9sLxEaPfGuViRqYtAhJ2zXv0m3m8rQy5cW1oT7",
                     *       "userCode": "WDJB-MJHT",
                     *       "verificationUri": "https://portal.patchbay.example/device",
                     *       "verificationUriComplete": "https://portal.patchbay.example/device?user_code=WDJB-MJHT",
                     *       "expiresIn": 600,
                     *       "interval": 5
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDeviceAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code that the device shows. Case, spaces and dashes do not matter.
                 * @example WDJB-MJHT
                 */
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device that waits */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userCode": "WDJB-MJHT",
                     *       "ipAddress": "198.51.100.7",
                     *       "userAgent": "patchbay-cli/1.0",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "expiresAt": "2026-11-15T09:40:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WaitingDevice"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    decideDeviceAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userCode": "WDJB-MJHT",
                 *       "decision": "approve"
                 *     }
                 */
                "application/json": components["schemas"]["DeviceAuthorizationDecision"];
            };
        };
        responses: {
            /** @description The device learns of it at its next poll */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    pollDeviceAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceCode": "mB4kD9sLxEaPfGuViRqYtAhJ2zXv0m3m8rQy5cW1oT7"
                 *     }
                 */
                "application/json": components["schemas"]["DeviceAuthorizationPoll"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "hJ2zXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA",
                     *       "expiresAt": "2026-11-22T09:30:00.000Z",
                     *       "user": {
                     *         "id": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada Lovelace",
                     *         "emailVerified": true,
                     *         "role": "user"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceSignedIn"];
                };
            };
            400: components["responses"]["BadRequestOrValidationFailed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    requestSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["SignInLinkRequest"];
            };
        };
        responses: {
            /** @description A link is on its way if the address may sign in */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["SignInLinkAcknowledgement"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    verifySignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q7mXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA"
                 *     }
                 */
                "application/json": components["schemas"]["SignInLinkVerification"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /** @description The session cookie: HttpOnly, SameSite=Lax, for as long as a session may live. */
                    "Set-Cookie"?: string;
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "hJ2zXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA",
                     *       "expiresAt": "2026-11-22T09:30:00.000Z",
                     *       "user": {
                     *         "id": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada Lovelace",
                     *         "emailVerified": true,
                     *         "role": "user"
                     *       },
                     *       "callbackURL": "https://portal.patchbay.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session and its user */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session": {
                     *         "id": "0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603",
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "expiresAt": "2026-11-22T09:30:00.000Z",
                     *         "lastSeenAt": "2026-11-15T09:30:00.000Z",
                     *         "ipAddress": "203.0.113.7",
                     *         "userAgent": "Mozilla/5.0",
                     *         "current": true
                     *       },
                     *       "user": {
                     *         "id": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada Lovelace",
                     *         "emailVerified": true,
                     *         "role": "user"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessions": [
                     *         {
                     *           "id": "0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "expiresAt": "2026-11-22T09:30:00.000Z",
                     *           "lastSeenAt": "2026-11-15T09:30:00.000Z",
                     *           "ipAddress": "203.0.113.7",
                     *           "userAgent": "Mozilla/5.0",
                     *           "current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the session.
                 * @example 0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /** @description Clears the session cookie, where it carried the session that has ended. */
                    "Set-Cookie"?: string;
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended and the cookie is cleared */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /** @description Clears the session cookie. */
                    "Set-Cookie"?: string;
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getConnectPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of a connect link.
                 * @example 3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the page shows */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "integrationName": "Nordlicht",
                     *       "organizationName": "Acme Media",
                     *       "workspaceName": "Brand campaigns",
                     *       "status": "pending",
                     *       "connectFields": [],
                     *       "documentationUrl": "https://developers.google.com/google-ads/api/docs/start",
                     *       "expiresAt": "2026-11-22T09:30:00.000Z",
                     *       "returnUrl": "https://agency.example/clients/nordlicht"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    submitConnectCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of a connect link.
                 * @example 3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "nordlicht-reporting",
                 *       "clientSecret": "EXAMPLE-NOT-A-SECRET"
                 *     }
                 */
                "application/json": components["schemas"]["FieldValues"];
            };
        };
        responses: {
            /** @description How the attempt ended */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "active",
                     *       "statusDetail": null,
                     *       "lastError": null,
                     *       "connectedAccount": "Nordlicht GmbH",
                     *       "returnUrl": "https://agency.example/clients/nordlicht"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectOutcome"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    startConnectOauth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of a connect link.
                 * @example 3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["FieldValues"];
            };
        };
        responses: {
            /** @description Where to send the browser */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorizationUrl": "https://accounts.provider.example/authorize?client_id=patchbay&response_type=code&state=3kF0"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectAuthorization"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    completeConnectOauth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to the return address or to a page of the Portal */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "provider": "google_ads",
                     *           "name": "Google Ads",
                     *           "category": "wg",
                     *           "authMethod": "oauth",
                     *           "configured": true,
                     *           "connectFields": [],
                     *           "settingsFields": [
                     *             {
                     *               "name": "loginCustomerId",
                     *               "label": "Manager account",
                     *               "type": "string",
                     *               "required": false,
                     *               "pattern": "^[0-9]{10}$",
                     *               "maxLength": 64
                     *             }
                     *           ],
                     *           "documentationUrl": "https://developers.google.com/google-ads/api/docs/start"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A provider value, as `listProviders` shows them.
                 * @example google_ads
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider": "google_ads",
                     *       "name": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "configured": true,
                     *       "connectFields": [],
                     *       "settingsFields": [
                     *         {
                     *           "name": "loginCustomerId",
                     *           "label": "Manager account",
                     *           "type": "string",
                     *           "required": false,
                     *           "pattern": "^[0-9]{10}$",
                     *           "maxLength": 64
                     *         }
                     *       ],
                     *       "documentationUrl": "https://developers.google.com/google-ads/api/docs/start"
                     *     }
                     */
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the mailed link.
                 * @example q7mXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the link shows */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "mary@studio.example",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "workspace": {
                     *         "slug": "brand-campaigns",
                     *         "name": "Brand campaigns",
                     *         "role": "admin"
                     *       },
                     *       "role": "guest",
                     *       "inviterName": "Ada Lovelace",
                     *       "status": "pending",
                     *       "expiresAt": "2026-11-17T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationPreview"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *       "email": "ada@acme.example",
                     *       "name": "Ada Lovelace",
                     *       "emailVerified": true,
                     *       "role": "user"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["UserChanges"];
            };
        };
        responses: {
            /** @description The account as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *       "email": "ada@acme.example",
                     *       "name": "Ada Lovelace",
                     *       "emailVerified": true,
                     *       "role": "user"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listMyInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "id": "0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706",
                     *           "email": "alan@acme.example",
                     *           "role": "member",
                     *           "status": "pending",
                     *           "organization": {
                     *             "slug": "acme",
                     *             "name": "Acme Media"
                     *           },
                     *           "expiresAt": "2026-11-17T09:30:00.000Z",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "inviterEmail": "ada@acme.example",
                     *           "inviterName": "Ada Lovelace"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the invitation.
                 * @example 0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation, accepted */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706",
                     *       "email": "alan@acme.example",
                     *       "role": "member",
                     *       "status": "accepted",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-17T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    declineInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the invitation.
                 * @example 0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation, declined */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706",
                     *       "email": "alan@acme.example",
                     *       "role": "member",
                     *       "status": "declined",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-17T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizations": [
                     *         {
                     *           "id": "0199c1f0-8a3b-7c55-b1de-52c1f0a7e902",
                     *           "slug": "acme",
                     *           "name": "Acme Media",
                     *           "role": "admin",
                     *           "domain": "acme.example",
                     *           "domainRole": "member",
                     *           "createdAt": "2026-11-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f0-8a3b-7c55-b1de-52c1f0a7e902",
                     *       "slug": "acme",
                     *       "name": "Acme Media",
                     *       "role": "admin",
                     *       "domain": "acme.example",
                     *       "domainRole": "member",
                     *       "createdAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme Media",
                 *       "domainRole": "member"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationChanges"];
            };
        };
        responses: {
            /** @description The organization as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f0-8a3b-7c55-b1de-52c1f0a7e902",
                     *       "slug": "acme",
                     *       "name": "Acme Media",
                     *       "role": "admin",
                     *       "domain": "acme.example",
                     *       "domainRole": "member",
                     *       "createdAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys that the caller may see */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "apiKeys": [
                     *         {
                     *           "id": "0199c1f3-5a71-7c86-9e29-b3eaf5f7c807",
                     *           "name": "Reporting",
                     *           "prefix": "pby_7Qd2mXr9TfK",
                     *           "level": "workspace",
                     *           "role": "viewer",
                     *           "workspace": "Brand campaigns",
                     *           "workspaceSlug": "brand-campaigns",
                     *           "creatorEmail": "ada@acme.example",
                     *           "status": "active",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "expiresAt": "2027-02-13T09:30:00.000Z",
                     *           "lastRequest": "2026-11-15T11:02:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Reporting",
                 *       "level": "workspace",
                 *       "role": "viewer",
                 *       "workspaceSlug": "brand-campaigns",
                 *       "expiresInDays": 90
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The key */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f3-5a71-7c86-9e29-b3eaf5f7c807",
                     *       "name": "Reporting",
                     *       "prefix": "pby_7Qd2mXr9TfK",
                     *       "level": "workspace",
                     *       "role": "viewer",
                     *       "workspace": "Brand campaigns",
                     *       "workspaceSlug": "brand-campaigns",
                     *       "creatorEmail": "ada@acme.example",
                     *       "status": "active",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "expiresAt": "2027-02-13T09:30:00.000Z",
                     *       "key": "pby_7Qd2mXr9TfKEXAMPLEEXAMPLEEXAMPLEEXAMPLE0000000"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the API key.
                 * @example 0199c1f3-5a71-7c86-9e29-b3eaf5f7c807
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f3-5a71-7c86-9e29-b3eaf5f7c807",
                     *       "name": "Reporting",
                     *       "prefix": "pby_7Qd2mXr9TfK",
                     *       "level": "workspace",
                     *       "role": "viewer",
                     *       "workspace": "Brand campaigns",
                     *       "workspaceSlug": "brand-campaigns",
                     *       "creatorEmail": "ada@acme.example",
                     *       "status": "active",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "expiresAt": "2027-02-13T09:30:00.000Z",
                     *       "lastRequest": "2026-11-15T11:02:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the API key.
                 * @example 0199c1f3-5a71-7c86-9e29-b3eaf5f7c807
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Reporting"
                 *     }
                 */
                "application/json": components["schemas"]["Renaming"];
            };
        };
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f3-5a71-7c86-9e29-b3eaf5f7c807",
                     *       "name": "Reporting",
                     *       "prefix": "pby_7Qd2mXr9TfK",
                     *       "level": "workspace",
                     *       "role": "viewer",
                     *       "workspace": "Brand campaigns",
                     *       "workspaceSlug": "brand-campaigns",
                     *       "creatorEmail": "ada@acme.example",
                     *       "status": "active",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "expiresAt": "2027-02-13T09:30:00.000Z",
                     *       "lastRequest": "2026-11-15T11:02:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    disableApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the API key.
                 * @example 0199c1f3-5a71-7c86-9e29-b3eaf5f7c807
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f3-5a71-7c86-9e29-b3eaf5f7c807",
                     *       "name": "Reporting",
                     *       "prefix": "pby_7Qd2mXr9TfK",
                     *       "level": "workspace",
                     *       "role": "viewer",
                     *       "workspace": "Brand campaigns",
                     *       "workspaceSlug": "brand-campaigns",
                     *       "creatorEmail": "ada@acme.example",
                     *       "status": "disabled",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "expiresAt": "2027-02-13T09:30:00.000Z",
                     *       "lastRequest": "2026-11-15T11:02:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    enableApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the API key.
                 * @example 0199c1f3-5a71-7c86-9e29-b3eaf5f7c807
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f3-5a71-7c86-9e29-b3eaf5f7c807",
                     *       "name": "Reporting",
                     *       "prefix": "pby_7Qd2mXr9TfK",
                     *       "level": "workspace",
                     *       "role": "viewer",
                     *       "workspace": "Brand campaigns",
                     *       "workspaceSlug": "brand-campaigns",
                     *       "creatorEmail": "ada@acme.example",
                     *       "status": "active",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "expiresAt": "2027-02-13T09:30:00.000Z",
                     *       "lastRequest": "2026-11-15T11:02:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the API key.
                 * @example 0199c1f3-5a71-7c86-9e29-b3eaf5f7c807
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f3-5a71-7c86-9e29-b3eaf5f7c807",
                     *       "name": "Reporting",
                     *       "prefix": "pby_7Qd2mXr9TfK",
                     *       "level": "workspace",
                     *       "role": "viewer",
                     *       "workspace": "Brand campaigns",
                     *       "workspaceSlug": "brand-campaigns",
                     *       "creatorEmail": "ada@acme.example",
                     *       "status": "revoked",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "expiresAt": "2027-02-13T09:30:00.000Z",
                     *       "lastRequest": "2026-11-15T11:02:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description `id` of the API key.
                 * @example 0199c1f3-5a71-7c86-9e29-b3eaf5f7c807
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceHours": 24,
                 *       "expiresInDays": 90
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f6-7c93-7ea8-904b-d50c17b9ea11",
                     *       "name": "Reporting",
                     *       "prefix": "pby_4Rk8nWs3VhL",
                     *       "level": "workspace",
                     *       "role": "viewer",
                     *       "workspace": "Brand campaigns",
                     *       "workspaceSlug": "brand-campaigns",
                     *       "creatorEmail": "ada@acme.example",
                     *       "status": "active",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "expiresAt": "2027-02-18T09:30:00.000Z",
                     *       "key": "pby_4Rk8nWs3VhLEXAMPLEEXAMPLEEXAMPLEEXAMPLE0000000"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description Only entries of this action.
                 * @example user.updated
                 */
                action?: components["schemas"]["AuditAction"];
                /** @description Only entries with this `actor.id`: of a user, or of an API key. */
                actorId?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Only entries whose `occurredAt` is this moment or later. */
                from?: string;
                /**
                 * @description The most entries that a page has.
                 * @example 20
                 */
                limit?: number;
                /** @description Only entries with this `target.id`. */
                targetId?: string;
                /** @description Only entries about this type of target. */
                targetType?: components["schemas"]["AuditTargetType"];
                /** @description Only entries whose `occurredAt` is before this moment. */
                to?: string;
                /** @description Only entries of this workspace, by `workspace.slug`. */
                workspaceSlug?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the trail */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auditLogs": [
                     *         {
                     *           "id": "0199c1f4-11d0-7e0b-8c39-90fbc7d3a410",
                     *           "action": "user.updated",
                     *           "occurredAt": "2026-11-15T09:31:00.000Z",
                     *           "recordedAt": "2026-11-15T09:31:00.214Z",
                     *           "actor": {
                     *             "type": "user",
                     *             "id": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *             "email": "ada@acme.example",
                     *             "name": "Ada Lovelace",
                     *             "apiKeyPrefix": null
                     *           },
                     *           "workspace": null,
                     *           "target": {
                     *             "type": "user",
                     *             "id": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *             "name": "Ada Lovelace"
                     *           },
                     *           "changes": [
                     *             {
                     *               "field": "name",
                     *               "before": "Ada",
                     *               "after": "Ada Lovelace"
                     *             }
                     *           ],
                     *           "metadata": {},
                     *           "ipAddress": "203.0.113.7",
                     *           "userAgent": "Mozilla/5.0",
                     *           "requestId": "0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f",
                     *           "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *           "sequence": 2,
                     *           "hash": "e94e91533e7e436cd13ddf7b46df8e2d6ae29f0c1bc4d9352c45467c3945f7aa",
                     *           "previousHash": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditLogPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description Only entries of this action.
                 * @example user.updated
                 */
                action?: components["schemas"]["AuditAction"];
                /** @description Only entries with this `actor.id`: of a user, or of an API key. */
                actorId?: string;
                /** @description Only entries whose `occurredAt` is this moment or later. */
                from?: string;
                /** @description Only entries with this `target.id`. */
                targetId?: string;
                /** @description Only entries about this type of target. */
                targetType?: components["schemas"]["AuditTargetType"];
                /** @description Only entries whose `occurredAt` is before this moment. */
                to?: string;
                /** @description Only entries of this workspace, by `workspace.slug`. */
                workspaceSlug?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. One JSON document per line, each of the schema `AuditLog`, streamed; compressed where `Accept-Encoding` prefers `gzip`. A connection that ends without the last chunk means that lines are missing. */
            200: {
                headers: {
                    /** @description The name under which browsers save it. */
                    "Content-Disposition"?: string;
                    /** @description `gzip`, or left out. */
                    "Content-Encoding"?: string;
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"action":"user.updated","actor":{"apiKeyPrefix":null,"email":"ada@acme.example","id":"0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01","name":"Ada Lovelace","type":"user"},"changes":[{"after":"Ada Lovelace","before":"Ada","field":"name"}],"id":"0199c1f4-11d0-7e0b-8c39-90fbc7d3a410","ipAddress":"203.0.113.7","metadata":{},"occurredAt":"2026-11-15T09:31:00.000Z","previousHash":"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752","recordedAt":"2026-11-15T09:31:00.214Z","requestId":"0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f","sequence":2,"target":{"id":"0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01","name":"Ada Lovelace","type":"user"},"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","userAgent":"Mozilla/5.0","workspace":null,"hash":"e94e91533e7e436cd13ddf7b46df8e2d6ae29f0c1bc4d9352c45467c3945f7aa"} */
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    verifyAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description Checks the entries after this one, against its hash. Default: from the first.
                 * @example 50000
                 */
                afterSequence?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "intact": true,
                     *       "checked": 1204,
                     *       "firstBrokenSequence": null,
                     *       "nextSequence": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listOrganizationInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "id": "0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706",
                     *           "email": "alan@acme.example",
                     *           "role": "member",
                     *           "status": "pending",
                     *           "organization": {
                     *             "slug": "acme",
                     *             "name": "Acme Media"
                     *           },
                     *           "expiresAt": "2026-11-17T09:30:00.000Z",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "inviterEmail": "ada@acme.example",
                     *           "inviterName": "Ada Lovelace"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alan@acme.example",
                 *       "role": "member"
                 *     }
                 */
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description The pending invitation */
            201: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706",
                     *       "email": "alan@acme.example",
                     *       "role": "member",
                     *       "status": "pending",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-17T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    cancelOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the invitation.
                 * @example 0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation, canceled */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706",
                     *       "email": "alan@acme.example",
                     *       "role": "member",
                     *       "status": "canceled",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-17T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the invitation.
                 * @example 0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation with its new end */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706",
                     *       "email": "alan@acme.example",
                     *       "role": "member",
                     *       "status": "pending",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-19T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listOrganizationMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "id": "0199c1f0-a4c7-7d19-92b4-7e3f5c2d1b04",
                     *           "userId": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *           "email": "ada@acme.example",
                     *           "name": "Ada Lovelace",
                     *           "role": "admin",
                     *           "createdAt": "2026-11-15T09:30:00.000Z"
                     *         },
                     *         {
                     *           "id": "0199c1f0-c7e1-7f26-a3c5-8d4e6f1a2b09",
                     *           "userId": "0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08",
                     *           "email": "grace@acme.example",
                     *           "name": "Grace Hopper",
                     *           "role": "viewer",
                     *           "createdAt": "2026-11-15T10:15:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationMemberList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    removeOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description `userId` of the member.
                 * @example 0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not a member any more */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description `userId` of the member.
                 * @example 0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["RoleChange"];
            };
        };
        responses: {
            /** @description The member as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f0-c7e1-7f26-a3c5-8d4e6f1a2b09",
                     *       "userId": "0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08",
                     *       "email": "grace@acme.example",
                     *       "name": "Grace Hopper",
                     *       "role": "viewer",
                     *       "createdAt": "2026-11-15T10:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspaces */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaces": [
                     *         {
                     *           "id": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *           "slug": "brand-campaigns",
                     *           "name": "Brand campaigns",
                     *           "role": "admin",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "updatedAt": "2026-11-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "brand-campaigns",
                 *       "name": "Brand campaigns"
                 *     }
                 */
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            /** @description The workspace */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "slug": "brand-campaigns",
                     *       "name": "Brand campaigns",
                     *       "role": "admin",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "slug": "brand-campaigns",
                     *       "name": "Brand campaigns",
                     *       "role": "admin",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Brand campaigns"
                 *     }
                 */
                "application/json": components["schemas"]["Renaming"];
            };
        };
        responses: {
            /** @description The workspace as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "slug": "brand-campaigns",
                     *       "name": "Brand campaigns",
                     *       "role": "admin",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /**
                 * @description Only those of this provider.
                 * @example google_ads
                 */
                provider?: "google_dv360" | "the_trade_desk" | "amazon_dsp" | "yahoo_dsp" | "adform" | "criteo" | "google_ad_manager" | "magnite" | "pubmatic" | "index_exchange" | "microsoft_monetize" | "equativ" | "google_ads" | "meta_ads" | "tiktok_ads" | "linkedin_ads" | "pinterest_ads" | "snapchat_ads" | "microsoft_ads" | "reddit_ads";
                /**
                 * @description Only those in this status.
                 * @example active
                 */
                status?: components["schemas"]["IntegrationStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integrations */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "integrations": [
                     *         {
                     *           "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *           "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *           "provider": "google_ads",
                     *           "providerName": "Google Ads",
                     *           "category": "wg",
                     *           "authMethod": "oauth",
                     *           "name": "Nordlicht",
                     *           "status": "active",
                     *           "statusDetail": null,
                     *           "statusCheckedAt": "2026-11-16T14:05:12.000Z",
                     *           "lastError": null,
                     *           "lastErrorAt": null,
                     *           "settings": {
                     *             "loginCustomerId": "4445556666"
                     *           },
                     *           "connectedAt": "2026-11-16T08:12:40.000Z",
                     *           "connectedAccount": "Nordlicht GmbH",
                     *           "returnUrl": "https://agency.example/clients/nordlicht",
                     *           "connectLink": null,
                     *           "createdByEmail": "ada@acme.example",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "updatedAt": "2026-11-16T14:05:12.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IntegrationList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "google_ads",
                 *       "name": "Nordlicht",
                 *       "settings": {
                 *         "loginCustomerId": "4445556666"
                 *       },
                 *       "returnUrl": "https://agency.example/clients/nordlicht",
                 *       "connectLinkExpiresInDays": 7
                 *     }
                 */
                "application/json": components["schemas"]["NewIntegration"];
            };
        };
        responses: {
            /** @description The integration, with the connect link for the client */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "name": "Nordlicht",
                     *       "status": "pending",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": null,
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {
                     *         "loginCustomerId": "4445556666"
                     *       },
                     *       "connectedAt": null,
                     *       "connectedAccount": null,
                     *       "returnUrl": "https://agency.example/clients/nordlicht",
                     *       "connectLink": {
                     *         "connectUrl": "https://portal.patchbay.example/connect/3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0",
                     *         "expiresAt": "2026-11-22T09:30:00.000Z",
                     *         "expired": false
                     *       },
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "connectUrl": "https://portal.patchbay.example/connect/3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0"
                     *     }
                     */
                    "application/json": components["schemas"]["IntegrationWithConnectUrl"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "name": "Nordlicht",
                     *       "status": "active",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": "2026-11-16T14:05:12.000Z",
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {
                     *         "loginCustomerId": "4445556666"
                     *       },
                     *       "connectedAt": "2026-11-16T08:12:40.000Z",
                     *       "connectedAccount": "Nordlicht GmbH",
                     *       "returnUrl": "https://agency.example/clients/nordlicht",
                     *       "connectLink": null,
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-16T14:05:12.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nordlicht",
                 *       "settings": {
                 *         "loginCustomerId": "4445556666"
                 *       },
                 *       "returnUrl": null
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationChanges"];
            };
        };
        responses: {
            /** @description The integration as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "name": "Nordlicht",
                     *       "status": "active",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": "2026-11-16T14:05:12.000Z",
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {
                     *         "loginCustomerId": "4445556666"
                     *       },
                     *       "connectedAt": "2026-11-16T08:12:40.000Z",
                     *       "connectedAccount": "Nordlicht GmbH",
                     *       "returnUrl": null,
                     *       "connectLink": null,
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-16T14:05:12.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    issueConnectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expiresInDays": 7
                 *     }
                 */
                "application/json": components["schemas"]["NewConnectLink"];
            };
        };
        responses: {
            /** @description The integration, with the new link */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "name": "Nordlicht",
                     *       "status": "pending",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": null,
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {
                     *         "loginCustomerId": "4445556666"
                     *       },
                     *       "connectedAt": null,
                     *       "connectedAccount": null,
                     *       "returnUrl": "https://agency.example/clients/nordlicht",
                     *       "connectLink": {
                     *         "connectUrl": "https://portal.patchbay.example/connect/3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0",
                     *         "expiresAt": "2026-11-22T09:30:00.000Z",
                     *         "expired": false
                     *       },
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-15T09:30:00.000Z",
                     *       "connectUrl": "https://portal.patchbay.example/connect/3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0"
                     *     }
                     */
                    "application/json": components["schemas"]["IntegrationWithConnectUrl"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeConnectLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link works no longer */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    connectIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f7-8da4-7fb9-a15c-e61d28cafb12
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "nordlicht-reporting",
                 *       "clientSecret": "EXAMPLE-NOT-A-SECRET"
                 *     }
                 */
                "application/json": components["schemas"]["FieldValues"];
            };
        };
        responses: {
            /** @description The integration after the attempt */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f7-8da4-7fb9-a15c-e61d28cafb12",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "criteo",
                     *       "providerName": "Criteo",
                     *       "category": "dsp",
                     *       "authMethod": "credentials",
                     *       "name": "Nordlicht displays",
                     *       "status": "active",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": "2026-11-16T14:05:12.000Z",
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {},
                     *       "connectedAt": "2026-11-16T08:12:40.000Z",
                     *       "connectedAccount": "Nordlicht GmbH",
                     *       "returnUrl": "https://agency.example/clients/nordlicht",
                     *       "connectLink": null,
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-16T14:05:12.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    disableIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "name": "Nordlicht",
                     *       "status": "disabled",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": "2026-11-16T14:05:12.000Z",
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {
                     *         "loginCustomerId": "4445556666"
                     *       },
                     *       "connectedAt": "2026-11-16T08:12:40.000Z",
                     *       "connectedAccount": "Nordlicht GmbH",
                     *       "returnUrl": "https://agency.example/clients/nordlicht",
                     *       "connectLink": null,
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-16T14:05:12.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    enableIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "name": "Nordlicht",
                     *       "status": "active",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": "2026-11-16T14:05:12.000Z",
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {
                     *         "loginCustomerId": "4445556666"
                     *       },
                     *       "connectedAt": "2026-11-16T08:12:40.000Z",
                     *       "connectedAccount": "Nordlicht GmbH",
                     *       "returnUrl": "https://agency.example/clients/nordlicht",
                     *       "connectLink": null,
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-16T14:05:12.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    verifyIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the integration.
                 * @example 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration after the verification */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f5-6b82-7d97-8f3a-c4fb06a8d918",
                     *       "workspaceId": "0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205",
                     *       "provider": "google_ads",
                     *       "providerName": "Google Ads",
                     *       "category": "wg",
                     *       "authMethod": "oauth",
                     *       "name": "Nordlicht",
                     *       "status": "active",
                     *       "statusDetail": null,
                     *       "statusCheckedAt": "2026-11-16T14:05:12.000Z",
                     *       "lastError": null,
                     *       "lastErrorAt": null,
                     *       "settings": {
                     *         "loginCustomerId": "4445556666"
                     *       },
                     *       "connectedAt": "2026-11-16T08:12:40.000Z",
                     *       "connectedAccount": "Nordlicht GmbH",
                     *       "returnUrl": "https://agency.example/clients/nordlicht",
                     *       "connectLink": null,
                     *       "createdByEmail": "ada@acme.example",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "updatedAt": "2026-11-16T14:05:12.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWorkspaceInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "id": "0199c1f2-4f60-7c75-9d28-b3eaf5f7c813",
                     *           "email": "mary@studio.example",
                     *           "role": "guest",
                     *           "status": "pending",
                     *           "organization": {
                     *             "slug": "acme",
                     *             "name": "Acme Media"
                     *           },
                     *           "expiresAt": "2026-11-17T09:30:00.000Z",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "inviterEmail": "ada@acme.example",
                     *           "inviterName": "Ada Lovelace",
                     *           "workspace": {
                     *             "slug": "brand-campaigns",
                     *             "name": "Brand campaigns",
                     *             "role": "admin"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createWorkspaceInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mary@studio.example",
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description The pending invitation */
            201: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-4f60-7c75-9d28-b3eaf5f7c813",
                     *       "email": "mary@studio.example",
                     *       "role": "guest",
                     *       "status": "pending",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-17T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace",
                     *       "workspace": {
                     *         "slug": "brand-campaigns",
                     *         "name": "Brand campaigns",
                     *         "role": "admin"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    cancelWorkspaceInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the invitation.
                 * @example 0199c1f2-4f60-7c75-9d28-b3eaf5f7c813
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation, canceled */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-4f60-7c75-9d28-b3eaf5f7c813",
                     *       "email": "mary@studio.example",
                     *       "role": "guest",
                     *       "status": "canceled",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-17T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace",
                     *       "workspace": {
                     *         "slug": "brand-campaigns",
                     *         "name": "Brand campaigns",
                     *         "role": "admin"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendWorkspaceInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the invitation.
                 * @example 0199c1f2-4f60-7c75-9d28-b3eaf5f7c813
                 */
                id: string;
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation with its new end */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f2-4f60-7c75-9d28-b3eaf5f7c813",
                     *       "email": "mary@studio.example",
                     *       "role": "guest",
                     *       "status": "pending",
                     *       "organization": {
                     *         "slug": "acme",
                     *         "name": "Acme Media"
                     *       },
                     *       "expiresAt": "2026-11-19T09:30:00.000Z",
                     *       "createdAt": "2026-11-15T09:30:00.000Z",
                     *       "inviterEmail": "ada@acme.example",
                     *       "inviterName": "Ada Lovelace",
                     *       "workspace": {
                     *         "slug": "brand-campaigns",
                     *         "name": "Brand campaigns",
                     *         "role": "admin"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWorkspaceMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "id": "0199c1f0-a4c7-7d19-92b4-7e3f5c2d1b04",
                     *           "userId": "0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01",
                     *           "email": "ada@acme.example",
                     *           "name": "Ada Lovelace",
                     *           "role": "admin",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "inherited": true
                     *         },
                     *         {
                     *           "id": "0199c1f1-2d4f-7a53-b8e7-0c6f8d1e3f10",
                     *           "userId": "0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08",
                     *           "email": "grace@acme.example",
                     *           "name": "Grace Hopper",
                     *           "role": "member",
                     *           "createdAt": "2026-11-15T10:20:00.000Z",
                     *           "inherited": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceMemberList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    addWorkspaceMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08",
                 *       "role": "member"
                 *     }
                 */
                "application/json": components["schemas"]["NewWorkspaceMember"];
            };
        };
        responses: {
            /** @description The member */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f1-2d4f-7a53-b8e7-0c6f8d1e3f10",
                     *       "userId": "0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08",
                     *       "email": "grace@acme.example",
                     *       "name": "Grace Hopper",
                     *       "role": "member",
                     *       "createdAt": "2026-11-15T10:20:00.000Z",
                     *       "inherited": false
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceMember"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    removeWorkspaceMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description `userId` of the member.
                 * @example 0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08
                 */
                userId: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not assigned any more */
            204: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Sunset: components["headers"]["Sunset"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateWorkspaceMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The slug of the organization.
                 * @example acme
                 */
                orgSlug: string;
                /**
                 * @description `userId` of the member.
                 * @example 0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08
                 */
                userId: string;
                /**
                 * @description The slug of the workspace.
                 * @example brand-campaigns
                 */
                workspaceSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "member"
                 *     }
                 */
                "application/json": components["schemas"]["RoleChange"];
            };
        };
        responses: {
            /** @description The member as it is now */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0199c1f1-2d4f-7a53-b8e7-0c6f8d1e3f10",
                     *       "userId": "0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08",
                     *       "email": "grace@acme.example",
                     *       "name": "Grace Hopper",
                     *       "role": "member",
                     *       "createdAt": "2026-11-15T10:20:00.000Z",
                     *       "inherited": false
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceMember"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@acme.example",
                 *       "name": "Ada Lovelace",
                 *       "organizationName": "Acme Media",
                 *       "organizationSlug": "acme",
                 *       "provider": "magic-link"
                 *     }
                 */
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description The sign-up waits for the first session */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /** @description Where the sign-up goes on at a provider, what shows that this browser made it: HttpOnly, SameSite=Lax, for 24 hours. */
                    "Set-Cookie"?: string;
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@acme.example",
                     *       "organizationSlug": "acme",
                     *       "provider": "magic-link"
                     *     }
                     */
                    "application/json": components["schemas"]["SignUpAcknowledgement"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The build */
            200: {
                headers: {
                    Traceparent: components["headers"]["Traceparent"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "patchbay",
                     *       "version": "0.1.0",
                     *       "apiVersion": "0.1.0",
                     *       "commit": "4f9d2c1",
                     *       "builtAt": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
