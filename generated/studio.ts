// Generated from studio/openapi.yaml by scripts/generate.ts; change that instead.

export interface paths<Binary = Uint8Array | ReadableStream<Uint8Array>> {
  '/studio/api/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read who is signed in */
    get: operations<Binary>['getSession'];
    put?: never;
    /**
     * Sign in with address and password
     * @description Starts a session and sets its cookie. Which of the two was wrong is not said. An earlier session of the
     *     browser ends.
     */
    post: operations<Binary>['signInWithPassword'];
    /**
     * Sign out
     * @description Ends this session and removes its cookie.
     */
    delete: operations<Binary>['signOut'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/session/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a link
     * @description Uses the token of a sign-in link, or of an invitation, once. An invitation also needs the name and the
     *     password of the new member. A link that confirms a new address needs a session of the account, or its
     *     `password`. An address that another account has is refused; the link works until it expires.
     */
    post: operations<Binary>['signInWithLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/session/code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Finish signing in with a code
     * @description Takes the `challenge` of a first step, within 10 minutes, with a code of the second factor or a recovery
     *     code. Each code works once.
     */
    post: operations<Binary>['finishSignIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/session/passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Finish signing in with a passkey
     * @description Takes the `challenge` of a first step, within 10 minutes, with what the browser answered to
     *     `startPasskeySignIn`. Attempts count like those with a code.
     */
    put: operations<Binary>['finishPasskeySignIn'];
    /**
     * Begin to finish signing in with a passkey
     * @description Takes the `challenge` of a first step. Answers what the browser needs to ask for one of the account's
     *     passkeys, for 5 minutes and one attempt.
     */
    post: operations<Binary>['startPasskeySignIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/oidc': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sign in with OpenID Connect
     * @description A page to open in the browser. It leads to the provider that the operator has set.
     */
    get: operations<Binary>['startOidc'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/oidc/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Finish signing in with OpenID Connect
     * @description The provider sends the browser here. Leads to the app, signed in; or to the sign-in page with
     *     `problem=` in its query if there is no member with the verified address, or the provider refused.
     */
    get: operations<Binary>['finishOidc'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your sessions
     * @description All that have not ended, last used first.
     */
    get: operations<Binary>['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End one of your sessions */
    delete: operations<Binary>['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set your password
     * @description Ends all other sessions of the account. An account with a password gives the current one, unless this
     *     session began with a link within the last 15 minutes.
     */
    put: operations<Binary>['setPassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/second-factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Turn on your second factor
     * @description From now on signing in with the password or a link needs a code; the OpenID provider asks for its own.
     *     Ends all other sessions of the account.
     */
    put: operations<Binary>['confirmSecondFactor'];
    /**
     * Begin to turn on your second factor
     * @description Makes a secret for codes by time (TOTP, RFC 6238) for an authenticator app. It counts once
     *     `confirmSecondFactor` has got a code. An account with a password gives it, and one with a passkey uses
     *     that or a recovery code.
     */
    post: operations<Binary>['startSecondFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/second-factor/removal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Turn off codes as your second factor
     * @description Needs the password, if the account has one, and a code or a passkey. Passkeys stay; without any the second
     *     factor is off, and recovery codes are removed.
     */
    post: operations<Binary>['removeSecondFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your passkeys
     * @description The oldest first.
     */
    get: operations<Binary>['listPasskeys'];
    /**
     * Add a passkey
     * @description Takes what the browser answered to `startPasskey`. From now on signing in with the password or a link needs
     *     this passkey or another second factor. Ends all other sessions of the account.
     */
    put: operations<Binary>['addPasskey'];
    /**
     * Begin to add a passkey
     * @description Answers what the browser needs to make a passkey (WebAuthn), for 5 minutes and one attempt. An account
     *     with a password gives it; one with a second factor uses that, too.
     */
    post: operations<Binary>['startPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/passkeys/{passkeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Rename one of your passkeys */
    patch: operations<Binary>['renamePasskey'];
    trace?: never;
  };
  '/studio/api/v1/passkeys/{passkeyId}/removal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove one of your passkeys
     * @description Needs the password, if the account has one, and a code or a passkey. Without any other second factor it is
     *     off, and recovery codes are removed.
     */
    post: operations<Binary>['removePasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/passkey-proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to use a passkey in your session
     * @description Answers what the browser needs to ask for one of the account's passkeys, for 5 minutes and one attempt.
     *     Requests that change the second factor take the browser's answer as `passkey`.
     */
    post: operations<Binary>['startPasskeyProof'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/workspace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the settings of the workspace
     * @description They hold at once, also for sessions that have begun.
     */
    patch: operations<Binary>['updateWorkspace'];
    trace?: never;
  };
  '/studio/api/v1/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members of the workspace
     * @description By name. Invited members are those who have not used their invitation.
     */
    get: operations<Binary>['listMembers'];
    put?: never;
    /**
     * Invite a member
     * @description Returns the link to hand over; no mail is sent. It works once, for 7 days. Inviting an invited address
     *     again makes a new link, and the old one stops working. Accounts of other workspaces do not matter.
     */
    post: operations<Binary>['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/members/{memberId}': {
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
     * Remove a member
     * @description The account's sessions and keys end, and its active jobs are cancelled. What others use goes to another
     *     member. What is private waits in the bin for 30 days.
     */
    delete: operations<Binary>['removeMember'];
    options?: never;
    head?: never;
    /**
     * Change a member
     * @description Owners change everybody; a member changes their own name. The own address needs the current password, if
     *     the account has one.
     *
     *     With a new address, all sign-in links and sessions of the account end, except the session of owners who
     *     change their own. The new address of another active member waits in `pendingEmail` until it is
     *     confirmed: `link` is to be handed over, and works once, for 7 days, in a session of that member or with
     *     their password. Until then the member signs in with the old address. For an invited member `link` is the
     *     new invitation.
     */
    patch: operations<Binary>['updateMember'];
    trace?: never;
  };
  '/studio/api/v1/members/{memberId}/sessions': {
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
     * Sign a member out everywhere
     * @description Ends all sessions of the member with their open streams, and all links that were made for the account,
     *     also an invitation. Of the caller's own sessions this one stays.
     */
    delete: operations<Binary>['endMemberSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/members/{memberId}/belongings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a member has
     * @description What goes to another member, and what waits in the bin, when the member is removed.
     */
    get: operations<Binary>['getBelongings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/removed-members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members in the bin
     * @description Last removed first. A member is deleted 30 days after the removal, with what is private.
     */
    get: operations<Binary>['listRemovedMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/removed-members/{memberId}': {
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
     * Delete a member in the bin
     * @description Deletes the account with its private projects and templates and its jobs, for good.
     */
    delete: operations<Binary>['purgeMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/removed-members/{memberId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take a member back
     * @description Takes the member out of the bin, with what is private, and invites them again. Returns the link to hand
     *     over; no mail is sent.
     */
    post: operations<Binary>['restoreMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List who changed what
     * @description Sign-ins, and changes of members, keys, passwords, the library and the callback secret, newest first. Owners
     *     see the workspace's, others their own. Sign-ins stay for a year. The failed ones of an account are one entry an
     *     hour, with `count`.
     */
    get: operations<Binary>['listActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API keys
     * @description Owners see those of the workspace, others their own. Newest first.
     */
    get: operations<Binary>['listKeys'];
    put?: never;
    /**
     * Create an API key
     * @description The key is in this answer and never shown again.
     */
    post: operations<Binary>['createKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/keys/{keyId}': {
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
     * Delete an API key
     * @description It stops working at once. Owners delete everybody's, others their own.
     */
    delete: operations<Binary>['deleteKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/url-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the keys that sign image URLs
     * @description Owners see those of the workspace, others their own. Newest first.
     */
    get: operations<Binary>['listUrlKeys'];
    put?: never;
    /**
     * Create a key that signs image URLs
     * @description The secret is in this answer and never shown again. The URLs act for the account that is signed in. A
     *     restriction that is left out allows everything.
     */
    post: operations<Binary>['createUrlKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/url-keys/{urlKeyId}': {
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
     * Delete a key that signs image URLs
     * @description Its URLs are refused at once. Owners delete everybody's, others their own.
     */
    delete: operations<Binary>['deleteUrlKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/url-keys/{urlKeyId}/image-urls': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a signed image URL
     * @description Checks what the URL asks for as the URL itself would, and signs it with the secret of the key, which
     *     is the account's own. Nothing is rendered or charged. What is wrong has the codes of image URLs.
     */
    post: operations<Binary>['signImageUrl'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List projects
     * @description Own and shared ones, last updated first.
     */
    get: operations<Binary>['listProjects'];
    put?: never;
    /** Create a project */
    post: operations<Binary>['createProject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/projects/{projectId}': {
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
     * Delete a project with its templates
     * @description Refused while it holds templates of other members.
     */
    delete: operations<Binary>['deleteProject'];
    options?: never;
    head?: never;
    /**
     * Change a project
     * @description Only the account that it belongs to may change it.
     */
    patch: operations<Binary>['updateProject'];
    trace?: never;
  };
  '/studio/api/v1/projects/{projectId}/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a template
     * @description Blank in a size, from a sample, or by import of a .zip with `template.json` and its files. The new
     *     template has a draft and no published version. An imported document that is not valid is kept as the
     *     draft, with its problems.
     */
    post: operations<Binary>['createTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/designs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Convert a design of another program
     * @description The file of a design, or a .zip of it with its pictures and fonts; such a .zip may be in another one, with
     *     more fonts beside it. Nothing is created: the answer has the
     *     template as a .zip for `createTemplate`, a picture of it, every loss, and the variables that it could have.
     */
    post: operations<Binary>['convertDesign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List templates
     * @description Own and shared ones, published or not.
     */
    get: operations<Binary>['listTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a template */
    get: operations<Binary>['getTemplate'];
    put?: never;
    post?: never;
    /**
     * Delete a template with its versions
     * @description Active jobs go on with the version that they have.
     */
    delete: operations<Binary>['deleteTemplate'];
    options?: never;
    head?: never;
    /**
     * Change the name, description or visibility of a template
     * @description Every member who sees it may rename it; only its account may share or unshare it. The name in the
     *     document of draft and version follows at the next publication.
     */
    patch: operations<Binary>['updateTemplate'];
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Move a template to another project */
    post: operations<Binary>['moveTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/duplicate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Duplicate a template
     * @description The copy belongs to the caller, and stays in the project unless another is named. It has
     *     the draft, the designer's settings and the published version of the original, the version as number 1.
     */
    post: operations<Binary>['duplicateTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a template as a .zip
     * @description The published version, or the draft where there is none. Importing the .zip again gives the same
     *     renders.
     */
    get: operations<Binary>['exportTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/draft': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the draft of a template
     * @description Without a draft, the published document: saving it makes the draft. The `ETag` is the `If-Match` of
     *     the next save.
     */
    get: operations<Binary>['getDraft'];
    /**
     * Save the draft of a template
     * @description Takes the whole document. One that is not valid is saved all the same; the answer lists its problems.
     *     One that is longer than the draft needs room in the plan's stored data.
     */
    put: operations<Binary>['saveDraft'];
    post?: never;
    /**
     * Discard the draft of a template
     * @description Refused where no version is published. Then delete the template instead.
     */
    delete: operations<Binary>['discardDraft'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/design-settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the designer's settings of a template
     * @description What the designer keeps beside the document: guides, margins, locked elements, example values. A
     *     template without any has empty settings, with the `ETag` `"0"`. The `ETag` is the `If-Match` of the
     *     next save.
     */
    get: operations<Binary>['getDesignSettings'];
    /**
     * Save the designer's settings of a template
     * @description Takes all of the settings, at most 1 MiB. They change neither the draft nor any render. Locked
     *     elements and variables need not exist in the document.
     *     Settings that are longer than before need room in the plan's stored data.
     */
    put: operations<Binary>['saveDesignSettings'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/draft/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish the draft as the next version
     * @description The API renders it from now on. The draft is gone afterwards.
     */
    post: operations<Binary>['publishDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/draft/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Render a draft, or a document that is not saved
     * @description Answers two parts: the layout report (`application/json`), then the file. A preview that a newer one
     *     of the same `tab` replaces is abandoned with 409 `PREVIEW_REPLACED`.
     */
    post: operations<Binary>['previewDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the published versions of a template
     * @description Newest first.
     */
    get: operations<Binary>['listVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a published version with its document */
    get: operations<Binary>['getVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/versions/{version}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish an earlier version again
     * @description It becomes the next version, with the document and the files of the earlier one.
     */
    post: operations<Binary>['restoreVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/versions/{version}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Render a published version
     * @description The same bytes as from the API. Answers two parts, as a preview of a draft does.
     */
    post: operations<Binary>['previewVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the files of a template
     * @description By path. Files of the draft; without a draft, those of the published version.
     */
    get: operations<Binary>['listFiles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a file of a template */
    get: operations<Binary>['getFile'];
    /**
     * Upload a file of a template
     * @description An image (PNG, JPEG, WebP, GIF, SVG …), a font, at most 20 MiB, or a PDF of 10 MiB and 100 pages, checked as
     *     at import. A file of the
     *     same path is replaced in the draft; published versions keep theirs. HEIC and TIFF become JPEG or PNG, upright
     *     and with their colour profile: `path` of the answer then has that ending, and a number if another file has
     *     that path.
     */
    put: operations<Binary>['uploadFile'];
    post?: never;
    /**
     * Delete a file of a template
     * @description From the draft; published versions keep theirs.
     */
    delete: operations<Binary>['deleteFile'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/thumbnail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a small picture of a published version
     * @description 640 px wide, with the example values of the template, and the defaults of the other variables. Made when it
     *     is first shown, and again after the example values have changed.
     */
    get: operations<Binary>['getThumbnail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/fonts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the fonts that a template can use
     * @description The catalogue's, and those among its own files.
     */
    get: operations<Binary>['listFonts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/font': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the font file that a family, weight and style are rendered with
     * @description Of the template's own fonts, or else of the catalogue. The nearest face of the family is taken.
     */
    get: operations<Binary>['getFont'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/library': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the items of the library
     * @description Colours, fonts, logos, pictures, text styles and blocks of the workspace, by name. Every member sees all.
     *     Documents are left out.
     */
    get: operations<Binary>['listLibraryItems'];
    put?: never;
    /**
     * Add an item to the library
     * @description What a kind has: `COLOR` has `color`; `FONT`, `LOGO` and `PICTURE` have `files`; `TEXT_STYLE` and `BLOCK` have
     *     `document` with the `files` that it names. `id` of a file is that of `uploadLibraryFile`, or of a file of a
     *     template of the workspace (`listFiles`). A template that takes an item has its own copy.
     */
    post: operations<Binary>['createLibraryItem'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/library/{libraryItemId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an item of the library */
    get: operations<Binary>['getLibraryItem'];
    put?: never;
    post?: never;
    /**
     * Remove an item of the library
     * @description Members remove what they have added, owners everything. Templates keep their copies.
     */
    delete: operations<Binary>['deleteLibraryItem'];
    options?: never;
    head?: never;
    /**
     * Change an item of the library
     * @description What is left out stays. A change of anything but the name adds one to `revision`. Copies in templates stay
     *     as they are.
     */
    patch: operations<Binary>['updateLibraryItem'];
    trace?: never;
  };
  '/studio/api/v1/library/{libraryItemId}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a file of an item of the library */
    get: operations<Binary>['getLibraryFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/library-files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a file for an item of the library
     * @description As a file of a template: an image or a font of at most 20 MiB, or a PDF; HEIC and TIFF are converted, and
     *     `path` of the answer has the new ending. `createLibraryItem` takes its `id`. A file that no item names is
     *     removed after a day.
     */
    post: operations<Binary>['uploadLibraryFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/pictures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a picture for a batch
     * @description An image of at most 20 MiB, checked as a template's; HEIC and TIFF become JPEG or PNG. The rows of a submission or a check name it as
     *     `pictures/NAME`, with a name that `pictures` gives it. The same content has the same `id`, and is stored
     *     once. A job keeps its pictures until it is deleted, or its result has expired; uploads that no submission
     *     names are removed after a day. An account may have 5,000 different pictures and 2 GiB, those of its jobs
     *     included.
     */
    post: operations<Binary>['uploadPicture'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/batch-jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit a batch of rows
     * @description Checks and charges as the API does, with the published version. With the same `Idempotency-Key` a
     *     repeated submission returns the job of the first.
     */
    post: operations<Binary>['submitBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/batch-jobs/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check rows without charging or keeping anything
     * @description Lays every row out with the published version. At most 200 rows a request: send long batches in parts,
     *     `firstRow` numbers them. Rows that become more than 200,000 elements, go through more than 400,000
     *     entries of repeats, or have more than 1,000,000 characters together are refused before any is laid
     *     out: `errors` names the first row that is too much (`/rows/12`); send those before it. A check takes a
     *     minute at most: rows that are not laid out then have an error that says so.
     */
    post: operations<Binary>['checkBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/batch-jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your batch jobs
     * @description Newest first, whether from here or from a key.
     */
    get: operations<Binary>['listJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/batch-jobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a batch job */
    get: operations<Binary>['getJob'];
    put?: never;
    post?: never;
    /** Delete an ended batch job with its archive */
    delete: operations<Binary>['deleteJob'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/batch-jobs/{jobId}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the outcome of each row */
    get: operations<Binary>['listJobItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/batch-jobs/{jobId}/items/{rowIndex}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open or download the file of a row
     * @description The file as it is in the archive of the job; free. Rows on sheets of one PDF have no file of their own.
     */
    get: operations<Binary>['getJobItemFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/batch-jobs/{jobId}/items/{rowIndex}/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Share the file of a row at a public URL
     * @description The link has a copy of the file in the archive, in the format of the job. It is free, since the row was
     *     paid for with its job, and counts among the active links of the plan.
     */
    post: operations<Binary>['shareJobItem'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/batch-jobs/{jobId}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the URL of the archive */
    get: operations<Binary>['getJobResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/batch-jobs/{jobId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a batch job
     * @description Rows that are not rendered are refunded. Without effect on an ended job.
     */
    post: operations<Binary>['cancelJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/templates/{templateId}/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Render the published version and share it at a public URL
     * @description Costs one render. The link works until it is revoked or its time is over (`expiresInDays`).
     */
    post: operations<Binary>['createShare'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your active links
     * @description Newest first, whether from here or from a key.
     */
    get: operations<Binary>['listShares'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/shares/{shareId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a link */
    delete: operations<Binary>['revokeShare'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries of callbacks
     * @description Of your jobs; owners see the workspace's. Newest first, with what was answered.
     */
    get: operations<Binary>['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver a callback again
     * @description Sends the same body at once, with the same delivery id and the current secret.
     */
    post: operations<Binary>['redeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/callback-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show the callback secret
     * @description Owners only. Showing it is logged.
     */
    get: operations<Binary>['getCallbackSecret'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/callback-secret/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a new callback secret
     * @description Owners only. For 24 hours, both the new and the previous one sign.
     */
    post: operations<Binary>['rotateCallbackSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/studio/api/v1/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the renders of a month
     * @description Of the workspace, by day (UTC), template, and key. Refunded renders do not count.
     */
    get: operations<Binary>['getUsage'];
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
    /** @description A problem (RFC 9457). Decide by `status` and `code`, show `detail` to people. */
    Problem: {
      type: string;
      title: string;
      status: number;
      code: string;
      detail: string;
      /** Format: uuid */
      requestId: string;
      errors?: components['schemas']['FieldError'][];
    };
    /** @description What is wrong with a field. */
    FieldError: {
      /** @description A JSON pointer into the body; parameters are below `/query`, `/path` and `/header`. */
      pointer: string;
      detail: string;
    };
    ValidationProblem: components['schemas']['Problem'] & {
      /** @constant */
      status?: 400;
      /** @enum {unknown} */
      code?: 'VALIDATION_ERROR' | 'VARIABLE_VALIDATION_FAILED' | 'BATCH_INVALID_FILTER';
    };
    DraftChangedProblem: components['schemas']['Problem'] & {
      /** @constant */
      status?: 412;
      /** @constant */
      code?: 'DRAFT_CHANGED';
      /**
       * Format: date-time
       * @description When it was saved or published.
       */
      savedAt: string | null;
      /** @description Who did it; null where the account is gone or it came from outside the app. */
      savedBy: components['schemas']['Person'] | null;
    };
    SettingsChangedProblem: components['schemas']['Problem'] & {
      /** @constant */
      status?: 412;
      /** @constant */
      code?: 'SETTINGS_CHANGED';
      /**
       * Format: date-time
       * @description Null if they are empty.
       */
      savedAt: string | null;
      /** @description Who did it; null where the account is gone, or the settings are empty. */
      savedBy: components['schemas']['Person'] | null;
    };
    StorageLimitProblem: components['schemas']['Problem'] & {
      /** @constant */
      status?: 409;
      /** @constant */
      code?: 'STORAGE_LIMIT_REACHED';
    };
    TemplateInvalidProblem: components['schemas']['Problem'] & {
      /** @constant */
      status?: 409;
      /** @enum {unknown} */
      code?: 'TEMPLATE_INVALID' | 'NO_DRAFT' | 'STORAGE_LIMIT_REACHED';
      problems?: components['schemas']['TemplateProblem'][];
    };
    PreviewProblem: components['schemas']['Problem'] & {
      /** @constant */
      status?: 409;
      /** @enum {unknown} */
      code?: 'TEMPLATE_INVALID' | 'NEVER_PUBLISHED' | 'PREVIEW_REPLACED';
      problems?: components['schemas']['TemplateProblem'][];
    };
    Pagination: {
      page: number;
      size: number;
      totalElements: number;
      totalPages: number;
    };
    /**
     * @description A name with at least one character that is not a space.
     * @example Spring campaign
     */
    Name: string;
    /**
     * @description May be empty.
     * @example Cards and banners for the spring launch
     */
    Description: string;
    /**
     * Format: email
     * @description An address. Upper and lower case are the same.
     * @example ada@example.org
     */
    Email: string;
    /** @enum {string} */
    Role: 'OWNER' | 'MEMBER';
    /** @enum {string} */
    Visibility: 'PRIVATE' | 'SHARED';
    /** @description An account of the workspace. */
    Person: {
      /** Format: uuid */
      id: string;
      /** @example Ada Lovelace */
      name: string;
    };
    Session: {
      account: {
        /** Format: uuid */
        id: string;
        /** @example Ada Lovelace */
        name: string;
        /** @example ada@example.org */
        email: string | null;
        role: components['schemas']['Role'];
        hasPassword: boolean;
        hasSecondFactor: boolean;
        secondFactors: components['schemas']['SecondFactors'];
        recoveryCodesLeft: number;
      };
      workspace: {
        /** Format: uuid */
        id: string;
        /** @example Newsroom */
        name: string;
        /** @example studio */
        plan: string;
        /** @description Whether members without a provider need a second factor. */
        requiresSecondFactor: boolean;
      };
      session: {
        /** Format: uuid */
        id: string;
        /**
         * Format: date-time
         * @example 2026-03-02T09:30:00.000Z
         */
        createdAt: string;
        /**
         * Format: date-time
         * @example 2026-03-02T09:30:00.000Z
         */
        expiresAt: string;
        /** @description Whether setting a password needs the current one. */
        needsCurrentPassword: boolean;
        /** @description Whether a second factor is to be set up before anything else. */
        needsSecondFactor: boolean;
      };
      /** @description The limits of the plan that the app shows. */
      limits: {
        rendersPerMonth: number;
        rowsPerBatch: number;
        hasShareLinks: boolean;
        /** @description How long a link works at most. Null without links. */
        shareLinkSeconds: number | null;
        maxFileBytes: number;
        maxBodyBytes: number;
      };
    };
    PasswordSignIn: {
      email: components['schemas']['Email'];
      password: string;
    };
    LinkSignIn: {
      token: string;
      name?: components['schemas']['Name'];
      /**
       * @description At least 8 characters, 4 different ones among them. None of the 10,000 most common passwords, also with up to
       *     4 digits or marks around it, and more than the own address or the name Platen.
       * @example correct horse battery staple
       */
      password?: string;
    };
    /** @description Codes of an authenticator app, and passkeys that can be used at the address of this service. */
    SecondFactors: ('APP' | 'PASSKEY')[];
    CodeChallenge: {
      /** @description For `finishSignIn` or `finishPasskeySignIn`, once. */
      challenge: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      expiresAt: string;
      secondFactors: components['schemas']['SecondFactors'];
    };
    CodeSignIn: {
      challenge: string;
      code: components['schemas']['Code'];
    };
    /**
     * @description Six digits of the authenticator app, or a recovery code. Spaces and hyphens do not count.
     * @example 123456
     */
    Code: string;
    SecondFactorStart: {
      currentPassword?: string;
      code?: components['schemas']['Code'];
      passkey?: components['schemas']['PasskeyAnswer'];
    };
    StartedSecondFactor: {
      /** @description In Base32, to type into an app. */
      secret: string;
      /**
       * Format: uri
       * @description With `otpauth:`, for an app on the same device.
       */
      uri: string;
      /** @description The address as a QR code, row by row, without a quiet zone. 1 is dark. */
      qrCode: string[];
    };
    SecondFactorCode: {
      code: components['schemas']['Code'];
    };
    SecondFactorRemoval: {
      currentPassword?: string;
      code?: components['schemas']['Code'];
      passkey?: components['schemas']['PasskeyAnswer'];
    };
    /** @description The password, and the second factor if there is one, as a code or a passkey. */
    OwnerProof: {
      currentPassword?: string;
      code?: components['schemas']['Code'];
      passkey?: components['schemas']['PasskeyAnswer'];
    };
    PasskeySignInStart: {
      challenge: string;
    };
    PasskeySignIn: {
      challenge: string;
      passkey: components['schemas']['PasskeyAnswer'];
    };
    /** @description What `navigator.credentials.get` answered, in base64url. */
    PasskeyAnswer: {
      id: string;
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
    };
    /** @description What `navigator.credentials.create` answered, in base64url, and a name. */
    NewPasskey: {
      name: components['schemas']['Name'];
      id: string;
      clientDataJSON: string;
      attestationObject: string;
      /** @description How the browser reaches it. */
      transports?: string[];
    };
    PasskeyChange: {
      name: components['schemas']['Name'];
    };
    PasskeyCreation: {
      /** @description `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
      options: {
        [key: string]: unknown;
      };
    };
    PasskeyRequest: {
      /** @description `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
      options: {
        [key: string]: unknown;
      };
    };
    Passkey: {
      /** Format: uuid */
      id: string;
      /** @example Laptop */
      name: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      /** @description Whether it was made for the address that this service has now. */
      isUsable: boolean;
    };
    PasskeyList: {
      data: components['schemas']['Passkey'][];
      maxPasskeys: number;
      /**
       * @description Where browsers use passkeys: the origin of `PUBLIC_URL`. Null where they cannot: with an IP address, or
       *     without https on another host than `localhost`.
       */
      origin: string | null;
    };
    AddedPasskey: {
      passkey: components['schemas']['Passkey'];
      recoveryCodes: string[];
    };
    RecoveryCodes: {
      recoveryCodes: string[];
    };
    WorkspaceChange: {
      /**
       * @description Members who sign in with a password or a link need a second factor. Those without one can do nothing
       *     but set it up.
       */
      requiresSecondFactor: boolean;
    };
    PasswordChange: {
      currentPassword?: string;
      /**
       * @description At least 8 characters, 4 different ones among them. None of the 10,000 most common passwords, also with up to
       *     4 digits or marks around it, and more than the own address or the name Platen.
       * @example correct horse battery staple
       */
      newPassword: string;
    };
    SessionList: {
      data: components['schemas']['SessionEntry'][];
    };
    SessionEntry: {
      /** Format: uuid */
      id: string;
      isCurrent: boolean;
      /** @enum {string} */
      method: 'PASSWORD' | 'LINK' | 'OIDC';
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      lastUsedAt: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      expiresAt: string;
      /** @description The browser, as it calls itself. */
      userAgent: string | null;
      /** @description The network address at sign-in. */
      address: string | null;
    };
    Member: {
      /** Format: uuid */
      id: string;
      /** @example Ada Lovelace */
      name: string;
      /** @example ada@example.org */
      email: string | null;
      /** @description An address that counts once it is confirmed. */
      pendingEmail: string | null;
      role: components['schemas']['Role'];
      /** @enum {string} */
      status: 'ACTIVE' | 'INVITED';
      isYou: boolean;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description The last use of a session.
       */
      lastSeenAt: string | null;
      keyCount: number;
      templateCount: number;
      hasSecondFactor: boolean;
    };
    UpdatedMember: components['schemas']['Member'] & {
      /** @description To hand over, if a new address is to be confirmed. */
      link: components['schemas']['InvitationLink'] | null;
    };
    MemberList: {
      data: components['schemas']['Member'][];
    };
    Belonging: {
      /** @enum {string} */
      kind: 'project' | 'template' | 'urlKey' | 'shareLink';
      /** Format: uuid */
      id: string;
      /**
       * @description A share link has the name of its template.
       * @example Flyer
       */
      name: string;
    };
    Belongings: {
      /** @description What others use. */
      shared: components['schemas']['Belonging'][];
      /** @description What only the member sees. */
      private: components['schemas']['Belonging'][];
    };
    RemovedMember: {
      /** Format: uuid */
      id: string;
      /** @example Ada Lovelace */
      name: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      removedAt: string;
      /**
       * Format: date-time
       * @description When it is deleted for good.
       */
      deletedAt: string;
      projectCount: number;
      templateCount: number;
    };
    RemovedMemberList: {
      data: components['schemas']['RemovedMember'][];
    };
    Invitation: {
      email: components['schemas']['Email'];
      /** @default MEMBER */
      role?: components['schemas']['Role'];
    };
    InvitedMember: {
      member: components['schemas']['Member'];
      link: components['schemas']['InvitationLink'];
    };
    InvitationLink: {
      /** Format: uri */
      url: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      expiresAt: string;
    };
    MemberChange: {
      name?: components['schemas']['Name'];
      email?: components['schemas']['Email'];
      role?: components['schemas']['Role'];
      /** @description For a new address of one's own. */
      currentPassword?: string;
    };
    ActivityPage: {
      data: components['schemas']['ActivityEntry'][];
      pagination: components['schemas']['Pagination'];
    };
    ActivityEntry: {
      /** Format: uuid */
      id: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      at: string;
      /** @description Who did it. Null is the operator, on the command line; for `SIGN_IN_FAILED` nobody knows. */
      actor: components['schemas']['Person'] | null;
      action: components['schemas']['ActivityAction'];
      /** @description The member, key or thing that was changed, by name. */
      subject: string;
      /** @description The change in words, such as a role before and after. */
      detail?: string;
      /** @description How often it has happened within the hour, the last time at `at`. Absent for once. */
      count?: number;
    };
    /** @enum {string} */
    ActivityAction:
      | 'MEMBER_INVITED'
      | 'MEMBER_JOINED'
      | 'MEMBER_CHANGED'
      | 'MEMBER_REMOVED'
      | 'PASSWORD_SET'
      | 'SIGN_IN_LINK_CREATED'
      | 'SECOND_FACTOR_ON'
      | 'SECOND_FACTOR_OFF'
      | 'RECOVERY_CODE_USED'
      | 'PASSKEY_ADDED'
      | 'PASSKEY_REMOVED'
      | 'WORKSPACE_CHANGED'
      | 'SIGNED_IN'
      | 'SIGN_IN_FAILED'
      | 'SESSIONS_ENDED'
      | 'KEY_CREATED'
      | 'KEY_DELETED'
      | 'URL_KEY_CREATED'
      | 'URL_KEY_DELETED'
      | 'LIBRARY_ITEM_ADDED'
      | 'LIBRARY_ITEM_CHANGED'
      | 'LIBRARY_ITEM_REMOVED'
      | 'CALLBACK_SECRET_SHOWN'
      | 'CALLBACK_SECRET_ROTATED'
      | 'WEBHOOK_ENDPOINT_ADDED'
      | 'WEBHOOK_ENDPOINT_CHANGED'
      | 'WEBHOOK_ENDPOINT_REMOVED'
      | 'WEBHOOK_SECRET_ROTATED';
    KeyList: {
      data: components['schemas']['Key'][];
      /** @description Of the workspace. */
      maxKeys: number;
    };
    Key: {
      /** Format: uuid */
      id: string;
      /** @example Newsletter */
      name: string;
      /** @description The first characters of the key. */
      prefix: string;
      account: components['schemas']['Person'];
      isYours: boolean;
      /** @description Whether it may import, draft and publish templates. */
      mayAuthor: boolean;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      /** Format: date-time */
      expiresAt: string | null;
    };
    NewKey: {
      name: components['schemas']['Name'];
      /** @description Default is never. */
      expiresInDays?: number;
      /** @default false */
      mayAuthor?: boolean;
    };
    CreatedKey: {
      key: components['schemas']['Key'];
      /** @description Shown once. */
      apiKey: string;
    };
    UrlKeyList: {
      data: components['schemas']['UrlKey'][];
      /** @description Of the workspace. */
      maxKeys: number;
    };
    /** @description A key that signs image URLs, and what its URLs may ask for. Null allows everything. */
    UrlKey: {
      /** Format: uuid */
      id: string;
      /** @example Web site */
      name: string;
      account: components['schemas']['Person'];
      /** @description Whether you may sign with it. */
      isYours: boolean;
      /** @description False after a change of `SIGNING_SECRET`. Its URLs are refused. */
      isReadable: boolean;
      templates:
        | {
            /** Format: uuid */
            id: string;
            /** @description Null if you see no such template. */
            name: string | null;
          }[]
        | null;
      formats: components['schemas']['OutputFormat'][] | null;
      /** @description Of a picture, in pixels. */
      maxSide: number | null;
      /** @description Where pictures of variables may come from. */
      imageHosts: string[] | null;
      /** @description A day begins at midnight, UTC. */
      rendersADay: number | null;
      /** @description Whether a problem is answered with the template's default picture. */
      fallback: boolean;
      /** @description Whether texts longer than the `maxLength` of their variable are shortened at a word. */
      fit: boolean;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /** Format: date-time */
      lastUsedAt: string | null;
    };
    NewUrlKey: {
      name: components['schemas']['Name'];
      templateIds?: string[];
      formats?: components['schemas']['OutputFormat'][];
      maxSide?: number;
      /** @description `host`, `host:port`, or `*.host` for its subdomains. */
      imageHosts?: string[];
      rendersADay?: number;
      /** @default false */
      fallback?: boolean;
      /** @default false */
      fit?: boolean;
    };
    CreatedUrlKey: {
      key: components['schemas']['UrlKey'];
      /** @description Begins with `puk_`. Shown once. */
      secret: string;
    };
    NewImageUrl: {
      /** Format: uuid */
      templateId: string;
      /**
       * @description The number of a published version, or `live` for the current one.
       * @default live
       */
      version?: string;
      /**
       * @description Any name. Its extension decides the format, in any letter case; `jpeg` is `jpg`. The URL has it in the canonical form.
       * @default image.png
       */
      file?: string;
      values?: components['schemas']['TextValues'];
      /** @description As in the URL. What is left out is not in it. */
      options?: {
        scale?: number;
        quality?: number;
        /** @enum {integer} */
        dpi?: 96 | 150 | 300;
        background?: string;
        locale?: string;
        page?: number;
        /**
         * Format: int64
         * @description From this time on, in Unix seconds, the URL is expired.
         */
        exp?: number;
      };
    };
    ImageUrl: {
      /** Format: uri */
      url: string;
      /** @description Whether the picture was rendered before, so that the next request costs no render. */
      isCached: boolean;
      /** @description The values that the picture shows shortened, by their variables, for a key with `fit`. Lists are JSON. */
      fitted: {
        [key: string]: string;
      };
    };
    Project: {
      /** Format: uuid */
      id: string;
      /** @example Spring campaign */
      name: string;
      description: string;
      visibility: components['schemas']['Visibility'];
      /** @description Those that the account can see. */
      templateCount: number;
      owner: components['schemas']['Person'];
      isYours: boolean;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      updatedAt: string;
    };
    ProjectPage: {
      data: components['schemas']['Project'][];
      pagination: components['schemas']['Pagination'];
    };
    NewProject: {
      name: components['schemas']['Name'];
      description?: components['schemas']['Description'];
      /** @default PRIVATE */
      visibility?: components['schemas']['Visibility'];
    };
    ProjectChange: {
      name?: components['schemas']['Name'];
      description?: components['schemas']['Description'];
      visibility?: components['schemas']['Visibility'];
    };
    /** @description The page of a template. Of one that grows with its content, the least height. */
    PageSize: {
      width: number;
      height: number;
      unit: components['schemas']['LengthUnit'];
      dpi: number;
    };
    /** @enum {string} */
    LengthUnit: 'px' | 'mm' | 'cm' | 'in' | 'pt';
    TemplateSummary: {
      /** Format: uuid */
      id: string;
      /** @example Social card */
      name: string;
      description: string;
      /** Format: uuid */
      projectId: string;
      /** @example Spring campaign */
      projectName: string;
      visibility: components['schemas']['Visibility'];
      owner: components['schemas']['Person'];
      isYours: boolean;
      /** @description The number of the published version; null if there is none. */
      version: number | null;
      /** Format: date-time */
      publishedAt: string | null;
      /** @description The published page, or that of the draft. Null while the draft has no valid one. */
      page: components['schemas']['PageSize'] | null;
      /** @description Null without a draft. */
      draft: components['schemas']['DraftSummary'] | null;
      /** @description The path of the small picture; null until there is one. */
      thumbnail: string | null;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      updatedAt: string;
    };
    TemplatePage: {
      data: components['schemas']['TemplateSummary'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description A template with its variables. */
    Template: components['schemas']['TemplateSummary'] & {
      /** @description Of the published version, or of the draft where there is none. */
      variables: components['schemas']['Variable'][];
      /**
       * @description The example values that fit these variables: those of the `example.json` that the template came
       *     with, or else of the first data set. Pictures of the template show them.
       */
      example: components['schemas']['TextValues'];
    };
    /** @description As the API describes it; `validation` has the rules of its type. */
    Variable: {
      name: string;
      type: string;
      label: string;
      required: boolean;
      /** @description Of a list, as JSON. */
      defaultValue?: string;
      defaultIsNeutral?: boolean;
      validation?: {
        [key: string]: unknown;
      };
      /** @description Of a list only. */
      fields?: components['schemas']['ListField'][];
    };
    ListField: {
      name: string;
      type: string;
      label: string;
      required: boolean;
      /** @description Of a list, as JSON. */
      defaultValue?: string;
      defaultIsNeutral?: boolean;
      validation?: {
        [key: string]: unknown;
      };
      /** @description Of a list only. */
      fields?: components['schemas']['InnerListField'][];
    };
    InnerListField: {
      name: string;
      type: string;
      label: string;
      required: boolean;
      /** @description Of a list, as JSON. */
      defaultValue?: string;
      defaultIsNeutral?: boolean;
      validation?: {
        [key: string]: unknown;
      };
      /** @description Of a list only. */
      fields?: components['schemas']['LeafField'][];
    };
    LeafField: {
      name: string;
      type: string;
      label: string;
      required: boolean;
      defaultValue?: string;
      defaultIsNeutral?: boolean;
      validation?: {
        [key: string]: unknown;
      };
    };
    /** @enum {string} */
    DesignFormat: 'polotno' | 'fabric' | 'pdfme' | 'svg' | 'psd' | 'figma' | 'pptx' | 'pdf';
    DesignConversion: {
      format: components['schemas']['DesignFormat'];
      /**
       * @description The names of all pages, frames and artboards of the file, or of the designs in the .zip. The template is
       *     the one that `page` of the request says.
       */
      pages: string[];
      /** @description How many elements the template has, groups included. */
      kept: number;
      losses: components['schemas']['DesignLoss'][];
      variables: components['schemas']['DesignVariable'][];
      /** @description Families of the design that another one stands in for. Send the design again in a .zip with their files. */
      missingFonts: string[];
      fonts: components['schemas']['DesignFont'][];
      elements: components['schemas']['ConvertedElement'][];
      /** @description The size of `picture`; null with it. */
      page: components['schemas']['PixelSize'] | null;
      /** @description The template, rendered; null if it cannot be rendered. */
      picture: string | null;
      /**
       * @description The design's own picture, as large as `picture`: that in its file, or an SVG itself; null if there is
       *     none, or it cannot be drawn.
       */
      original: string | null;
      /** @description What differs between `original` and `picture`; null without one of them. */
      comparison: components['schemas']['DesignComparison'] | null;
      /** @description The template's folder, as `createTemplate` takes it. */
      template: string;
    };
    /** @description What differs between two pictures. The parts are losses, too. */
    DesignComparison: {
      /** @description The pixels that differ, as a share of the page. */
      share: number;
      /** @description The parts that differ, the largest first. */
      differences: {
        /** @description From the left, as a fraction of the width of the page. */
        x: number;
        /** @description From the top, as a fraction of the height of the page. */
        y: number;
        width: number;
        height: number;
        /** @description The pixels that differ, as a share of the page. */
        share: number;
      }[];
    };
    /** @description Something of the design that the template does not have. */
    DesignLoss: {
      /** @description The name that the author knows; empty for the whole design. */
      element: string;
      property: string;
      reason: string;
    };
    /** @description A font file beside the design. */
    DesignFont: {
      /** @description The name of the file. */
      file: string;
      /** @description What the file says; null if it is no font. */
      family: string | null;
      /** @description Whether a text of the design is set in it. */
      isUsed: boolean;
      /** @description Why the template does not have it. */
      problem: string | null;
    };
    DesignVariable: {
      name: string;
      /** @enum {string} */
      type: 'text' | 'image' | 'qrcode' | 'barcode' | 'date' | 'list';
      /** @description What the design says there; null for pictures and lists. */
      value: string | null;
      /** @description The element that it comes from. */
      from: string;
      /** @description Whether the design itself marks it as a variable. */
      isMarked: boolean;
      /** @description Whether the template has it. */
      isChosen: boolean;
    };
    PixelSize: {
      width: number;
      height: number;
    };
    /** @description An element of the template, and where it is on the page. */
    ConvertedElement: {
      /** @description Its name in the design. */
      name: string;
      /** @description From the left, as a fraction of the width of the page. */
      x: number;
      /** @description From the top, as a fraction of the height of the page. */
      y: number;
      width: number;
      height: number;
    };
    NewTemplate: {
      name?: components['schemas']['Name'];
      /** @description Who sees it. Without it, those who see the project. */
      visibility?: components['schemas']['Visibility'];
      source: components['schemas']['TemplateSource'];
    };
    /** @description A blank page, or one of the samples. */
    TemplateSource: components['schemas']['BlankSource'] | components['schemas']['SampleSource'];
    BlankSource: {
      width: number;
      height: number;
      /** @default px */
      unit?: components['schemas']['LengthUnit'];
      /**
       * @default 96
       * @enum {integer}
       */
      dpi?: 96 | 150 | 300;
    };
    SampleSource: {
      sample: components['schemas']['SampleName'];
    };
    /** @enum {string} */
    SampleName:
      | 'author-card'
      | 'badge-conference'
      | 'badge-staff'
      | 'badge-visitor'
      | 'cafe-ja'
      | 'card-ar'
      | 'card-architect'
      | 'card-studio'
      | 'certificate'
      | 'certificate-ar'
      | 'certificate-award'
      | 'certificate-course'
      | 'event-speaker'
      | 'event-ticket'
      | 'event-wedding'
      | 'event-workshop'
      | 'flyer-concert'
      | 'flyer-market'
      | 'flyer-yoga'
      | 'greeting-birthday'
      | 'greeting-card'
      | 'greeting-diwali'
      | 'greeting-eid'
      | 'greeting-ja'
      | 'instagram-carousel'
      | 'instagram-quotation'
      | 'instagram-sale'
      | 'invoice'
      | 'invoice-ar'
      | 'invoice-mono'
      | 'invoice-studio'
      | 'job-hi'
      | 'job-linkedin'
      | 'job-story'
      | 'label-candle'
      | 'label-coffee'
      | 'label-ja'
      | 'label-jam'
      | 'linkedin-figure'
      | 'menu-cafe-board'
      | 'menu-ja'
      | 'menu-restaurant'
      | 'name-badge'
      | 'packing-slip'
      | 'packing-slip-thanks'
      | 'podcast-cover'
      | 'price-tag'
      | 'product-label'
      | 'property-listing'
      | 'property-rental'
      | 'property-sold'
      | 'quote'
      | 'quote-plain'
      | 'release-post'
      | 'shipping-label'
      | 'shop-offer'
      | 'social-card'
      | 'story-launch'
      | 'swiss-invoice'
      | 'ticket-museum'
      | 'ticket-theatre'
      | 'ticket-train'
      | 'voucher-coupon'
      | 'voucher-gift'
      | 'voucher-hi'
      | 'wine-label'
      | 'youtube-thumbnail';
    TemplateChange: {
      name?: components['schemas']['Name'];
      description?: components['schemas']['Description'];
      visibility?: components['schemas']['Visibility'];
    };
    TemplateMove: {
      /** Format: uuid */
      projectId: string;
    };
    TemplateCopy: {
      name?: components['schemas']['Name'];
      /** Format: uuid */
      projectId?: string;
      /** @description Who sees it. Without it, those who see the project. */
      visibility?: components['schemas']['Visibility'];
    };
    /**
     * @description A template document, as `template.schema.json` describes it. Here it may have problems: they are
     *     listed, not refused.
     */
    Document: {
      [key: string]: unknown;
    };
    DraftSummary: {
      revision: number;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      savedAt: string;
      savedBy: components['schemas']['Person'] | null;
      problemCount: number;
    };
    TemplateProblem: {
      pointer: string;
      detail: string;
      elementId: string | null;
      line: number | null;
      column: number | null;
    };
    SavedDraft: {
      /** @description Each save adds one. 0 without a draft. */
      revision: number;
      /** @description False without a draft. */
      isSaved: boolean;
      /** Format: date-time */
      savedAt: string | null;
      savedBy: components['schemas']['Person'] | null;
      /** @description The published version that the draft began with. */
      baseVersion: number | null;
      problems: components['schemas']['TemplateProblem'][];
      warnings: components['schemas']['TemplateProblem'][];
    };
    Draft: components['schemas']['SavedDraft'] & {
      document: components['schemas']['Document'];
      /** @description The valid ones of the document. */
      variables: components['schemas']['Variable'][];
      /** @description The example values that fit these variables, as of the template. None while the document has problems. */
      example: components['schemas']['TextValues'];
    };
    /** @description What the designer keeps of a template beside its document. Lengths are in the unit of the page. */
    DesignSettings: {
      /** @description Where the guides are. */
      guides: {
        x: number[];
        y: number[];
      };
      /** @description Null where the page shows none. */
      margins: components['schemas']['DesignMargins'] | null;
      /** @description The ids of the locked elements. */
      locked: string[];
      /**
       * @description Example values. Each has a name of its own. The app's pictures of the template show those of the first
       *     set, unless it was imported with an `example.json`.
       */
      dataSets: components['schemas']['DataSet'][];
      /**
       * @description What elements showed before a variable took its place, by variable. Such values complete the template's
       *     example values.
       */
      example?: components['schemas']['TextValues'];
      /** @description What the template has copies of, from the library of the workspace. */
      library?: {
        /** Format: uuid */
        itemId: string;
        /** @description That of the item when it was copied. */
        revision: number;
        /** @description The color, the paths of files, or the ids of elements that are copies. */
        uses: string[];
      }[];
    };
    DesignMargins: {
      top: number;
      right: number;
      bottom: number;
      left: number;
    };
    DataSet: {
      /** @example Longest names */
      name: string;
      values: components['schemas']['TextValues'];
    };
    Version: {
      number: number;
      /** @description Whether the API renders it now. */
      isPublished: boolean;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      publishedAt: string;
      /** @description Null where the account is gone, or for an import from outside the app. */
      publishedBy: components['schemas']['Person'] | null;
      page: components['schemas']['PageSize'];
      thumbnail: string | null;
    };
    VersionPage: {
      data: components['schemas']['Version'][];
      pagination: components['schemas']['Pagination'];
    };
    VersionDocument: components['schemas']['Version'] & {
      document: components['schemas']['Document'];
      variables: components['schemas']['Variable'][];
    };
    File: {
      /** @example images/logo.png */
      path: string;
      /** @description The SHA-256 of the content, in hex. `createLibraryItem` takes it. */
      id?: string;
      bytes: number;
      /** @example image/png */
      mediaType: string;
      /** @description Whether the document names it. */
      isUsed: boolean;
    };
    UploadedFile: components['schemas']['File'] & {
      /** @description Sentences about what was left out, such as further pages. */
      notes?: string[];
      font?: components['schemas']['FontInFile'];
    };
    /** @description What a font file says about itself. */
    FontInFile: {
      /** @example Inter */
      family: string;
      /** @description The lowest and the highest; equal unless it is variable. */
      weights: number[];
      isItalic: boolean;
      /**
       * @description What its licence allows with documents that contain it (OpenType, `fsType`).
       * @enum {string}
       */
      embedding: 'INSTALLABLE' | 'EDITABLE' | 'PREVIEW' | 'RESTRICTED';
    };
    FileList: {
      data: components['schemas']['File'][];
    };
    FontList: {
      data: components['schemas']['Font'][];
    };
    Font: {
      /** @example Inter */
      family: string;
      /** @enum {string} */
      source: 'CATALOGUE' | 'TEMPLATE';
      /** @description A variable font has its lowest and highest. */
      weights: number[];
      hasItalics: boolean;
      /**
       * Format: int32
       * @description The size of one of its files, regular if there is one.
       * @example 342408
       */
      bytes: number;
    };
    /** @enum {string} */
    LibraryKind: 'COLOR' | 'FONT' | 'LOGO' | 'PICTURE' | 'TEXT_STYLE' | 'BLOCK';
    LibraryFile: {
      /**
       * @description As the document of the item names it.
       * @example images/logo.png
       */
      path: string;
      /**
       * @description The SHA-256 of the content, in hex.
       * @example 9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab
       */
      id: string;
      bytes: number;
      /** @example image/png */
      mediaType: string;
    };
    UploadedLibraryFile: components['schemas']['LibraryFile'] & {
      /** @description Sentences about what was left out, such as further pages. */
      notes: string[];
      font?: components['schemas']['FontInFile'];
    };
    LibraryItem: {
      /** Format: uuid */
      id: string;
      kind: components['schemas']['LibraryKind'];
      /** @example Brand blue */
      name: string;
      /**
       * @description Of a COLOR.
       * @example #1d4ed8
       */
      color?: string;
      files: components['schemas']['LibraryFile'][];
      /** @description Each change of the content adds one. */
      revision: number;
      /** @description Null where the account is gone. */
      updatedBy: components['schemas']['Person'] | null;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      updatedAt: string;
      /** @description Whether the account has added it. */
      isYours: boolean;
      mayRemove: boolean;
    };
    LibraryItemWithDocument: components['schemas']['LibraryItem'] & {
      document?: components['schemas']['LibraryDocument'];
    };
    /**
     * @description A template document, as `template.schema.json` describes it, without problems. That of a TEXT_STYLE has one
     *     element, a text.
     */
    LibraryDocument: {
      [key: string]: unknown;
    };
    LibraryPage: {
      data: components['schemas']['LibraryItem'][];
      pagination: components['schemas']['Pagination'];
    };
    NewLibraryItem: {
      kind: components['schemas']['LibraryKind'];
      name: components['schemas']['Name'];
      /**
       * @description As templates have colours.
       * @example #1d4ed8
       */
      color?: string;
      document?: components['schemas']['LibraryDocument'];
      files?: {
        /** @example images/logo.png */
        path: string;
        /** @example 9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab */
        id: string;
      }[];
    };
    LibraryItemChange: {
      name?: components['schemas']['Name'];
      /**
       * @description As templates have colours.
       * @example #1d4ed8
       */
      color?: string;
      document?: components['schemas']['LibraryDocument'];
      files?: {
        /** @example images/logo.png */
        path: string;
        /** @example 9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab */
        id: string;
      }[];
    };
    /** @enum {string} */
    OutputFormat: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf' | 'zpl';
    /** @description The values by variable name, as in the API. */
    VariableValues: {
      [key: string]: components['schemas']['VariableValue'];
    };
    /** @description As `VariableValues`, with lists as JSON. */
    TextValues: {
      [key: string]: string;
    };
    /** @description A string, or the entries of a list. */
    VariableValue:
      | string
      | {
          [key: string]: components['schemas']['EntryValue'];
        }[];
    /** @description As in the API. */
    EntryValue:
      | string
      | {
          [key: string]:
            | string
            | {
                [key: string]: string;
              }[];
        }[];
    /** @description The output options, as in the API. */
    RenderOptions: {
      /** @default 1 */
      scale?: number;
      /** @default 85 */
      quality?: number;
      /** @enum {string} */
      chroma?: '4:2:0' | '4:4:4';
      /**
       * @default outlines
       * @enum {string}
       */
      svgText?: 'outlines' | 'text';
      /** @enum {integer} */
      outputDpi?: 96 | 150 | 300;
      backgroundColor?: string;
      locale?: string;
      /** @default 1 */
      page?: number;
      /** @description The id of one of the document's `sizes`. Default is `base`, the document itself. */
      size?: string;
      /** @default false */
      preflight?: boolean;
      /** @enum {string} */
      pdfStandard?:
        | 'PDF/A-2b'
        | 'PDF/A-3b'
        | 'PDF/A-4'
        | 'PDF/A-4f'
        | 'PDF/UA-1'
        | 'PDF/UA-2'
        | 'PDF/X-4'
        | 'PDF/X-1a';
    };
    /** @description The files that the file carries, as `attachments` of the API's options. They are not kept. */
    PdfAttachments: {
      name: string;
      mediaType: string;
      /** @enum {string} */
      relationship: 'Data' | 'Source' | 'Alternative' | 'Supplement' | 'Unspecified';
      content: string;
    }[];
    /**
     * @description The profile of the invoice among the attachments, as `facturx` of the API's options.
     * @enum {string}
     */
    FacturxProfile: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG';
    /**
     * Format: password
     * @description Opens the file, which is encrypted, as `password` of the API's options. Other formats than `pdf`, and templates for
     *     print, refuse it. It is not kept.
     */
    PdfPassword: string;
    Preview: {
      values?: components['schemas']['VariableValues'];
      /** @default png */
      format?: components['schemas']['OutputFormat'];
      options?: components['schemas']['RenderOptions'];
      password?: components['schemas']['PdfPassword'];
      attachments?: components['schemas']['PdfAttachments'];
      facturx?: components['schemas']['FacturxProfile'];
      elements?: components['schemas']['ElementSelection'];
      pageOf?: components['schemas']['PageOf'];
      pictures?: components['schemas']['BatchPictures'];
      picturesOfJob?: components['schemas']['PicturesOfJob'];
      /** @description A newer preview of the same tab and account replaces an older one. */
      tab?: string;
    };
    DraftPreview: {
      values?: components['schemas']['VariableValues'];
      /** @default png */
      format?: components['schemas']['OutputFormat'];
      options?: components['schemas']['RenderOptions'];
      password?: components['schemas']['PdfPassword'];
      attachments?: components['schemas']['PdfAttachments'];
      facturx?: components['schemas']['FacturxProfile'];
      elements?: components['schemas']['ElementSelection'];
      pageOf?: components['schemas']['PageOf'];
      /** @description A newer preview of the same tab and account replaces an older one. */
      tab?: string;
      /** @description Default is the draft. */
      document?: components['schemas']['Document'];
    };
    /** @description Renders only some elements, on a transparent page, or all but some. */
    ElementSelection: {
      only?: string[];
      except?: string[];
    };
    /**
     * @description The id of one of the document's `pages`. `options.page` then counts the pages that it has become: several
     *     where it is repeated or goes on. The last one stands for later ones.
     */
    PageOf: string;
    PreviewLayout: {
      /** @description Pixels of the file; points, for a PDF. */
      width: number;
      height: number;
      /** @description How many pages the document has with these values. */
      pageCount?: number;
      /** @description How many pages each of the document's `pages` has become, by its id. */
      pageCounts?: {
        [key: string]: number;
      };
      /**
       * @description Of each page of the result the id of its page in the document, where pages take turns: front, back, front,
       *     back of a group that is repeated. Without it the pages that one has become follow each other.
       */
      pageOrder?: string[];
      warnings: components['schemas']['RenderWarning'][];
      report: components['schemas']['LayoutReport'];
    };
    /**
     * @description Where everything is, in CSS pixels. It has more than these fields: the layout report of
     *     `platen template render --report`.
     */
    LayoutReport: {
      page: components['schemas']['LayoutBox'];
      /** @description The drawn elements, back to front; a group comes before its elements. */
      elements: components['schemas']['LayoutElement'][];
    } & {
      [key: string]: unknown;
    };
    LayoutElement: {
      id: string;
      type: string;
      /** @description The id of its group. */
      group: string | null;
      /** @description The box on the page, before it is turned around its centre. */
      pageBox: components['schemas']['LayoutBox'] & {
        /** @description Degrees clockwise. */
        rotation: number;
      };
      /** @description The upright rectangle around the turned box. */
      onPage: components['schemas']['LayoutBox'] & unknown;
      /** @description Codes. */
      warnings: string[];
    } & {
      [key: string]: unknown;
    };
    LayoutBox: {
      x?: number;
      y?: number;
      width: number;
      height: number;
    } & {
      [key: string]: unknown;
    };
    BatchSubmission: {
      rows: components['schemas']['VariableValues'][];
      /** @description The line of each row in the file that it comes from, as the spreadsheet shows it. As many as rows. */
      lines?: number[];
      /** @description The columns of the sheet that gave the values, in its order. */
      columns?: components['schemas']['SourceColumn'][];
      otherColumns?: components['schemas']['OtherColumnsGiven'];
      /** @default png */
      format?: components['schemas']['OutputFormat'];
      options?: components['schemas']['RenderOptions'];
      filenamePattern?: string;
      /**
       * @description How values are written in file names, as in the public API, whose default is `hyphen`.
       * @default unicode
       * @enum {string}
       */
      filenameCharacters?: 'hyphen' | 'latin' | 'unicode';
      callbackUrl?: string;
      /** @default false */
      includeWarnings?: boolean;
      sheet?: components['schemas']['BatchSheet'];
      sizes?: components['schemas']['BatchSizes'];
      /**
       * @description A folder in the archive for each of the `sizes`.
       * @default false
       */
      folders?: boolean;
      pictures?: components['schemas']['BatchPictures'];
      picturesOfJob?: components['schemas']['PicturesOfJob'];
    };
    /** @description The sizes that each row is rendered in, as `sizes` of the API. */
    BatchSizes: string[] | 'all';
    /** @description The columns of the sheet that fill no variable. They are shown with the rows of the job, and removed with it. */
    OtherColumnsGiven: {
      /** @description In the order of the sheet. Names and cells have at most 2 MiB as JSON. */
      columns: {
        name: string;
        /** @description The text of the column in each row. As many as rows. */
        cells: string[];
      }[];
      /** @description The names of columns that have too much text to be kept. */
      leftOut?: string[];
    };
    UploadedPicture: {
      /** @description The SHA-256 of the content as it is kept, in hex. */
      id: string;
      bytes: number;
      /** @description Sentences about what was left out, such as further pages. */
      notes?: string[];
      /** @description The picture as a `data:` URL, if the request asks for it, and it has at most 5 MiB. */
      dataUrl?: string;
    };
    /**
     * @description Uploaded pictures that values of image variables name as `pictures/NAME`. The name is a path with forward
     *     slashes, of at most 255 bytes, whose ending is that of a picture in lower case, and that no file in the
     *     template's folder `pictures` has.
     */
    BatchPictures: {
      name: string;
      /** @description The SHA-256 of the content as it is kept, in hex. */
      id: string;
    }[];
    /**
     * Format: uuid
     * @description A job of the account: its pictures are taken along under their names. `pictures` goes before them.
     */
    PicturesOfJob: string;
    /**
     * @description Lays the rows out on sheets of one PDF, as in the public API. Lengths are in millimetres.
     *     Without them the gaps are 0, the margin is 10 and the paper is A4; with `preset` those of its sheet.
     */
    BatchSheet: {
      columns: number;
      rows: number;
      gap?: number;
      rowGap?: number;
      margin?: number;
      /** @enum {string} */
      paper?: 'A3' | 'A4' | 'A5' | 'SRA3' | 'letter' | 'legal' | 'tabloid';
      /** @default false */
      cutMarks?: boolean;
      /**
       * @description A sheet by its maker's number. Measures that are given beside it are those of the sheet.
       * @enum {string}
       */
      preset?:
        | 'avery-l4731'
        | 'avery-l7636'
        | 'avery-l7651'
        | 'avery-l7654'
        | 'avery-l7159'
        | 'avery-l7160'
        | 'avery-l7161'
        | 'avery-l7162'
        | 'avery-l7163'
        | 'avery-l7164'
        | 'avery-l7165'
        | 'avery-l7166'
        | 'avery-l7169'
        | 'avery-l7173'
        | 'avery-l4785'
        | 'avery-c32011'
        | 'avery-3425'
        | 'avery-3474'
        | 'avery-3475'
        | 'avery-3483'
        | 'avery-3651'
        | 'avery-4760'
        | 'avery-5160'
        | 'avery-5161'
        | 'avery-5163'
        | 'avery-5164'
        | 'avery-5167'
        | 'avery-5371'
        | 'herma-4457'
        | 'herma-4464'
        | 'herma-4606'
        | 'herma-4607'
        | 'herma-4608'
        | 'herma-4614'
        | 'herma-4620'
        | 'herma-4625'
        | 'herma-4667'
        | 'herma-4677'
        | 'herma-10001'
        | 'herma-10004'
        | 'herma-10006';
      /** @default 1 */
      startAt?: number;
      /**
       * @description A number, or the name of a variable or another column.
       * @default 1
       */
      copies?: number | string;
      /**
       * @default rows
       * @enum {string}
       */
      order?: 'rows' | 'columns' | 'stack';
      /** @enum {string} */
      backs?: 'long-edge' | 'short-edge';
      offset?: components['schemas']['SheetOffset'];
      backOffset?: components['schemas']['SheetOffset'];
    };
    /** @description To the right and down, in millimetres. */
    SheetOffset: {
      /** @default 0 */
      x?: number;
      /** @default 0 */
      y?: number;
    };
    BatchCheck: {
      rows: components['schemas']['VariableValues'][];
      /** @default 0 */
      firstRow?: number;
      /** @default png */
      format?: components['schemas']['OutputFormat'];
      options?: components['schemas']['RenderOptions'];
      pictures?: components['schemas']['BatchPictures'];
      picturesOfJob?: components['schemas']['PicturesOfJob'];
    };
    BatchCheckResult: {
      rows: components['schemas']['CheckedRow'][];
      /** @description The renders of these rows. */
      cost: number;
      quota: components['schemas']['Quota'];
    };
    CheckedRow: {
      rowIndex: number;
      /** @description Why the row would be refused or fail. */
      errors: {
        /** @description Null where it is not one value. */
        variable: string | null;
        detail: string;
      }[];
      warnings: components['schemas']['RenderWarning'][];
    };
    RenderWarning: {
      /** @example TEXT_OVERFLOW */
      code: string;
      elementId: string;
      detail: string;
      /** @description Of `DEFAULT_USED`: the variable that was left out. */
      variable?: string;
      /** @description Of a document with pages. */
      page?: number;
      /**
       * @description With `preflight`.
       * @enum {string}
       */
      severity?: 'error' | 'advice';
    };
    Quota: {
      limit: number;
      used: number;
      remaining: number;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      resetsAt: string;
    };
    /** @enum {string} */
    JobStatus: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
    /** @enum {string} */
    JobOrigin: 'API_KEY' | 'DESIGNER';
    /** @enum {string} */
    JobItemStatus: 'SUCCESS' | 'FAILED';
    Job: {
      /** Format: uuid */
      jobId: string;
      /** Format: uuid */
      templateId: string;
      templateName: string;
      /** Format: uuid */
      projectId: string;
      projectName: string;
      origin: components['schemas']['JobOrigin'];
      apiKeyName: string | null;
      status: components['schemas']['JobStatus'];
      totalItems: number;
      completedItems: number;
      failedItems: number;
      processedItems: number;
      format: components['schemas']['OutputFormat'];
      /** @description Null where the result is an archive with a file for each row. */
      sheet: components['schemas']['BatchSheet'] | null;
      /** @description The standard that its PDFs were asked for. */
      pdfStandard: string | null;
      /** @description Whether its PDFs have the warnings of a printer. */
      preflight: boolean;
      /** @description The names of the files that each of its PDFs carries; empty if they carry none. */
      attachments: string[];
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /** Format: date-time */
      startedAt: string | null;
      /** Format: date-time */
      completedAt: string | null;
      /**
       * Format: date-time
       * @description Null where there is no archive (any more).
       */
      archiveExpiresAt: string | null;
      /** @description Null without a callback URL. */
      callback: components['schemas']['JobCallback'] | null;
    };
    JobCallback: {
      /** Format: uuid */
      deliveryId: string;
      url: string;
      status: components['schemas']['DeliveryStatus'];
      attempts: number;
      lastError: string | null;
    };
    JobPage: {
      data: components['schemas']['Job'][];
      pagination: components['schemas']['Pagination'];
    };
    JobItem: {
      rowIndex: number;
      /** @description Of the row in the file that it comes from; null where the submission did not name it. */
      line: number | null;
      values: components['schemas']['TextValues'];
      /**
       * @description The texts of the columns of the sheet that fill no variable, in the order of `otherColumns.names`; empty
       *     where the submission did not have them.
       */
      otherCells: string[];
      filename: string;
      /** @description The id of the size that the file shows. Absent in a job without sizes. */
      sizeId?: string;
      size: number;
      status: components['schemas']['JobItemStatus'];
      error: string | null;
      warningCount: number;
      warnings: components['schemas']['RenderWarning'][];
    };
    JobItemPage: {
      data: components['schemas']['JobItem'][];
      pagination: components['schemas']['Pagination'];
      /**
       * @description The columns of the sheet that gave the rows their values, in its order; null where the submission did
       *     not name them. Values of other variables are the same for all rows, or corrected by hand.
       */
      columns: components['schemas']['SourceColumn'][] | null;
      /** @description Null where the submission had no columns that fill no variable. */
      otherColumns: components['schemas']['OtherColumns'] | null;
    };
    OtherColumns: {
      /** @description Of the columns of the sheet that fill no variable, in its order. */
      names: string[];
      /** @description The names of columns that had too much text to be kept. */
      leftOut: string[];
    };
    SourceColumn: {
      /** @description Of the column, or the text that joins several, such as `{{First name}} {{Last name}}`. */
      name: string;
      variable: string;
    };
    JobResult: {
      /** Format: uri */
      downloadUrl: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      expiresAt: string;
    };
    NewShare: {
      values?: components['schemas']['VariableValues'];
      /** @default png */
      format?: components['schemas']['OutputFormat'];
      options?: components['schemas']['RenderOptions'];
      password?: components['schemas']['PdfPassword'];
      attachments?: components['schemas']['PdfAttachments'];
      facturx?: components['schemas']['FacturxProfile'];
      /** @description How long the link works, at most as long as links of the plan do, which is the default. */
      expiresInDays?: number;
    };
    NewRowShare: {
      /** @description How long the link works, at most as long as links of the plan do, which is the default. */
      expiresInDays?: number;
    };
    Share: {
      /** Format: uuid */
      id: string;
      /** Format: uri */
      url: string;
      /**
       * Format: uuid
       * @description Null after it was deleted.
       */
      templateId: string | null;
      templateName: string;
      /** @enum {string} */
      mimeType:
        | 'image/png'
        | 'image/jpeg'
        | 'image/webp'
        | 'image/avif'
        | 'image/svg+xml'
        | 'application/pdf'
        | 'application/zpl';
      fileSize: number;
      /** @enum {string} */
      source: 'API' | 'DESIGNER';
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      expiresAt: string;
    };
    SharePage: {
      data: components['schemas']['Share'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @enum {string} */
    DeliveryStatus: 'PENDING' | 'DELIVERED' | 'FAILED';
    Delivery: {
      /** Format: uuid */
      deliveryId: string;
      /** Format: uuid */
      jobId: string;
      /** @description Null after the job was deleted. */
      templateName: string | null;
      /** @description Whether it is of a render in the background, which has no page, and not of a batch job. */
      isRender: boolean;
      url: string;
      status: components['schemas']['DeliveryStatus'];
      attempts: number;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      createdAt: string;
      /** Format: date-time */
      nextAttemptAt: string | null;
      /** Format: date-time */
      deliveredAt: string | null;
      lastError: string | null;
      /** @description The last attempts, newest first. */
      attemptLog: components['schemas']['DeliveryAttempt'][];
    };
    DeliveryAttempt: {
      number: number;
      /**
       * Format: date-time
       * @example 2026-03-02T09:30:00.000Z
       */
      at: string;
      durationMs: number;
      /** @description Null where there was no answer. */
      statusCode: number | null;
      /** @description The first 500 characters of the answer's body. */
      answer: string | null;
      error: string | null;
    };
    DeliveryPage: {
      data: components['schemas']['Delivery'][];
      pagination: components['schemas']['Pagination'];
    };
    CallbackSecret: {
      callbackSecret: string;
      /**
       * Format: date-time
       * @description Until then the previous secret signs too.
       */
      previousUntil: string | null;
    };
    UseOfLimit: {
      used: number;
      limit: number;
    };
    Usage: {
      /** @example 2026-03 */
      month: string;
      plan: string;
      /** @description Of the current month. */
      quota: components['schemas']['Quota'];
      /** @description What the workspace stores now, beside the limits of its plan. */
      stored: {
        projects: components['schemas']['UseOfLimit'];
        templates: components['schemas']['UseOfLimit'];
        libraryItems: components['schemas']['UseOfLimit'];
        /** @description Files, each content once, documents, and results of batches that are kept. */
        bytes: components['schemas']['UseOfLimit'];
        /** @description The versions of a template that are kept. Older ones are removed unless they are in use. */
        versionsPerTemplate: number;
      };
      /** @description Every day of the month, also without renders. */
      days: {
        /** Format: date */
        day: string;
        renders: number;
      }[];
      /** @description Those with most renders. */
      templates: {
        /** Format: uuid */
        templateId: string | null;
        /** @description Null where it is gone or not visible. */
        name: string | null;
        renders: number;
      }[];
      /** @description Those with most renders. A null id stands for the app, and for deleted keys. */
      keys: {
        /** Format: uuid */
        keyId: string | null;
        name: string | null;
        renders: number;
      }[];
    };
  };
  responses: {
    /** @description Done. */
    Done: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The request does not fit this document. `errors` names the fields. */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationProblem'];
      };
    };
    /** @description The path or the file is not accepted. `errors` says why. */
    FileInvalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 400;
          /** @enum {unknown} */
          code?: 'VALIDATION_ERROR' | 'FILE_INVALID';
        };
      };
    };
    /** @description The rows or the output options are not accepted. `errors` says why. */
    BatchRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 400;
          /** @enum {unknown} */
          code?:
            | 'VALIDATION_ERROR'
            | 'VARIABLE_VALIDATION_FAILED'
            | 'BATCH_SIZE_EXCEEDED'
            | 'BATCH_ROW_LIMIT_EXCEEDED'
            | 'BATCH_COMPLETION_CALLBACK_URL_INVALID';
        };
      };
    };
    /** @description There is no session, or it has ended, which may happen during the request. */
    Unauthenticated: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 401;
          /** @constant */
          code?: 'UNAUTHENTICATED';
        };
      };
    };
    /** @description The address or the password is wrong. */
    SignInFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 401;
          /** @constant */
          code?: 'SIGN_IN_FAILED';
        };
      };
    };
    /** @description The link is unknown, used or expired. */
    LinkInvalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 401;
          /** @constant */
          code?: 'LINK_INVALID';
        };
      };
    };
    /** @description The code is wrong or was used, or the challenge was used or has expired. */
    CodeRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 401;
          /** @enum {unknown} */
          code?: 'SIGN_IN_CODE_WRONG' | 'CHALLENGE_INVALID';
        };
      };
    };
    /** @description The first step was finished or has expired. */
    ChallengeInvalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 401;
          /** @constant */
          code?: 'CHALLENGE_INVALID';
        };
      };
    };
    /** @description The passkey was not accepted, or the first step was finished or has expired. */
    PasskeyRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 401;
          /** @enum {unknown} */
          code?: 'SIGN_IN_PASSKEY_WRONG' | 'CHALLENGE_INVALID';
        };
      };
    };
    /** @description The code is wrong, or was used. */
    CodeWrong: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'CODE_WRONG';
        };
      };
    };
    /** @description The password, the code or the passkey is missing or wrong. */
    OwnerNotProved: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'PASSWORD_WRONG' | 'CODE_WRONG' | 'PASSKEY_WRONG';
        };
      };
    };
    /** @description The password, the code or the passkey is missing or wrong. */
    PasskeyNotRemoved: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?:
            | 'FOREIGN_ORIGIN'
            | 'SECOND_FACTOR_REQUIRED'
            | 'PASSWORD_WRONG'
            | 'CODE_WRONG'
            | 'PASSKEY_WRONG';
        };
      };
    };
    /** @description The passkey was not accepted. */
    PasskeyWrong: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'PASSKEY_WRONG';
        };
      };
    };
    /** @description Passkeys cannot be used at the address of this service, or the account has all that it may have. */
    PasskeyNotAdded: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'PASSKEYS_NOT_POSSIBLE' | 'PASSKEY_LIMIT_REACHED';
        };
      };
    };
    /** @description The account has no passkey that can be used at the address of this service. */
    NoPasskey: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'PASSKEYS_NOT_POSSIBLE';
        };
      };
    };
    /** @description The account has no passkey that can be used at the address of this service. */
    NoPasskeyToSignIn: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'PASSKEYS_NOT_POSSIBLE';
        };
      };
    };
    /** @description The password, the code or the passkey is wrong. */
    SecondFactorRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?:
            | 'FOREIGN_ORIGIN'
            | 'SECOND_FACTOR_REQUIRED'
            | 'PASSWORD_WRONG'
            | 'CODE_WRONG'
            | 'PASSKEY_WRONG';
        };
      };
    };
    /** @description A page of another origin has sent this, or a second factor is to be set up first. */
    Refused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description A second factor is to be set up first. */
    SecondFactorRequired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @constant */
          code?: 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description The account has a second factor. */
    SecondFactorOn: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'SECOND_FACTOR_ON';
        };
      };
    };
    /** @description The account has no second factor. */
    SecondFactorOff: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'SECOND_FACTOR_OFF';
        };
      };
    };
    /** @description The account has a second factor, or none has been started. */
    SecondFactorConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'SECOND_FACTOR_ON' | 'SECOND_FACTOR_OFF';
        };
      };
    };
    /** @description The request does not come from this service's own pages. */
    ForeignOrigin: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @constant */
          code?: 'FOREIGN_ORIGIN';
        };
      };
    };
    /** @description The current password is missing or wrong. */
    PasswordRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'PASSWORD_WRONG' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description Only an owner of the workspace may do this. */
    OwnerOnly: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'OWNER_ONLY' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description Only an owner of the workspace may see this. */
    NotOwner: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'OWNER_ONLY' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description The project belongs to another member. */
    ProjectNotOwned: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'PROJECT_NOT_OWNED' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description Another member has added the item, and the account is no owner. */
    LibraryItemNotOwned: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'LIBRARY_ITEM_NOT_OWNED' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description The template belongs to another member. */
    TemplateNotOwned: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'TEMPLATE_NOT_OWNED' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description The plan has no links, or all of them are in use. */
    SharingRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?:
            | 'FOREIGN_ORIGIN'
            | 'SHARING_NOT_AVAILABLE_ON_PLAN'
            | 'SHARE_LINK_LIMIT_REACHED'
            | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /**
     * @description The restrictions of the key do not allow it, or its secret cannot be read, because `SIGNING_SECRET` was
     *     changed.
     */
    ImageUrlRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'IMAGE_URL_RESTRICTED' | 'IMAGE_URL_INVALID' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description Only owners may do this, the password is wrong, or a page of another origin has sent this. */
    MemberRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
          /** @enum {unknown} */
          code?: 'FOREIGN_ORIGIN' | 'OWNER_ONLY' | 'PASSWORD_WRONG' | 'SECOND_FACTOR_REQUIRED';
        };
      };
    };
    /** @description There is no such thing, or this account may not see it. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 404;
          /** @enum {unknown} */
          code?:
            | 'NOT_FOUND'
            | 'PROJECT_NOT_FOUND'
            | 'TEMPLATE_NOT_FOUND'
            | 'SHARE_NOT_FOUND'
            | 'BATCH_NOT_FOUND'
            | 'BATCH_RESULT_NOT_FOUND';
        };
      };
    };
    /** @description The operator has not set a provider. */
    OidcNotConfigured: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 404;
          /** @constant */
          code?: 'NOT_FOUND';
        };
      };
    };
    /** @description Another member has this address; where it counts at once, also an account elsewhere. */
    EmailTaken: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'EMAIL_TAKEN';
        };
      };
    };
    /** @description The workspace needs an owner. */
    LastOwner: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'LAST_OWNER';
        };
      };
    };
    /** @description The workspace needs an owner, or a member has this address. */
    MemberConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'LAST_OWNER' | 'EMAIL_TAKEN';
        };
      };
    };
    /** @description The workspace has all the keys that it may have. */
    KeyLimitReached: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'KEY_LIMIT_REACHED';
        };
      };
    };
    /** @description Other members have templates in the project. */
    ProjectHoldsOthersTemplates: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'PROJECT_HOLDS_OTHERS_TEMPLATES';
        };
      };
    };
    /** @description No version is published, or the workspace stores all that its plan allows. */
    ShareConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'NEVER_PUBLISHED' | 'STORAGE_LIMIT_REACHED';
        };
      };
    };
    /** @description There is no published version to go back to. */
    NeverPublished: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'NEVER_PUBLISHED';
        };
      };
    };
    /**
     * @description There is no draft, it is not valid (`problems` lists why), or the workspace stores all that its plan
     *     allows.
     */
    DraftNotPublishable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TemplateInvalidProblem'];
      };
    };
    /** @description This is the published version, or the workspace stores all that its plan allows. */
    AlreadyPublished: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'ALREADY_PUBLISHED' | 'STORAGE_LIMIT_REACHED';
        };
      };
    };
    /**
     * @description The document is not valid (`problems` lists why), no version is published, or a newer preview of the
     *     same tab has replaced this one.
     */
    PreviewRefused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PreviewProblem'];
      };
    };
    /**
     * @description The workspace stores as many projects, templates, items of the library or bytes as its plan allows. `detail` names the limit
     *     and what to do; `getUsage` has all of them.
     */
    StorageLimitReached: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['StorageLimitProblem'];
      };
    };
    /**
     * @description The template has all the files, or all the bytes of files, that a template may have
     *     (`FILE_LIMIT_REACHED`), or the workspace stores all that its plan allows (`STORAGE_LIMIT_REACHED`).
     */
    FileLimitReached: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'FILE_LIMIT_REACHED' | 'STORAGE_LIMIT_REACHED';
        };
      };
    };
    /**
     * @description The key was used for another submission, no version is published, or the workspace stores all that its
     *     plan allows.
     */
    SubmissionConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'BATCH_IDEMPOTENCY_KEY_REUSED' | 'NEVER_PUBLISHED' | 'STORAGE_LIMIT_REACHED';
        };
      };
    };
    /** @description The job is active. Cancel it first. */
    JobActive: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'BATCH_JOB_ACTIVE';
        };
      };
    };
    /** @description The job has no archive (yet). */
    ResultNotReady: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'BATCH_RESULT_NOT_READY';
        };
      };
    };
    /**
     * @description The job has no archive (yet); the row failed, or lies on a sheet of one PDF, and so has no file; or the
     *     workspace stores all that its plan allows.
     */
    RowShareConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'BATCH_RESULT_NOT_READY' | 'ROW_HAS_NO_FILE' | 'STORAGE_LIMIT_REACHED';
        };
      };
    };
    /** @description The job has no archive (yet); or the row failed, or lies on a sheet of one PDF, and so has no file. */
    NoFileOfRow: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @enum {unknown} */
          code?: 'BATCH_RESULT_NOT_READY' | 'ROW_HAS_NO_FILE';
        };
      };
    };
    /** @description The archive has been removed. */
    ResultExpired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 410;
          /** @constant */
          code?: 'BATCH_RESULT_EXPIRED';
        };
      };
    };
    /** @description An attempt is due already. */
    DeliveryPending: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 409;
          /** @constant */
          code?: 'DELIVERY_PENDING';
        };
      };
    };
    /** @description Somebody saved the draft, or published, in the meantime. The answer says who and when. */
    DraftChanged: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['DraftChangedProblem'];
      };
    };
    /** @description Somebody saved the settings in the meantime. The answer says who and when. */
    SettingsChanged: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['SettingsChangedProblem'];
      };
    };
    /** @description The body is too large. */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 413;
          /** @enum {unknown} */
          code?: 'PAYLOAD_TOO_LARGE' | 'BATCH_SIZE_EXCEEDED';
        };
      };
    };
    /** @description The body has another media type. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 415;
          /** @constant */
          code?: 'UNSUPPORTED_MEDIA_TYPE';
        };
      };
    };
    /** @description Too many requests. */
    RateLimited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 429;
          /** @constant */
          code?: 'RATE_LIMIT_EXCEEDED';
        };
      };
    };
    /** @description Too many requests or active jobs, or the month's renders do not cover the rows. */
    BatchLimited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-Quota-Limit': components['headers']['X-Quota-Limit'];
        'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
        'X-Quota-Reset': components['headers']['X-Quota-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 429;
          /** @enum {unknown} */
          code?: 'RATE_LIMIT_EXCEEDED' | 'BATCH_RATE_LIMIT_EXCEEDED';
        };
      };
    };
    /** @description Too many requests, or the month's renders are used up. */
    RenderLimited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-Quota-Limit': components['headers']['X-Quota-Limit'];
        'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
        'X-Quota-Reset': components['headers']['X-Quota-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 429;
          /** @enum {unknown} */
          code?: 'RATE_LIMIT_EXCEEDED' | 'QUOTA_EXCEEDED';
        };
      };
    };
    /** @description The service failed. */
    InternalError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 500;
          /** @constant */
          code?: 'INTERNAL_ERROR';
        };
      };
    };
    /** @description The service failed. Nothing was charged. */
    BatchDispatchFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Quota-Limit': components['headers']['X-Quota-Limit'];
        'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
        'X-Quota-Reset': components['headers']['X-Quota-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 500;
          /** @enum {unknown} */
          code?: 'INTERNAL_ERROR' | 'BATCH_DISPATCH_FAILED';
        };
      };
    };
    /** @description The render failed. */
    RenderFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 502;
          /** @constant */
          code?: 'RENDER_FAILED';
        };
      };
    };
    /** @description The render failed, or its file could not be stored. Nothing was charged. */
    ShareFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 502;
          /** @enum {unknown} */
          code?: 'RENDER_FAILED' | 'SHARE_UPLOAD_FAILED';
        };
      };
    };
    /** @description The copy of the file could not be stored. Try again. */
    RowShareFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 502;
          /** @constant */
          code?: 'SHARE_UPLOAD_FAILED';
        };
      };
    };
    /** @description The file could not be removed. Try again. */
    RevokeFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 502;
          /** @constant */
          code?: 'SHARE_REVOKE_FAILED';
        };
      };
    };
    /** @description The database or the storage does not answer, or too many requests are in progress. */
    ServiceUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 503;
          /** @enum {unknown} */
          code?: 'SERVICE_UNAVAILABLE' | 'SHARING_UNAVAILABLE';
        };
      };
    };
    /** @description The database or the storage does not answer, or too many requests are in progress. */
    SharingUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 503;
          /** @enum {unknown} */
          code?: 'SERVICE_UNAVAILABLE' | 'SHARING_UNAVAILABLE';
        };
      };
    };
    /** @description All renderers are busy, or the database or the storage does not answer. */
    RendererUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 503;
          /** @enum {unknown} */
          code?: 'RENDERER_UNAVAILABLE' | 'SERVICE_UNAVAILABLE' | 'SHARING_UNAVAILABLE';
        };
      };
    };
  };
  parameters: {
    /**
     * @description The id of a session.
     * @example 1f0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c22
     */
    SessionId: string;
    /**
     * @description The id of a passkey.
     * @example 7d1c0f6a-93b2-4c57-8a51-2b0d6f5f3a90
     */
    PasskeyId: string;
    /**
     * @description The id of a member.
     * @example 2b0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c23
     */
    MemberId: string;
    /**
     * @description The id of a key.
     * @example 5c0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c24
     */
    KeyId: string;
    /**
     * @description The id of a key that signs image URLs.
     * @example 7d4f1c02-9a5e-4b6d-8c3f-1e2d3c4b5a69
     */
    UrlKeyId: string;
    /**
     * @description The id of a project.
     * @example 6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11
     */
    ProjectId: string;
    /**
     * @description The id of a template.
     * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
     */
    TemplateId: string;
    /**
     * @description The id of an item of the library.
     * @example 8a4e2f60-1b7d-4c39-9d52-6f0e3b1c7a48
     */
    LibraryItemId: string;
    /**
     * @description The id of a batch job.
     * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
     */
    JobId: string;
    /**
     * @description The place of a row in its batch, counted from 0.
     * @example 0
     */
    RowIndex: number;
    /**
     * @description The id of a link.
     * @example 9a1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c25
     */
    ShareId: string;
    /**
     * @description The id of a delivery.
     * @example 7d1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c26
     */
    DeliveryId: string;
    /**
     * @description The number of a published version.
     * @example 1
     */
    Version: number;
    /**
     * @description The path of the file, as the document names it.
     * @example images/logo.png
     */
    FilePath: string;
    /**
     * @description The `ETag` of the draft, or of the settings, that this request is based on.
     * @example "3"
     */
    IfMatch: string;
    /**
     * @description A value of your own that makes a repeated submission safe.
     * @example march-newsletter-1
     */
    IdempotencyKey: string;
    /**
     * @description Only entries whose name or description contains these words, in upper or lower case.
     * @example card
     */
    Search: string;
    /**
     * @description The page number, counted from 0.
     * @example 0
     */
    Page: number;
    /**
     * @description The maximum number of entries on a page.
     * @example 20
     */
    Size: number;
  };
  requestBodies: never;
  headers: {
    /**
     * @description The id of this request. Quote it in questions about the request.
     * @example 0b7c5f0e-4b3a-4a8e-9f57-2f1f7d1f6a31
     */
    'X-Request-Id': string;
    /**
     * @description The requests that are left now, and the seconds until all are.
     * @example "studio";r=99;t=1
     */
    RateLimit: string;
    /**
     * @description The limit that the request counted against.
     * @example "studio";q=100;w=1
     */
    'RateLimit-Policy': string;
    /**
     * @description Always 0.
     * @example 0
     */
    'X-RateLimit-Remaining': number;
    /**
     * @description The renders of the month.
     * @example 5000
     */
    'X-Quota-Limit': number;
    /**
     * @description The renders that are left.
     * @example 0
     */
    'X-Quota-Remaining': number;
    /**
     * @description When the next renders come.
     * @example 2026-04-01T00:00:00.000Z
     */
    'X-Quota-Reset': string;
    /**
     * @description The challenge that HTTP requires. No scheme is registered for cookies.
     * @example Session realm="platen-studio"
     */
    'WWW-Authenticate': string;
    /**
     * @description The seconds to wait before the next attempt.
     * @example 1
     */
    'Retry-After': number;
    /**
     * @description The next page.
     * @example /studio
     */
    Location: string;
    /**
     * @description The session cookie, or its removal.
     * @example platen_session=…; Path=/; HttpOnly; SameSite=Lax
     */
    'Set-Cookie': string;
    /**
     * @description The cookie of the session, or of signing in with the provider.
     * @example platen_session=…; Path=/; HttpOnly; SameSite=Lax
     */
    'Set-Cookie-Optional': string;
    /**
     * @description The name to save the file under.
     * @example attachment; filename="social-card.zip"
     */
    'Content-Disposition': string;
    /**
     * @description The state of the thing.
     * @example "3"
     */
    ETag: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations<Binary = Uint8Array | ReadableStream<Uint8Array>> {
  getSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account, its workspace and this session. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  signInWithPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordSignIn'];
      };
    };
    responses: {
      /** @description Signed in. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      /** @description A code of the second factor is needed. There is no session yet. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CodeChallenge'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['SignInFailed'];
      403: components['responses']['ForeignOrigin'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
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
      /** @description Signed out. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          /** @description The browser forgets what it has kept of the app. */
          'Clear-Site-Data'?: '"cache", "storage"';
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForeignOrigin'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  signInWithLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LinkSignIn'];
      };
    };
    responses: {
      /** @description Signed in. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      /** @description A code of the second factor is needed. There is no session yet. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CodeChallenge'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['LinkInvalid'];
      403: components['responses']['ForeignOrigin'];
      409: components['responses']['EmailTaken'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  finishSignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CodeSignIn'];
      };
    };
    responses: {
      /** @description Signed in. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['CodeRefused'];
      403: components['responses']['ForeignOrigin'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  finishPasskeySignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeySignIn'];
      };
    };
    responses: {
      /** @description Signed in. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['PasskeyRefused'];
      403: components['responses']['ForeignOrigin'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  startPasskeySignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeySignInStart'];
      };
    };
    responses: {
      /** @description For `navigator.credentials.get`. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyRequest'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['ChallengeInvalid'];
      403: components['responses']['ForeignOrigin'];
      409: components['responses']['NoPasskeyToSignIn'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  startOidc: {
    parameters: {
      query?: {
        /**
         * @description The page of the app to open afterwards.
         * @example /studio/jobs
         */
        returnTo?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description On to the next page. */
      302: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Location: components['headers']['Location'];
          'Set-Cookie': components['headers']['Set-Cookie-Optional'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      404: components['responses']['OidcNotConfigured'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  finishOidc: {
    parameters: {
      query?: {
        /**
         * @description The provider's code.
         * @example SplxlOBeZQQYbYS6WxSbIA
         */
        code?: string;
        /**
         * @description As sent.
         * @example af0ifjsldkj
         */
        state?: string;
        /**
         * @description The issuer.
         * @example https://accounts.example.org
         */
        iss?: string;
        /**
         * @description Ignored.
         * @example 4b0c0c1e
         */
        session_state?: string;
        /**
         * @description Ignored.
         * @example openid email
         */
        scope?: string;
        /**
         * @description Why it refused.
         * @example access_denied
         */
        error?: string;
        /**
         * @description The same in words.
         * @example The user refused.
         */
        error_description?: string;
        /**
         * @description Ignored.
         * @example https://accounts.example.org/errors
         */
        error_uri?: string;
        /**
         * @description Ignored.
         * @example 0
         */
        authuser?: string;
        /**
         * @description Ignored.
         * @example example.org
         */
        hd?: string;
        /**
         * @description Ignored.
         * @example consent
         */
        prompt?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description On to the next page. */
      302: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Location: components['headers']['Location'];
          'Set-Cookie': components['headers']['Set-Cookie-Optional'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      404: components['responses']['OidcNotConfigured'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
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
      /** @description The sessions. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a session.
         * @example 1f0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c22
         */
        sessionId: components['parameters']['SessionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  setPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordChange'];
      };
    };
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['PasswordRefused'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  confirmSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorCode'];
      };
    };
    responses: {
      /**
       * @description Recovery codes, shown once. Each signs in once without the app. None for an account with passkeys: its
       *     recovery codes stay.
       */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecoveryCodes'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['CodeWrong'];
      409: components['responses']['SecondFactorConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  startSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorStart'];
      };
    };
    responses: {
      /** @description The secret, shown once. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StartedSecondFactor'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerNotProved'];
      409: components['responses']['SecondFactorOn'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorRemoval'];
      };
    };
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRefused'];
      409: components['responses']['SecondFactorOff'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The passkeys, and where they can be used. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPasskey'];
      };
    };
    responses: {
      /** @description The passkey, and recovery codes, shown once; none where the account had a second factor before. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddedPasskey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['PasskeyWrong'];
      409: components['responses']['PasskeyNotAdded'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  startPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnerProof'];
      };
    };
    responses: {
      /** @description For `navigator.credentials.create`. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyCreation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerNotProved'];
      409: components['responses']['PasskeyNotAdded'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  renamePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a passkey.
         * @example 7d1c0f6a-93b2-4c57-8a51-2b0d6f5f3a90
         */
        passkeyId: components['parameters']['PasskeyId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyChange'];
      };
    };
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a passkey.
         * @example 7d1c0f6a-93b2-4c57-8a51-2b0d6f5f3a90
         */
        passkeyId: components['parameters']['PasskeyId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnerProof'];
      };
    };
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['PasskeyNotRemoved'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  startPasskeyProof: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description For `navigator.credentials.get`. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyRequest'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['NoPasskey'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WorkspaceChange'];
      };
    };
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerOnly'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listMembers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The members. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Invitation'];
      };
    };
    responses: {
      /** @description The invited member, and the link. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitedMember'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerOnly'];
      409: components['responses']['EmailTaken'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeMember: {
    parameters: {
      query?: {
        /**
         * @description The member who gets what others use. Without it: the owner who removes the member; another owner,
         *     if an owner leaves.
         */
        heirId?: string;
      };
      header?: never;
      path: {
        /**
         * @description The id of a member.
         * @example 2b0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c23
         */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerOnly'];
      404: components['responses']['NotFound'];
      409: components['responses']['LastOwner'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a member.
         * @example 2b0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c23
         */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MemberChange'];
      };
    };
    responses: {
      /** @description The member. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpdatedMember'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['MemberRefused'];
      404: components['responses']['NotFound'];
      409: components['responses']['MemberConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  endMemberSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a member.
         * @example 2b0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c23
         */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerOnly'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBelongings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a member.
         * @example 2b0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c23
         */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Projects, templates, URL keys and share links. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Belongings'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['NotOwner'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRemovedMembers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The removed members. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RemovedMemberList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['NotOwner'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  purgeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a member.
         * @example 2b0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c23
         */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerOnly'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  restoreMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a member.
         * @example 2b0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c23
         */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Invitation'];
      };
    };
    responses: {
      /** @description The invited member, and the link. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitedMember'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerOnly'];
      404: components['responses']['NotFound'];
      409: components['responses']['EmailTaken'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listActivity: {
    parameters: {
      query?: {
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of entries. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActivityPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The keys, and how many the plan allows. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewKey'];
      };
    };
    responses: {
      /** @description The key. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['KeyLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a key.
         * @example 5c0c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c24
         */
        keyId: components['parameters']['KeyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listUrlKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The keys, and how many a workspace may have. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UrlKeyList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createUrlKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUrlKey'];
      };
    };
    responses: {
      /** @description The key. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedUrlKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['KeyLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteUrlKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a key that signs image URLs.
         * @example 7d4f1c02-9a5e-4b6d-8c3f-1e2d3c4b5a69
         */
        urlKeyId: components['parameters']['UrlKeyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  signImageUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a key that signs image URLs.
         * @example 7d4f1c02-9a5e-4b6d-8c3f-1e2d3c4b5a69
         */
        urlKeyId: components['parameters']['UrlKeyId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewImageUrl'];
      };
    };
    responses: {
      /** @description The URL. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImageUrl'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ImageUrlRefused'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listProjects: {
    parameters: {
      query?: {
        /**
         * @description Only entries whose name or description contains these words, in upper or lower case.
         * @example card
         */
        search?: components['parameters']['Search'];
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of projects. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProjectPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewProject'];
      };
    };
    responses: {
      /** @description The project. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Project'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['StorageLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a project.
         * @example 6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11
         */
        projectId: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ProjectNotOwned'];
      404: components['responses']['NotFound'];
      409: components['responses']['ProjectHoldsOthersTemplates'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a project.
         * @example 6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11
         */
        projectId: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ProjectChange'];
      };
    };
    responses: {
      /** @description The project. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Project'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ProjectNotOwned'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createTemplate: {
    parameters: {
      query?: {
        /**
         * @description The name of an imported template, in place of that in `template.json`.
         * @example Spring offer
         */
        name?: components['schemas']['Name'];
        /**
         * @description Who sees an imported template. Without it, those who see the project.
         * @example PRIVATE
         */
        visibility?: components['schemas']['Visibility'];
      };
      header?: never;
      path: {
        /**
         * @description The id of a project.
         * @example 6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11
         */
        projectId: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTemplate'];
        'application/octet-stream': Binary;
      };
    };
    responses: {
      /** @description The template. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['StorageLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  convertDesign: {
    parameters: {
      query: {
        /**
         * @description The name of the file.
         * @example card.json
         */
        name: string;
        /**
         * @description The format, if it is not recognised.
         * @example polotno
         */
        format?: components['schemas']['DesignFormat'];
        /**
         * @description Which texts and pictures become variables: those that the design marks, all, none, or those of
         *     `variables`.
         * @example ALL
         */
        choice?: 'MARKED' | 'ALL' | 'NONE' | 'LISTED';
        /**
         * @description With `LISTED`, places in the list of `variables` of an earlier answer, from 0.
         * @example [
         *       0,
         *       2
         *     ]
         */
        variables?: number[];
        /**
         * @description The place of a page, frame or artboard in `pages` of an earlier answer, from 0; of a design, in a .zip of
         *     several.
         * @example 1
         */
        page?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': Binary;
      };
    };
    responses: {
      /** @description The template, and what became of the design. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DesignConversion'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['StorageLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTemplates: {
    parameters: {
      query?: {
        /**
         * @description Only templates of this project.
         * @example 6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11
         */
        projectId?: string;
        /**
         * @description The order, last updated first by default.
         * @example NAME
         */
        sort?: 'UPDATED' | 'CREATED' | 'NAME';
        /**
         * @description Only entries whose name or description contains these words, in upper or lower case.
         * @example card
         */
        search?: components['parameters']['Search'];
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of templates. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplatePage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The template. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['TemplateNotOwned'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateChange'];
      };
    };
    responses: {
      /** @description The template. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['TemplateNotOwned'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  moveTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateMove'];
      };
    };
    responses: {
      /** @description The template. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['TemplateNotOwned'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  duplicateTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateCopy'];
      };
    };
    responses: {
      /** @description The copy. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['StorageLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  exportTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The .zip with `template.json` and its files. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/zip': Binary;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The draft. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Draft'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  saveDraft: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description The `ETag` of the draft, or of the settings, that this request is based on.
         * @example "3"
         */
        'If-Match': components['parameters']['IfMatch'];
      };
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Document'];
      };
    };
    responses: {
      /** @description The saved draft, without its document. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedDraft'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['StorageLimitReached'];
      412: components['responses']['DraftChanged'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  discardDraft: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description The `ETag` of the draft, or of the settings, that this request is based on.
         * @example "3"
         */
        'If-Match': components['parameters']['IfMatch'];
      };
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['NeverPublished'];
      412: components['responses']['DraftChanged'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getDesignSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DesignSettings'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  saveDesignSettings: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description The `ETag` of the draft, or of the settings, that this request is based on.
         * @example "3"
         */
        'If-Match': components['parameters']['IfMatch'];
      };
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DesignSettings'];
      };
    };
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DesignSettings'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['StorageLimitReached'];
      412: components['responses']['SettingsChanged'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  publishDraft: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description The `ETag` of the draft, or of the settings, that this request is based on.
         * @example "3"
         */
        'If-Match': components['parameters']['IfMatch'];
      };
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The published version. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Version'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['DraftNotPublishable'];
      412: components['responses']['DraftChanged'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  previewDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DraftPreview'];
      };
    };
    responses: {
      /**
       * @description Two parts, in this order: the layout as `application/json`, and the file. Each has a
       *     `Content-Type` and a `Content-Length`.
       */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'multipart/mixed': {
            layout: components['schemas']['PreviewLayout'];
            /** Format: binary */
            file: Binary;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['PreviewRefused'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['RenderFailed'];
      503: components['responses']['RendererUnavailable'];
    };
  };
  listVersions: {
    parameters: {
      query?: {
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of versions. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VersionPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
        /**
         * @description The number of a published version.
         * @example 1
         */
        version: components['parameters']['Version'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The version. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VersionDocument'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  restoreVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
        /**
         * @description The number of a published version.
         * @example 1
         */
        version: components['parameters']['Version'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The published version. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Version'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['AlreadyPublished'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  previewVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
        /**
         * @description The number of a published version.
         * @example 1
         */
        version: components['parameters']['Version'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Preview'];
      };
    };
    responses: {
      /**
       * @description Two parts, in this order: the layout as `application/json`, and the file. Each has a
       *     `Content-Type` and a `Content-Length`.
       */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'multipart/mixed': {
            layout: components['schemas']['PreviewLayout'];
            /** Format: binary */
            file: Binary;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['PreviewRefused'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['RenderFailed'];
      503: components['responses']['RendererUnavailable'];
    };
  };
  listFiles: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The files. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FileList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getFile: {
    parameters: {
      query: {
        /**
         * @description The path of the file, as the document names it.
         * @example images/logo.png
         */
        path: components['parameters']['FilePath'];
        /**
         * @description Of this published version. Default is the draft, or without one the published version.
         * @example 1
         */
        version?: number;
      };
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': Binary;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadFile: {
    parameters: {
      query: {
        /**
         * @description The path of the file, as the document names it.
         * @example images/logo.png
         */
        path: components['parameters']['FilePath'];
      };
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': Binary;
      };
    };
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadedFile'];
        };
      };
      400: components['responses']['FileInvalid'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['FileLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteFile: {
    parameters: {
      query: {
        /**
         * @description The path of the file, as the document names it.
         * @example images/logo.png
         */
        path: components['parameters']['FilePath'];
      };
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getThumbnail: {
    parameters: {
      query?: {
        /**
         * @description Default is the published version.
         * @example 1
         */
        version?: number;
      };
      header?: {
        /**
         * @description The `ETag` of the picture that the browser has.
         * @example "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab"
         */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'image/webp': Binary;
        };
      };
      /** @description The browser has it. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listFonts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The fonts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FontList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getFont: {
    parameters: {
      query: {
        /**
         * @description The name of the family, in any case.
         * @example Inter
         */
        family: string;
        weight?: number;
        style?: 'normal' | 'italic';
      };
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': Binary;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLibraryItems: {
    parameters: {
      query?: {
        /**
         * @description Only items of these kinds.
         * @example [
         *       "LOGO"
         *     ]
         */
        kind?: components['schemas']['LibraryKind'][];
        /**
         * @description Only entries whose name or description contains these words, in upper or lower case.
         * @example card
         */
        search?: components['parameters']['Search'];
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of items. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createLibraryItem: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewLibraryItem'];
      };
    };
    responses: {
      /** @description The item. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryItem'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['StorageLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getLibraryItem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of an item of the library.
         * @example 8a4e2f60-1b7d-4c39-9d52-6f0e3b1c7a48
         */
        libraryItemId: components['parameters']['LibraryItemId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The item, with its document. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryItemWithDocument'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteLibraryItem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of an item of the library.
         * @example 8a4e2f60-1b7d-4c39-9d52-6f0e3b1c7a48
         */
        libraryItemId: components['parameters']['LibraryItemId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['LibraryItemNotOwned'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateLibraryItem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of an item of the library.
         * @example 8a4e2f60-1b7d-4c39-9d52-6f0e3b1c7a48
         */
        libraryItemId: components['parameters']['LibraryItemId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LibraryItemChange'];
      };
    };
    responses: {
      /** @description The item. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryItem'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['StorageLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getLibraryFile: {
    parameters: {
      query: {
        /**
         * @description The path of the file, as the document names it.
         * @example images/logo.png
         */
        path: components['parameters']['FilePath'];
      };
      header?: never;
      path: {
        /**
         * @description The id of an item of the library.
         * @example 8a4e2f60-1b7d-4c39-9d52-6f0e3b1c7a48
         */
        libraryItemId: components['parameters']['LibraryItemId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': Binary;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadLibraryFile: {
    parameters: {
      query: {
        /**
         * @description The path of the file, as the document names it.
         * @example images/logo.png
         */
        path: components['parameters']['FilePath'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': Binary;
      };
    };
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadedLibraryFile'];
        };
      };
      400: components['responses']['FileInvalid'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['StorageLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadPicture: {
    parameters: {
      query?: {
        /** @description Whether the answer has the picture as it is kept, as the value of a variable. */
        dataUrl?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': Binary;
      };
    };
    responses: {
      /** @description The picture. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadedPicture'];
        };
      };
      400: components['responses']['FileInvalid'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      409: components['responses']['FileLimitReached'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  submitBatch: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A value of your own that makes a repeated submission safe.
         * @example march-newsletter-1
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BatchSubmission'];
      };
    };
    responses: {
      /** @description The accepted job. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BatchRefused'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['SubmissionConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['BatchLimited'];
      500: components['responses']['BatchDispatchFailed'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  checkBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BatchCheck'];
      };
    };
    responses: {
      /** @description The outcome of each row, and what the rows would cost. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchCheckResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['PreviewRefused'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RendererUnavailable'];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /**
         * @description Only jobs in this state. Repeat it for several.
         * @example [
         *       "COMPLETED"
         *     ]
         */
        status?: components['schemas']['JobStatus'][];
        /**
         * @description Only jobs submitted with an API key, or in the app.
         * @example DESIGNER
         */
        source?: components['schemas']['JobOrigin'];
        /**
         * @description Only jobs of this template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId?: string;
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of jobs. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a batch job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a batch job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['JobActive'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listJobItems: {
    parameters: {
      query?: {
        /**
         * @description Only rows with this outcome.
         * @example FAILED
         */
        status?: components['schemas']['JobItemStatus'];
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path: {
        /**
         * @description The id of a batch job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of outcomes, in the order of submission. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobItemPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getJobItemFile: {
    parameters: {
      query?: {
        /**
         * @description Whether browsers save the file, under its name, or show it.
         * @example false
         */
        save?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description The id of a batch job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
        /**
         * @description The place of a row in its batch, counted from 0.
         * @example 0
         */
        rowIndex: components['parameters']['RowIndex'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'image/png': Binary;
          'image/jpeg': Binary;
          'image/webp': Binary;
          'image/avif': Binary;
          'image/svg+xml': Binary;
          'application/pdf': Binary;
          'application/zpl': Binary;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      409: components['responses']['NoFileOfRow'];
      410: components['responses']['ResultExpired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  shareJobItem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a batch job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
        /**
         * @description The place of a row in its batch, counted from 0.
         * @example 0
         */
        rowIndex: components['parameters']['RowIndex'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRowShare'];
      };
    };
    responses: {
      /** @description The link. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Share'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SharingRefused'];
      404: components['responses']['NotFound'];
      409: components['responses']['RowShareConflict'];
      410: components['responses']['ResultExpired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['RowShareFailed'];
      503: components['responses']['SharingUnavailable'];
    };
  };
  getJobResult: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a batch job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The URL; it works without a session until it expires. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      404: components['responses']['NotFound'];
      409: components['responses']['ResultNotReady'];
      410: components['responses']['ResultExpired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cancelJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a batch job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createShare: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewShare'];
      };
    };
    responses: {
      /** @description The link. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Share'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SharingRefused'];
      404: components['responses']['NotFound'];
      409: components['responses']['ShareConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RenderLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['ShareFailed'];
      503: components['responses']['RendererUnavailable'];
    };
  };
  listShares: {
    parameters: {
      query?: {
        /**
         * @description Only links of this template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId?: string;
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of links. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SharePage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  revokeShare: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a link.
         * @example 9a1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c25
         */
        shareId: components['parameters']['ShareId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Done'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['RevokeFailed'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /**
         * @description Only deliveries in this state.
         * @example FAILED
         */
        status?: components['schemas']['DeliveryStatus'];
        /**
         * @description Only deliveries of this job.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId?: string;
        /**
         * @description The page number, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description The maximum number of entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of deliveries. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redeliver: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of a delivery.
         * @example 7d1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c26
         */
        deliveryId: components['parameters']['DeliveryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery; its next attempt is due now. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Refused'];
      404: components['responses']['NotFound'];
      409: components['responses']['DeliveryPending'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCallbackSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallbackSecret'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['NotOwner'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rotateCallbackSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallbackSecret'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OwnerOnly'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getUsage: {
    parameters: {
      query?: {
        /**
         * @description Default is the current month (UTC).
         * @example 2026-03
         */
        month?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The renders. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Usage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['SecondFactorRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
}
