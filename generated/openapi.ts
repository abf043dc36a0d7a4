// Generated from openapi.yaml by scripts/generate.ts; change that instead.

export interface paths<Binary = Uint8Array | ReadableStream<Uint8Array>> {
  '/api/v1/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List projects
     * @description Returns the account's own projects and those that other members of the workspace share, newest
     *     `updatedAt` first. `templateCount` counts only the templates that the account can see.
     */
    get: operations<Binary>['listProjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{projectId}/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the templates of a project
     * @description Returns the account's own templates in the project and the shared ones, newest `updatedAt` first. Read
     *     a single template for its variables.
     */
    get: operations<Binary>['listProjectTemplates'];
    put?: never;
    /**
     * Import a template
     * @description Imports a template from a .zip: `template.json` and the images, fonts, PDFs and colour profiles that it
     *     names. Everything is checked first, and stored completely or not at all. With `templateId` it becomes the
     *     next version of that template; jobs in progress keep the version that they were submitted with.
     *
     *     Needs a key that may author (`platen key create --author`). The template belongs to the key's account.
     */
    post: operations<Binary>['importTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a template and its variables
     * @description Returns what a client needs to render the template: the page's size and, in `variables`, each variable
     *     with its type and rules. A shared template inside another member's private project can be read and
     *     rendered; the project itself stays hidden.
     */
    get: operations<Binary>['getTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}/generate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Render a template
     * @description Renders the template with the given values. Returns the file (`delivery` `binary`, the default), or
     *     publishes it at a public URL and returns that URL (`delivery` `link`).
     *
     *     Each success costs one render; equal requests are rendered again, unless they have the same
     *     `Idempotency-Key`. Every other outcome costs nothing: the charge is refunded. If the client disconnects
     *     while the request waits for a renderer, the request is dropped and refunded. Once rendering has started it
     *     is finished and stays charged.
     *
     *     **Size.** Pixels = page in inches × dpi × `scale`, rounded per side. The dpi is `outputDpi`, or the
     *     template's own. A 1200 × 630 px page at 96 dpi and scale 1 is exactly 1200 × 630. A PDF page has the
     *     template's size at every scale. Its text and shapes are vectors, and `outputDpi` limits the density of
     *     its bitmaps. The same holds for an SVG, which has no bleed. An output over 100 million pixels, or larger than the format can hold (WebP 16,383 pixels
     *     a side, AVIF 16,384 and 24 million in all, JPEG 65,500), is refused before rendering.
     *
     *     **Image variables.** The service fetches the image from its URL: public addresses only (and those that
     *     the operator allows by `OUTBOUND_ALLOW`), at most 5 redirects, 10 seconds, 20 MiB and 50 million
     *     pixels; png, jpeg, webp, gif or avif. If the URL itself is at fault, the answer is 400 and names the
     *     variable. If the origin does not answer, or answers 5xx, it is 502. A value may also name a picture of the
     *     template by its path (`images/p1.jpg`); where there is no such path, a `files/` in front is left out.
     *
     *     **Idempotency.** If a request with an `Idempotency-Key` succeeds, its answer is kept for 24 hours. An equal
     *     request with the same key (the same template, and a body of the same bytes) gets that answer, with
     *     `Idempotent-Replayed: true`, and costs nothing: no second render, no second link. The headers of the
     *     quota are those of now. Another request with the key is refused with 422, and one that comes while the
     *     first is in progress with 409 and `Retry-After`. A request that is refused or fails releases its key.
     *     A key belongs to the workspace. The kept files count as stored data until they are removed.
     *
     *     The plan sets how many calls a second are accepted.
     */
    post: operations<Binary>['generateImage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your share links
     * @description Returns the links that the account has created, newest first, in an order that is stable across pages.
     *     An expired link stays in the list until the next cleanup; its URL no longer works.
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
  '/api/v1/shares/{shareId}': {
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
     * Revoke a share link
     * @description Deletes the published file and the link permanently. The service answers the URL with 404 at once;
     *     caches may show their copy for up to 5 minutes. Deleting an API key does not revoke the links created
     *     with it.
     */
    delete: operations<Binary>['revokeShare'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/batch-jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your batch jobs
     * @description Returns the jobs of the account, newest first, whichever key submitted them. 100 requests a second,
     *     shared with the other reads of batch jobs.
     */
    get: operations<Binary>['listBatchJobs'];
    put?: never;
    /**
     * Submit a batch
     * @description Submits one template and a row of values for each output file, and returns the job at once. The files
     *     are rendered in the background and packed into one ZIP archive. Poll the job, or give a `callbackUrl`,
     *     to learn when it has ended.
     *
     *     **All or nothing.** Every row is checked first. One invalid row refuses the whole submission: nothing
     *     is created or charged, and `errors` lists up to 100 problems over all rows. Values that are not
     *     strings, and errors in other parts of the body, are reported first; the values are compared with the
     *     template once there are none. N valid rows are charged as N renders at submission. Rows that fail to
     *     render, and rows that a cancelled job did not reach, are refunded.
     *
     *     **Limits.** At most 2,000 rows or 10 MiB (`BATCH_SIZE_EXCEEDED`), fewer rows by plan
     *     (`BATCH_ROW_LIMIT_EXCEEDED`); 250 values a row on average, those of lists included; 10,000 variables
     *     and 100,000 values in one row; one submission a second, valid or not, and 2 active jobs for each
     *     account. Invalid rows count as more submissions if it takes long to find out. Rows whose check takes
     *     more than a minute are refused: `errors` names the first that was not checked (`/rows/120`).
     *
     *     **Idempotency.** If a submission with the same `Idempotency-Key` is repeated, the response is the
     *     first submission's job: no second job, no second charge, even if both arrive together. It carries
     *     `Idempotent-Replayed: true`. Two submissions are the same if template, number of rows, format, options,
     *     file name pattern and `sheet` are equal; the values of the rows are not compared. A new `callbackUrl` or
     *     `includeWarnings` is ignored: the earlier job stays as it was. A key belongs to the workspace and is
     *     stored as long as its job exists.
     *
     *     A replay is answered before any limit is checked, and counts as a read, not as a submission. Another
     *     account of the workspace may replay it: that account gets the job's id but cannot read the job.
     *
     *     The job uses the template as it is at submission; later edits have no effect on it.
     */
    post: operations<Binary>['submitBatchJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/batch-jobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a batch job
     * @description Returns state, progress and, once there is one, the archive's URL. Made for polling: 100 requests a
     *     second, shared with the other reads of batch jobs. Every key of the account that submitted the job can
     *     read it.
     *
     *     PENDING and PROCESSING jobs are active. COMPLETED: every row has an outcome and at least one file was
     *     rendered. FAILED: no file was rendered, the archive could not be stored, or the job took longer than
     *     an hour.
     */
    get: operations<Binary>['getBatchJob'];
    put?: never;
    post?: never;
    /**
     * Delete a batch job
     * @description Deletes an ended job with its archive and the outcomes of its rows permanently. Nothing is refunded.
     *     Cancel an active job first. 10 requests a second, shared with cancel.
     */
    delete: operations<Binary>['deleteBatchJob'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/batch-jobs/{jobId}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the outcome of each row
     * @description Returns one entry for each row that has an outcome, in the order of submission. Use it to match the
     *     files of the archive to the rows: the archive has no file for a row that failed. 100 requests a
     *     second, shared with the other reads of batch jobs.
     */
    get: operations<Binary>['listBatchItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/batch-jobs/{jobId}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the archive
     * @description Returns the ZIP archive of a COMPLETED job, with one file for each rendered row and no folders. By
     *     default the response is a URL that works without a key for one hour; call again for a new one. With
     *     `delivery` `zip` the response is the archive itself. The archive is kept for 30 days; the job stays
     *     readable after that. 100 requests a second, shared with the other reads of batch jobs.
     *
     *     A job with `sheet` has one PDF in place of the ZIP archive, with everything said here of the archive:
     *     `delivery` `pdf` returns it. Each of `zip` and `pdf` is for its own kind of job; for the other it is a
     *     400 `BATCH_INVALID_DELIVERY`.
     *
     *     An interrupted download can be resumed: request the rest with `Range`, here or at the download URL,
     *     and send the `ETag` of the first part in `If-Range`.
     *
     *     A download URL (`/files/…`) takes `GET` and `HEAD`. An expired or altered URL answers 403
     *     `DOWNLOAD_LINK_INVALID`: get a new one here. Once the archive is deleted, for example with its job, it
     *     answers 404 `NOT_FOUND`. A range beyond the end is 416. Use the URL unchanged. If the service stores
     *     its files in a bucket, the URL leads to the bucket, and its errors are the bucket's own.
     */
    get: operations<Binary>['getBatchResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/batch-jobs/{jobId}/cancel': {
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
     * @description Cancels an active job. Rows that are not rendered yet are refunded: `totalItems` minus
     *     `completedItems`. On an ended job this has no effect and returns the same response. 10 requests a
     *     second, shared with delete.
     */
    post: operations<Binary>['cancelBatchJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{templateId}/renders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Render a template in the background
     * @description Takes what generate takes, and answers at once: the file is rendered in the background, so a document of
     *     hundreds of pages needs no open connection. Poll the render, or give a `callbackUrl`, to learn when it has
     *     ended; then get its file.
     *
     *     Everything is checked as for generate, before anything is stored or charged. One render is charged; it is
     *     refunded unless there is a file. An image that cannot be fetched makes the render FAILED.
     *     A render has no `delivery` and no `options.password`: a password is not kept.
     *
     *     **Limits.** Calls count as calls of generate. An account may have as many active renders as its plan allows
     *     rows in its active batch jobs. A render may take 5 minutes, or what the operator sets
     *     (`BACKGROUND_RENDER_TIMEOUT`). Render and file are kept for 30 days, or what the operator sets, and count as
     *     stored data.
     *
     *     **Idempotency.** An equal request with the same `Idempotency-Key` (the same template, and a body of the same
     *     bytes) gets the first one's render, with `Idempotent-Replayed: true`, and costs nothing, as long as that
     *     render is kept. Another request with the key is refused with 422. A key belongs to the workspace; batches
     *     and generate have keys of their own.
     *
     *     The render uses the template as it is now; later edits have no effect on it.
     */
    post: operations<Binary>['submitRender'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/renders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your renders
     * @description Returns the renders of the account that were submitted in the background, newest first, whichever key
     *     submitted them. 100 requests a second, shared with the reads of batch jobs.
     */
    get: operations<Binary>['listRenders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/renders/{renderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a render
     * @description Returns the state of a render and, once there is one, a URL of its file. Made for polling: 100 requests a
     *     second, shared with the reads of batch jobs. Every key of the account that submitted the render can read it.
     *
     *     PENDING and PROCESSING renders are active. COMPLETED: there is a file. FAILED: `error` says why there is none.
     *     CANCELLED: the account was removed or deleted the render while it was active.
     */
    get: operations<Binary>['getRender'];
    put?: never;
    post?: never;
    /**
     * Delete a render
     * @description Deletes a render with its file permanently. One that is active is cancelled and refunded first, and its
     *     callback says so; one that has ended stays charged. 10 requests a second, shared with changes of batch jobs.
     */
    delete: operations<Binary>['deleteRender'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/renders/{renderId}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the file of a render
     * @description Returns a URL of the file of a COMPLETED render, which works without a key for one hour; call again for a
     *     new one. The URL (`/files/…`) takes `GET` and `HEAD`, byte ranges and `If-Range`, as that of an archive does,
     *     and refuses as it does. 100 requests a second, shared with the reads of batch jobs.
     */
    get: operations<Binary>['getRenderFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the webhook endpoints
     * @description Returns the endpoints of the workspace, the oldest first, and what its plan allows.
     */
    get: operations<Binary>['listWebhookEndpoints'];
    put?: never;
    /**
     * Add a webhook endpoint
     * @description Adds a URL that gets events of the workspace from now on. The secret that signs them is only in this answer and
     *     in that of a rotation.
     */
    post: operations<Binary>['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhook-endpoints/{endpointId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook endpoint
     * @description Returns an endpoint, without its secret.
     */
    get: operations<Binary>['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Remove a webhook endpoint
     * @description Removes the endpoint with the log of its deliveries. Nothing more is sent to it.
     */
    delete: operations<Binary>['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Change a webhook endpoint
     * @description Changes what the body names. `status` turns it off (`DISABLED`: it gets no events, and those that are planned end
     *     as FAILED) or on again (`ACTIVE`, also for a paused one; replay what it has missed).
     */
    patch: operations<Binary>['updateWebhookEndpoint'];
    trace?: never;
  };
  '/api/v1/webhook-endpoints/{endpointId}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of a webhook endpoint
     * @description Makes a new secret. For the overlap, both secrets sign each attempt. A rotation within an overlap ends the
     *     older secret at once.
     */
    post: operations<Binary>['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhook-endpoints/{endpointId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Sends a `webhook.test` to this endpoint, whatever types it wants. A paused endpoint gets it, too, and is resumed
     *     if it accepts it. The deliveries show what was answered.
     */
    post: operations<Binary>['sendWebhookTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhook-endpoints/{endpointId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries to a webhook endpoint
     * @description Returns the events for this endpoint, newest first, with the last 20 attempts of each.
     */
    get: operations<Binary>['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhook-endpoints/{endpointId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events again
     * @description Plans deliveries of this endpoint again: that of one event, or those of a span of time, up to 2,000 in a call,
     *     the oldest first. A delivery that has ended gets all its attempts once more; one in progress gets its next
     *     attempt now. A paused endpoint takes single events; turn it on for more.
     */
    post: operations<Binary>['replayWebhookEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/i/{templateId}/{version}/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the picture of a signed URL
     * @description Returns the picture, rendered at the first request and from a cache after that. The signature is
     *     checked before anything else. Only a render is charged: neither a picture from the cache nor a 304
     *     is. Any number of simultaneous requests for one picture cause one render.
     *
     *     With a key that has the option `fit`, texts that are too long for their variable are shortened at a word,
     *     and named in `X-Image-Fitted`.
     *
     *     A new picture beyond the rate of the account's plan waits for its turn, for up to 20 seconds; only then is it
     *     429. If all renderers are busy, it waits for one within the same 20 seconds; only then is it 503. `HEAD` never
     *     waits.
     *
     *     With a key that has the option `fallback`, everything that goes wrong after a valid signature is
     *     answered 200 with the template's default picture, and the code in `X-Image-Error`.
     */
    get: operations<Binary>['getImage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * Get the headers of a signed URL
     * @description Returns the headers that `GET` would. It never renders: of a picture that was not rendered yet,
     *     `Content-Length` and `Last-Modified` are not known. The code of a problem is in `X-Image-Error`.
     */
    head: operations<Binary>['headImage'];
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A problem (RFC 9457). Decide by `status` and `code`, show `detail` to people, log `requestId`. */
    Problem: {
      type: components['schemas']['ProblemType'];
      /** @description The name of the status. */
      title: string;
      /** @description The HTTP status. */
      status: number;
      /** @description The kind of problem, for programs. Each status lists its own codes. */
      code: string;
      /** @description The problem, for people: the field, the given value, what is accepted. */
      detail: string;
      /**
       * Format: uuid
       * @description The same as `X-Request-Id`.
       */
      requestId: string;
      /** @description The first 100 invalid fields, where the problem is about fields. */
      errors?: components['schemas']['FieldError'][];
    };
    /** @description The request does not match this document. */
    ValidationProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadRequestStatus'];
      code?: components['schemas']['ValidationProblemCode'];
    };
    /** @description There is no such project, or it is private. */
    ProjectNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['ProjectNotFoundProblemCode'];
    };
    /** @description The plan has no share links, or their limit is reached. */
    SharingRefusedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ForbiddenStatus'];
      code?: components['schemas']['SharingRefusedProblemCode'];
    };
    /** @description The request is invalid, or the template is. */
    ImportRefusedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadRequestStatus'];
      code?: components['schemas']['ImportProblemCode'];
    };
    /** @description The key may not author. */
    AuthoringRefusedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ForbiddenStatus'];
      code?: components['schemas']['AuthoringProblemCode'];
    };
    /** @description The workspace stores all that its plan allows. */
    StorageLimitProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['StorageLimitProblemCode'];
    };
    /** @description The workspace has no room, or a render with the same Idempotency-Key is in progress. */
    RenderConflictProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['RenderConflictProblemCode'];
    };
    /** @description The Idempotency-Key belongs to another render. */
    RenderKeyReusedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['UnprocessableStatus'];
      code?: components['schemas']['RenderKeyReusedProblemCode'];
    };
    /** @description There is no such project, or no such template of the account. */
    ImportTargetNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['ImportTargetProblemCode'];
    };
    /** @description The body is over the limit. */
    PayloadTooLargeProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ContentTooLargeStatus'];
      code?: components['schemas']['PayloadTooLargeProblemCode'];
    };
    /** @description The month's renders are used up, or there were too many calls at once. */
    RenderLimitProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['TooManyRequestsStatus'];
      code?: components['schemas']['RenderLimitProblemCode'];
    };
    /** @description The month's renders are used up, or too many renders are active or were submitted at once. */
    RenderSubmissionLimitProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['TooManyRequestsStatus'];
      code?: components['schemas']['RenderSubmissionLimitProblemCode'];
    };
    /** @description The account has no such render. */
    RenderNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['RenderNotFoundProblemCode'];
    };
    /** @description The account has no such render, or its file is not in storage. */
    RenderFileNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['RenderFileNotFoundProblemCode'];
    };
    /** @description The render has no file. */
    RenderNotReadyProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['RenderNotReadyProblemCode'];
    };
    /** @description The service failed. */
    InternalProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['InternalServerErrorStatus'];
      code?: components['schemas']['InternalProblemCode'];
    };
    /** @description The render failed, or it was not published. */
    RenderFailedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadGatewayStatus'];
      code?: components['schemas']['RenderFailedProblemCode'];
    };
    /** @description No renderer is free, or the storage or the database cannot be used. */
    RendererUnavailableProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ServiceUnavailableStatus'];
      code?: components['schemas']['RendererUnavailableProblemCode'];
    };
    /** @description The account has no such share link. */
    ShareNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['ShareNotFoundProblemCode'];
    };
    /** @description The published file could not be deleted. */
    ShareRevokeProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadGatewayStatus'];
      code?: components['schemas']['ShareRevokeProblemCode'];
    };
    /** @description The submission is invalid. */
    BatchSubmissionProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadRequestStatus'];
      code?: components['schemas']['BatchSubmissionProblemCode'];
    };
    /** @description The Idempotency-Key belongs to another submission, or the workspace has no room. */
    IdempotencyKeyReusedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['IdempotencyKeyReusedProblemCode'];
    };
    /** @description Too few renders are left, too many jobs are active, or there were too many submissions at once. */
    BatchLimitProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['TooManyRequestsStatus'];
      code?: components['schemas']['BatchLimitProblemCode'];
    };
    /** @description The job could not be queued, or the service failed. */
    BatchDispatchProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['InternalServerErrorStatus'];
      code?: components['schemas']['BatchDispatchProblemCode'];
    };
    /** @description The job has not ended. */
    BatchJobActiveProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['BatchJobActiveProblemCode'];
    };
    /** @description An unknown delivery, or a request that does not match this document. */
    BatchDeliveryProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadRequestStatus'];
      code?: components['schemas']['BatchDeliveryProblemCode'];
    };
    /** @description The account has no such job, or its archive is no longer in storage. */
    BatchResultNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['BatchResultNotFoundProblemCode'];
    };
    /** @description The job is not COMPLETED. */
    BatchResultNotReadyProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['BatchResultNotReadyProblemCode'];
    };
    /** @description The archive was deleted after its retention time. */
    BatchResultExpiredProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['GoneStatus'];
      code?: components['schemas']['BatchResultExpiredProblemCode'];
    };
    /** @description The range is beyond the end of the archive. */
    RangeProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['RangeNotSatisfiableStatus'];
      code?: components['schemas']['RangeProblemCode'];
    };
    /** @description An invalid filter, id, page or parameter. */
    BatchFilterProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadRequestStatus'];
      code?: components['schemas']['BatchFilterProblemCode'];
    };
    /** @description There is no valid key. */
    UnauthorizedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['UnauthorizedStatus'];
      code?: components['schemas']['UnauthorizedProblemCode'];
    };
    /** @description There is no such template, or it is private. */
    TemplateNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['TemplateNotFoundProblemCode'];
    };
    /** @description The account has no such job. */
    BatchNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['BatchNotFoundProblemCode'];
    };
    /** @description The body has another media type. */
    UnsupportedMediaTypeProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['UnsupportedMediaTypeStatus'];
      code?: components['schemas']['UnsupportedMediaTypeProblemCode'];
    };
    /** @description There were too many requests in a short time. */
    RateLimitProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['TooManyRequestsStatus'];
      code?: components['schemas']['RateLimitProblemCode'];
    };
    /** @description The database or the storage cannot be used. */
    ServiceUnavailableProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ServiceUnavailableStatus'];
      code?: components['schemas']['ServiceUnavailableProblemCode'];
    };
    /** @description The storage of share links, or the database, does not answer. */
    SharingUnavailableProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ServiceUnavailableStatus'];
      code?: components['schemas']['SharingUnavailableProblemCode'];
    };
    /** @description A parameter of the URL, or a value in it, is not valid. */
    ImageValuesProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadRequestStatus'];
      code?: components['schemas']['ImageValuesProblemCode'];
    };
    /** @description The signature is not valid, or the key does not allow this picture. */
    ImageForbiddenProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ForbiddenStatus'];
      code?: components['schemas']['ImageForbiddenProblemCode'];
    };
    /** @description The URL is expired. */
    ImageExpiredProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['GoneStatus'];
      code?: components['schemas']['ImageExpiredProblemCode'];
    };
    /** @description The render failed. */
    ImageRenderFailedProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadGatewayStatus'];
      code?: components['schemas']['ImageRenderFailedProblemCode'];
    };
    /** @description No renderer is free, or the database cannot be used. */
    ImageUnavailableProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ServiceUnavailableStatus'];
      code?: components['schemas']['ImageUnavailableProblemCode'];
    };
    /** @description The account is not an owner of the workspace. */
    OwnerOnlyProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ForbiddenStatus'];
      code?: components['schemas']['OwnerOnlyProblemCode'];
    };
    /** @description The request does not match this document, or its URL is not accepted. */
    WebhookUrlProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['BadRequestStatus'];
      code?: components['schemas']['WebhookUrlProblemCode'];
    };
    /** @description The workspace has no such webhook endpoint. */
    WebhookEndpointNotFoundProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['WebhookEndpointNotFoundProblemCode'];
    };
    /** @description The workspace has no such webhook endpoint, or it has no such event. */
    WebhookReplayTargetProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['NotFoundStatus'];
      code?: components['schemas']['WebhookReplayTargetProblemCode'];
    };
    /** @description The workspace has all its webhook endpoints. */
    WebhookEndpointLimitProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['WebhookEndpointLimitProblemCode'];
    };
    /** @description The webhook endpoint is paused or disabled. */
    WebhookEndpointOffProblem: components['schemas']['Problem'] & {
      status?: components['schemas']['ConflictStatus'];
      code?: components['schemas']['WebhookEndpointOffProblemCode'];
    };
    /**
     * @description Always `about:blank`; see `code`.
     * @enum {string}
     */
    ProblemType: 'about:blank';
    /** @enum {integer} */
    BadRequestStatus: 400;
    /** @enum {integer} */
    UnauthorizedStatus: 401;
    /** @enum {integer} */
    ForbiddenStatus: 403;
    /** @enum {integer} */
    NotFoundStatus: 404;
    /** @enum {integer} */
    ConflictStatus: 409;
    /** @enum {integer} */
    GoneStatus: 410;
    /** @enum {integer} */
    ContentTooLargeStatus: 413;
    /** @enum {integer} */
    UnsupportedMediaTypeStatus: 415;
    /** @enum {integer} */
    UnprocessableStatus: 422;
    /** @enum {integer} */
    RangeNotSatisfiableStatus: 416;
    /** @enum {integer} */
    TooManyRequestsStatus: 429;
    /** @enum {integer} */
    InternalServerErrorStatus: 500;
    /** @enum {integer} */
    BadGatewayStatus: 502;
    /** @enum {integer} */
    ServiceUnavailableStatus: 503;
    /** @enum {string} */
    ImportProblemCode: 'VALIDATION_ERROR' | 'TEMPLATE_INVALID';
    /** @enum {string} */
    AuthoringProblemCode: 'AUTHORING_NOT_ALLOWED';
    /** @enum {string} */
    ImportTargetProblemCode: 'PROJECT_NOT_FOUND' | 'TEMPLATE_NOT_FOUND';
    /** @enum {string} */
    ValidationProblemCode: 'VALIDATION_ERROR';
    /** @enum {string} */
    ProjectNotFoundProblemCode: 'PROJECT_NOT_FOUND';
    /** @enum {string} */
    SharingRefusedProblemCode: 'SHARING_NOT_AVAILABLE_ON_PLAN' | 'SHARE_LINK_LIMIT_REACHED';
    /** @enum {string} */
    PayloadTooLargeProblemCode: 'PAYLOAD_TOO_LARGE';
    /** @enum {string} */
    RenderLimitProblemCode: 'QUOTA_EXCEEDED' | 'RATE_LIMIT_EXCEEDED';
    /** @enum {string} */
    InternalProblemCode: 'INTERNAL_ERROR';
    /** @enum {string} */
    RenderFailedProblemCode: 'RENDER_FAILED' | 'SHARE_UPLOAD_FAILED';
    /** @enum {string} */
    RendererUnavailableProblemCode: 'RENDERER_UNAVAILABLE' | 'SHARING_UNAVAILABLE' | 'SERVICE_UNAVAILABLE';
    /** @enum {string} */
    ShareNotFoundProblemCode: 'SHARE_NOT_FOUND';
    /** @enum {string} */
    ShareRevokeProblemCode: 'SHARE_REVOKE_FAILED';
    /** @enum {string} */
    BatchSubmissionProblemCode:
      | 'VALIDATION_ERROR'
      | 'TEMPLATE_NOT_FOUND'
      | 'VARIABLE_VALIDATION_FAILED'
      | 'BATCH_SIZE_EXCEEDED'
      | 'BATCH_ROW_LIMIT_EXCEEDED'
      | 'BATCH_COMPLETION_CALLBACK_URL_INVALID';
    /** @enum {string} */
    IdempotencyKeyReusedProblemCode: 'BATCH_IDEMPOTENCY_KEY_REUSED' | 'STORAGE_LIMIT_REACHED';
    /** @enum {string} */
    RenderConflictProblemCode: 'STORAGE_LIMIT_REACHED' | 'IDEMPOTENCY_KEY_IN_PROGRESS';
    /** @enum {string} */
    RenderKeyReusedProblemCode: 'IDEMPOTENCY_KEY_REUSED';
    /** @enum {string} */
    RenderSubmissionLimitProblemCode: 'QUOTA_EXCEEDED' | 'TOO_MANY_ACTIVE_RENDERS' | 'RATE_LIMIT_EXCEEDED';
    /** @enum {string} */
    RenderNotFoundProblemCode: 'RENDER_NOT_FOUND';
    /** @enum {string} */
    RenderFileNotFoundProblemCode: 'RENDER_NOT_FOUND' | 'RENDER_FILE_NOT_FOUND';
    /** @enum {string} */
    RenderNotReadyProblemCode: 'RENDER_NOT_READY';
    /** @enum {string} */
    StorageLimitProblemCode: 'STORAGE_LIMIT_REACHED';
    /** @enum {string} */
    BatchLimitProblemCode: 'BATCH_RATE_LIMIT_EXCEEDED' | 'RATE_LIMIT_EXCEEDED';
    /** @enum {string} */
    BatchDispatchProblemCode: 'BATCH_DISPATCH_FAILED' | 'INTERNAL_ERROR';
    /** @enum {string} */
    BatchJobActiveProblemCode: 'BATCH_JOB_ACTIVE';
    /** @enum {string} */
    BatchDeliveryProblemCode: 'BATCH_INVALID_DELIVERY' | 'VALIDATION_ERROR';
    /** @enum {string} */
    BatchResultNotFoundProblemCode: 'BATCH_NOT_FOUND' | 'BATCH_RESULT_NOT_FOUND';
    /** @enum {string} */
    BatchResultNotReadyProblemCode: 'BATCH_RESULT_NOT_READY';
    /** @enum {string} */
    BatchResultExpiredProblemCode: 'BATCH_RESULT_EXPIRED';
    /** @enum {string} */
    RangeProblemCode: 'RANGE_NOT_SATISFIABLE';
    /** @enum {string} */
    BatchFilterProblemCode: 'BATCH_INVALID_FILTER';
    /** @enum {string} */
    UnauthorizedProblemCode: 'UNAUTHORIZED';
    /** @enum {string} */
    TemplateNotFoundProblemCode: 'TEMPLATE_NOT_FOUND';
    /** @enum {string} */
    BatchNotFoundProblemCode: 'BATCH_NOT_FOUND';
    /** @enum {string} */
    UnsupportedMediaTypeProblemCode: 'UNSUPPORTED_MEDIA_TYPE';
    /** @enum {string} */
    ImageValuesProblemCode: 'VALIDATION_ERROR' | 'VARIABLE_VALIDATION_FAILED';
    /** @enum {string} */
    ImageForbiddenProblemCode: 'IMAGE_URL_INVALID' | 'IMAGE_URL_RESTRICTED';
    /** @enum {string} */
    ImageExpiredProblemCode: 'IMAGE_URL_EXPIRED';
    /** @enum {string} */
    ImageRenderFailedProblemCode: 'RENDER_FAILED';
    /** @enum {string} */
    ImageUnavailableProblemCode: 'RENDERER_UNAVAILABLE' | 'SERVICE_UNAVAILABLE';
    /** @enum {string} */
    RateLimitProblemCode: 'RATE_LIMIT_EXCEEDED';
    /** @enum {string} */
    ServiceUnavailableProblemCode: 'SERVICE_UNAVAILABLE';
    /** @enum {string} */
    SharingUnavailableProblemCode: 'SHARING_UNAVAILABLE' | 'SERVICE_UNAVAILABLE';
    /** @enum {string} */
    OwnerOnlyProblemCode: 'OWNER_ONLY';
    /** @enum {string} */
    WebhookUrlProblemCode: 'VALIDATION_ERROR' | 'WEBHOOK_URL_INVALID';
    /** @enum {string} */
    WebhookEndpointNotFoundProblemCode: 'WEBHOOK_ENDPOINT_NOT_FOUND';
    /** @enum {string} */
    WebhookReplayTargetProblemCode: 'WEBHOOK_ENDPOINT_NOT_FOUND' | 'WEBHOOK_EVENT_NOT_FOUND';
    /** @enum {string} */
    WebhookEndpointLimitProblemCode: 'WEBHOOK_ENDPOINT_LIMIT_REACHED';
    /** @enum {string} */
    WebhookEndpointOffProblemCode: 'WEBHOOK_ENDPOINT_OFF';
    FieldError: {
      /** @description A JSON pointer into the body; parameters are below `/query`, `/path` and `/header`. */
      pointer: string;
      /** @description What is wrong with the field. */
      detail: string;
    };
    /**
     * @description `PRIVATE`: only its owner sees it. `SHARED`: every member of the workspace does.
     * @enum {string}
     */
    Visibility: 'PRIVATE' | 'SHARED';
    /**
     * @description The kind of file.
     * @enum {string}
     */
    OutputFormat: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf' | 'zpl';
    /**
     * @description The values by variable name. All values are strings, numbers and dates included; the value of a list
     *     is an array of entries, or a string that holds this array as JSON. A variable without a value gets its
     *     default; an optional one without a default stays empty. A name that the template does not declare is
     *     refused, and so are more than 10,000 names.
     */
    VariableValues: {
      [key: string]: components['schemas']['VariableValue'];
    };
    /**
     * @description A string; for a variable or field of the type `list`, an array of entries, each of which has values by
     *     the names of the list's fields. A variable has at most 5,000 entries, those of the lists in its entries
     *     included.
     */
    VariableValue: string | components['schemas']['ListEntry'][];
    /**
     * @description An entry of a list. A field without a value gets its default; an optional one without a default stays
     *     empty. A name that the list has no field for is refused.
     */
    ListEntry: {
      [key: string]: components['schemas']['EntryValue'];
    };
    /** @description A string; for a field of the type `list`, an array of entries. Lists are up to three deep. */
    EntryValue:
      | string
      | {
          [key: string]:
            | string
            | {
                [key: string]: string;
              }[];
        }[];
    /** @description A folder of templates. */
    Project: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description May be empty. */
      description: string;
      /** @description The number of its templates that the account can see. */
      templateCount: number;
      visibility: components['schemas']['Visibility'];
      /** Format: date-time */
      updatedAt: string;
    };
    /** @description A template without its variables. */
    TemplateSummary: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description May be empty. */
      description: string;
      /** Format: uuid */
      projectId: string;
      visibility: components['schemas']['Visibility'];
      /** Format: date-time */
      updatedAt: string;
      /** @description The number of its published version. The first is 1; each import adds one. */
      version: number;
    };
    /** @description A template and its variables. */
    Template: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description May be empty. */
      description: string;
      /** Format: uuid */
      projectId: string;
      viewport: components['schemas']['Viewport'];
      viewportSize: components['schemas']['ViewportSize'];
      /**
       * @description One px is 1/96 inch.
       * @enum {string}
       */
      viewportUnit: 'px' | 'mm' | 'cm' | 'in' | 'pt';
      /** @description The pixels per inch if a request gives no `outputDpi`. */
      viewportExportDpi: number;
      /**
       * @description The medium it was designed for. PDFs of `print` templates have trim and bleed boxes.
       * @enum {string}
       */
      viewportOutputIntent: 'screen' | 'print';
      /**
       * @description The other sizes of the same design, which `options.size` and `sizes` of a batch name. Absent if there are
       *     none.
       */
      sizes?: components['schemas']['TemplateSize'][];
      visibility: components['schemas']['Visibility'];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description The number of its published version. The first is 1; each import adds one. */
      version: number;
      /** @description The variables of the template. May be empty. */
      variables: components['schemas']['Variable'][];
    };
    /** @description A size of a template. */
    TemplateSize: {
      /**
       * @description What `options.size` takes.
       * @example story
       */
      id: string;
      /** @description Its name for people. */
      name: string;
      viewportSize: components['schemas']['ViewportSize'];
      /**
       * @description The unit of `viewportSize`.
       * @enum {string}
       */
      viewportUnit: 'px' | 'mm' | 'cm' | 'in' | 'pt';
    };
    /**
     * @description The size of the page in `viewportUnit`, each side rounded to an integer, at least 1. `viewportSize` is
     *     exact. Of a page that is as tall as its content, both have the minimum height.
     */
    Viewport: {
      width: number;
      height: number;
    };
    /**
     * @description The exact size of the page in `viewportUnit`. In `px` it has no decimals. A page that is as tall as its
     *     content has its minimum height here.
     */
    ViewportSize: {
      width: number;
      height: number;
    };
    /** @description A variable of a template. */
    Variable: {
      /** @description The key in `variables` of a request. */
      name: string;
      type: components['schemas']['VariableType'];
      /** @description The name to show to people. */
      label: string;
      /** @description Whether the request must give a non-empty value. */
      required: boolean;
      /** @description The value if the request gives none; of a list, its entries as JSON. Absent if there is no default. */
      defaultValue?: string;
      /** @description Whether the default may stand in without a warning `DEFAULT_USED`. Absent if it may not. */
      defaultIsNeutral?: boolean;
      validation?: components['schemas']['VariableValidation'];
      /** @description Of a list only. The values of each entry. */
      fields?: components['schemas']['ListField'][];
    };
    /**
     * @description The type of the value; the value itself is a string, except that of a `list`, which may also be an
     *     array of entries with its `fields`. `number`: a finite JSON number. `email`, `url` (http or https) and
     *     `date` (an RFC 3339 date, or date and time, which is local without an offset). `phone`: an international number with `+`. `qrcode` and
     *     `barcode`: the data to encode. `image`: an `https`, `http` or `data:image/…;base64` URL of an image, or the path of a
     *     picture of the template, as it stands in its folder (`p1.jpg`, `images/p2.jpg`; also `files/p1.jpg`).
     * @enum {string}
     */
    VariableType:
      | 'text'
      | 'number'
      | 'email'
      | 'url'
      | 'phone'
      | 'date'
      | 'qrcode'
      | 'barcode'
      | 'image'
      | 'list';
    /** @description A field of a list, with a value in each entry. As a variable; lists are up to three deep. */
    ListField: {
      /** @description The key in the entries. */
      name: string;
      type: components['schemas']['VariableType'];
      /** @description The name to show to people. */
      label: string;
      /** @description Whether each entry must give a non-empty value. */
      required: boolean;
      /** @description The value if an entry gives none; of a list, its entries as JSON. Absent if there is no default. */
      defaultValue?: string;
      /** @description As of a variable. Absent if the default causes a warning. */
      defaultIsNeutral?: boolean;
      validation?: components['schemas']['VariableValidation'];
      /** @description Of a list only. The values of each of its entries. */
      fields?: components['schemas']['InnerListField'][];
    };
    /** @description A field of a list that is in a list. */
    InnerListField: {
      /** @description The key in the entries. */
      name: string;
      type: components['schemas']['VariableType'];
      /** @description The name to show to people. */
      label: string;
      /** @description Whether each entry must give a non-empty value. */
      required: boolean;
      /** @description The value if an entry gives none; of a list, its entries as JSON. Absent if there is no default. */
      defaultValue?: string;
      /** @description As of a variable. Absent if the default causes a warning. */
      defaultIsNeutral?: boolean;
      validation?: components['schemas']['VariableValidation'];
      /** @description Of a list only. The values of each of its entries. */
      fields?: components['schemas']['LeafField'][];
    };
    /** @description A field of a list that is in two lists. It is no list itself. */
    LeafField: {
      /** @description The key in the entries. */
      name: string;
      /**
       * @description The type of the value, as of a variable; the value itself is always a string.
       * @enum {string}
       */
      type: 'text' | 'number' | 'email' | 'url' | 'phone' | 'date' | 'qrcode' | 'barcode' | 'image';
      /** @description The name to show to people. */
      label: string;
      /** @description Whether each entry must give a non-empty value. */
      required: boolean;
      /** @description The value if an entry gives none. Absent if there is no default. */
      defaultValue?: string;
      /** @description As of a variable. Absent if the default causes a warning. */
      defaultIsNeutral?: boolean;
      validation?: components['schemas']['VariableValidation'];
    };
    /** @description Rules in addition to those of the type. */
    VariableValidation: {
      /** @description The minimum number of characters (Unicode code points); of a list, of entries. */
      minLength?: number;
      /** @description The maximum number of characters (Unicode code points); of a list, of entries. */
      maxLength?: number;
      /** @description The minimum value of a number. */
      min?: number;
      /** @description The maximum value of a number. */
      max?: number;
      /** @description An RE2 expression that the whole value must match. Such a value has at most 10,000 characters. */
      pattern?: string;
      /** @description The accepted values. */
      options?: string[];
    };
    /** @description The output options. */
    RenderOptions: {
      /**
       * @description Multiplies the pixels of each side of a raster file.
       * @default 1
       */
      scale?: number;
      /**
       * @description The quality of `jpeg`, `webp` and `avif` files; a higher number is better and larger. Other formats ignore it.
       * @default 85
       */
      quality?: number;
      /**
       * @description How `jpeg` files store colour. `4:4:4` keeps it for every pixel: edges between strong colours, such as red text on blue, stay sharp. `4:2:0` keeps it for every four pixels; the file is smaller. The default is `4:4:4` from quality 90 on, else `4:2:0`. Other formats ignore it.
       * @enum {string}
       */
      chroma?: '4:2:0' | '4:4:4';
      /**
       * @description The pixels per inch in place of the template's own; 300 suits print. In PDFs and SVGs it limits the density of bitmaps.
       * @enum {integer}
       */
      outputDpi?: 96 | 150 | 300;
      /**
       * @description `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; replaces the background of the template.
       * @example #0f172a
       */
      backgroundColor?: string;
      /**
       * @description How `svg` files contain text. `outlines`: as shapes, which look the same everywhere. `text`: as text that can be selected, searched and edited, with its fonts embedded; only browsers show these fonts. Other formats ignore it.
       * @default outlines
       * @enum {string}
       */
      svgText?: 'outlines' | 'text';
      /**
       * @description How expressions of the template write numbers, dates and lists; replaces the locale of the template. A language, with a script, a region and a numbering system if they are needed (RFC 5646, UTS 35).
       * @example de-AT
       */
      locale?: string;
      /**
       * @description Which page of a template with several a picture shows. A page that there is none of is refused. A `pdf` has all pages and ignores it.
       * @default 1
       */
      page?: number;
      /**
       * @description Which of the template's `sizes` is rendered. `base`, the default, is the template's own page. An unknown size is refused.
       * @example story
       */
      size?: string;
      /**
       * Format: password
       * @description Opens the `pdf`, which is encrypted (AES-256, PDF 2.0) and then claims no standard. At most 127 bytes in UTF-8. Other formats, templates for print (PDF/X-4) and batches refuse it.
       */
      password?: string;
      /**
       * @description Warns as a printer does: about pictures, ink, fine lines and letters, edges, codes and fonts. Warnings then have a `severity`. For the `pdf` of a template for print; other formats and templates refuse it.
       * @default false
       */
      preflight?: boolean;
      /** @description Files that the `pdf` carries, such as the XML of an invoice: it is PDF/A-3b then. Together they have at most 7 MiB, and in Base64 they count to the body's 10 MiB. Other formats, a `password`, templates for print (PDF/X-4) and sheets refuse them. In a batch they are values of its rows (`contentVariable`). */
      attachments?: components['schemas']['Attachment'][];
      /**
       * @description Makes the `pdf` an invoice that programs read (Factur-X 1.07, ZUGFeRD 2.3) of this profile. One of the `attachments` is its XML (UN/CEFACT CII): `factur-x.xml`, for `XRECHNUNG` `xrechnung.xml`, with the media type `text/xml` and the relationship `Alternative`, `Source` or `Data`; for `MINIMUM` and `BASIC WL` `Data`. The XML is checked by the schema of the profile; in a batch that of each row, when it is rendered.
       * @enum {string}
       */
      facturx?: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG';
      /**
       * @description The standard that the `pdf` has to keep to; if it cannot, it is refused with the reason. Without this option it is PDF/A-2b (with `attachments` PDF/A-3b) and PDF/UA-1 where the template says enough. `PDF/A-4`, `PDF/A-4f` (with attachments) and `PDF/UA-2` are of PDF 2.0; such files claim PDF/A-4 and, where the template says enough, PDF/UA-2. A template for print takes `PDF/A-2b` and `PDF/X-4`, which its files are at once, or `PDF/X-1a` (PDF/X-1a:2003) with `"rgbToCmyk": "convert"` and without transparency; sheets of a batch take none.
       * @enum {string}
       */
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
    /** @description A file that a PDF carries: its bytes are in `content`, or in the value of a variable. */
    Attachment: {
      /**
       * @description Its file name, without a path: at most 255 bytes in UTF-8, accepted by Windows, macOS and Linux, and not twice in a file, whatever its letter case.
       * @example factur-x.xml
       */
      name: string;
      /**
       * @description Its type and subtype.
       * @example text/xml
       */
      mediaType: string;
      /**
       * @description What it is to the pages (ISO 32000-2, `AFRelationship`): their data, what they were made from, the same in another form, something more, or anything else.
       * @enum {string}
       */
      relationship: 'Data' | 'Source' | 'Alternative' | 'Supplement' | 'Unspecified';
      /** @description Its bytes in Base64, with padding and without spaces. May be empty. Batches refuse it. */
      content?: string;
      /**
       * @description In place of `content`: a text variable of the template, whose value is the file in Base64. In a batch each row has its own file so.
       * @example invoiceXml
       */
      contentVariable?: string;
    };
    /** @description The values and the output options. */
    GenerateRequest: {
      variables: components['schemas']['VariableValues'];
      /**
       * @description The kind of file.
       * @default png
       * @enum {string}
       */
      format?: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf' | 'zpl';
      /** @default binary */
      delivery?: components['schemas']['GenerateRequestDelivery'];
      options?: components['schemas']['RenderOptions'];
    };
    /**
     * @description `binary` returns the file, `link` publishes it and returns its URL.
     * @enum {string}
     */
    GenerateRequestDelivery: 'binary' | 'link';
    /** @description A render published at a public URL. */
    ShareLink: {
      /**
       * Format: uuid
       * @description The id that revoke takes.
       */
      id: string;
      /**
       * Format: uri
       * @description The public URL at the service's `PUBLIC_URL`; it works without a key until `expiresAt`.
       */
      url: string;
      /**
       * Format: uuid
       * @description The template; null after it was deleted.
       */
      templateId: string | null;
      /** @description Its name when the link was created. */
      templateName: string | null;
      /** @enum {string} */
      mimeType:
        | 'image/png'
        | 'image/jpeg'
        | 'image/webp'
        | 'image/avif'
        | 'image/svg+xml'
        | 'application/pdf'
        | 'application/zpl';
      /** @description The size of the file in bytes. */
      fileSize: number;
      source: components['schemas']['ShareLinkSource'];
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description The time at which the URL stops working.
       */
      expiresAt: string;
    };
    /**
     * @description Whether it was created with an API key or in the app.
     * @enum {string}
     */
    ShareLinkSource: 'API' | 'DESIGNER';
    /** @description The position of this page in the whole list. */
    Pagination: {
      /** @description The page number, counted from 0. */
      page: number;
      /** @description The maximum number of entries on a page. */
      size: number;
      /** @description The number of entries on all pages. */
      totalElements: number;
      totalPages: number;
    };
    /** @description One page of share links. */
    ShareLinkPage: {
      data: components['schemas']['ShareLink'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description A template, rows of values and, optionally, a callback URL. */
    BatchSubmission: {
      template: components['schemas']['BatchSubmissionTemplate'];
      /** @description One output file for each row, in this order. At most 2,000 rows, and at most the plan's limit. */
      rows: components['schemas']['VariableValues'][];
      /**
       * @description The URL to call when the job has ended: `https`, without user name, with a host that has only
       *     public addresses, or addresses that the operator allows by `OUTBOUND_ALLOW`. Its query may hold a
       *     token.
       * @example https://hooks.example.org/platen?token=3f9a
       */
      callbackUrl?: string;
      /**
       * @description Whether the archive gets one more file, `warnings.csv`, with the warnings of its rows: `rowIndex`,
       *     `filename`, `code`, `elementId`, `detail`; for jobs of the app and the command line `line`, the row's
       *     line in its spreadsheet; and with `preflight` a last one, `severity`. The items of the job have them in any case. A value
       *     that a spreadsheet program would take for a formula gets an apostrophe in front.
       * @default false
       */
      includeWarnings?: boolean;
      sheet?: components['schemas']['BatchSheet'];
      metadata?: components['schemas']['Metadata'];
      /**
       * @description Notes on each row, in the order of `rows`, with null for a row without; the items of the job give them
       *     back. Each as `metadata`.
       */
      rowMetadata?: (components['schemas']['Metadata'] | null)[];
    };
    /**
     * @description Lays the rows out on sheets of paper, by `columns` and `rows` or a `preset`: the job makes one PDF instead
     *     of a ZIP archive. Rows fill the cells of a sheet in the given `order`, from the top left; rows that fail
     *     leave no gap. A cell has the size of the template's page; the cells stand in the middle of the paper,
     *     which is turned if they fit only so. Bleed is painted into gaps and margins as far as there is room. For
     *     the format `pdf`, templates of one page with a fixed size, or of two with `backs`, and without
     *     `includeWarnings`: the items of the job list the warnings.
     * @example {
     *       "columns": 2,
     *       "rows": 5,
     *       "gap": 5,
     *       "margin": 10,
     *       "cutMarks": true
     *     }
     * @example {
     *       "preset": "avery-l7160",
     *       "startAt": 4
     *     }
     */
    BatchSheet: {
      /** @description Cells beside each other. */
      columns?: number;
      /** @description Cells below each other. */
      rows?: number;
      /** @description Space between columns, in millimetres. Without it, 0. */
      gap?: number;
      /** @description Space between rows, in millimetres. Without it, `gap`. */
      rowGap?: number;
      /** @description The least distance of the cells from the edges of the paper, in millimetres; at least 3 with `cutMarks`. Without it, 10. */
      margin?: number;
      /**
       * @description The size of the paper. Without it, A4.
       * @enum {string}
       */
      paper?: 'A3' | 'A4' | 'A5' | 'SRA3' | 'letter' | 'legal' | 'tabloid';
      /**
       * @description Whether marks prolong the edges of the cells into the margins, and into gaps of 2 mm or more. They are on every plate of a `print` template.
       * @default false
       */
      cutMarks?: boolean;
      /**
       * @description A sheet of labels or cards by its maker's number, in place of `columns`, `rows`, `gap`, `rowGap`,
       *     `margin` and `paper`. The page of the template may be smaller than a label: it stands in its middle.
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
      /**
       * @description The first free cell of the first sheet, in the order of filling. Not for stacks.
       * @default 1
       */
      startAt?: number;
      /**
       * @description How many cells each row fills: a number, or the name of a variable or of another column of the rows
       *     with a whole number from 1 to 1,000. A batch fills at most 100,000 cells. Copies cost nothing.
       * @default 1
       */
      copies?: number | string;
      /**
       * @description In which order cells fill: line by line, column by column, or one cell of all sheets after the other,
       *     so that the cut stacks lie in order on each other.
       * @default rows
       * @enum {string}
       */
      order?: 'rows' | 'columns' | 'stack';
      /**
       * @description Prints the second page of each row on the back of its cell, for templates of two pages. Each sheet
       *     becomes two pages, front and back. It says about which edge of the paper the printer turns it.
       * @enum {string}
       */
      backs?: 'long-edge' | 'short-edge';
      offset?: components['schemas']['SheetOffset'];
      /** @description As `offset`, of the backs. */
      backOffset?: components['schemas']['SheetOffset'];
    };
    /**
     * @description How far all cells move, in millimetres, to the right and down: against a printer that draws beside the
     *     place where it should. Tenths of a millimetre are usual.
     * @example {
     *       "x": 0.5,
     *       "y": -0.3
     *     }
     */
    SheetOffset: {
      /** @default 0 */
      x?: number;
      /** @default 0 */
      y?: number;
    };
    /** @description The template and the output options. */
    BatchSubmissionTemplate: {
      /**
       * Format: uuid
       * @description The template; the job belongs to its project.
       */
      templateId: string;
      /**
       * @description The kind of all files.
       * @default png
       * @enum {string}
       */
      format?: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf' | 'zpl';
      options?: components['schemas']['RenderOptions'];
      /**
       * @description The sizes that each row is rendered in: ids of the template's `sizes`, or `all` of them with `base` first. The
       *     job has a file for each row and size, in this order: all sizes of the first row, then those of the second. Each
       *     file counts as a row in limits and is charged. Without it all files have the `size` of the options.
       * @example [
       *       "base",
       *       "story"
       *     ]
       * @example all
       */
      sizes?: string[] | 'all';
      output?: components['schemas']['BatchSubmissionOutput'];
    };
    /** @description The names of the files. */
    BatchSubmissionOutput: {
      /**
       * @description The names of the files in the archive, without extension. `{name}` stands for the row's value of
       *     that variable (written as `filenameCharacters` says), `{index}` for the row's number from `000`,
       *     `{timestamp}` for the job's time, `{random}` for 6 random characters, and with `sizes` `{size}` for the id of
       *     the size. Equal names get `-2`, `-3` and so on; names that differ only in letter case are equal. Without a
       *     pattern: `image-000`, `image-001`, … With `sizes`, and neither `{size}` nor `folders`, names end in `-` and
       *     the size.
       * @example card-{index}-{title}
       */
      filenamePattern?: string;
      /**
       * @description With `sizes`, the archive has a folder for each size, called by its id.
       * @default false
       */
      folders?: boolean;
      /**
       * @description How values are written in file names. `hyphen`: in lower case, with `-` for every character but
       *     a-z, 0-9, `-` and `_`. `latin`: the same, but é becomes e, ß ss, and Greek, Cyrillic and other
       *     scripts are written in Latin letters; ü is ue where the locale of the job (`options.locale`, else
       *     the template's) is German, else u. `unicode`: letters, marks and numbers of all scripts stay, in
       *     their letter case; only what file systems forbid (`/ \ : * ? " < > |`, control characters) becomes
       *     `-`, and invisible characters are removed. Another setting with the same `Idempotency-Key` is
       *     another submission, if there is a `filenamePattern`.
       * @default hyphen
       * @example unicode
       * @enum {string}
       */
      filenameCharacters?: 'hyphen' | 'latin' | 'unicode';
    };
    /**
     * @description `PENDING` waits for a renderer, `PROCESSING` is being rendered; both are active. `COMPLETED`, `FAILED`
     *     and `CANCELLED` are final.
     * @enum {string}
     */
    BatchStatus: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
    /** @description An accepted job. */
    BatchAccepted: {
      /** Format: uuid */
      jobId: string;
      status: components['schemas']['BatchStatus'];
      /** @description The number of submitted rows; with `sizes`, of files. */
      totalItems: number;
      /** Format: date-time */
      createdAt: string;
    };
    /** @description The current state of a batch job. */
    BatchJob: {
      /** Format: uuid */
      jobId: string;
      status: components['schemas']['BatchStatus'];
      /** @description The number of submitted rows; with `sizes`, of files. */
      totalItems: number;
      /** @description The number of rendered rows. */
      completedItems: number;
      /** @description The number of all failed rows. */
      failedItems: number;
      /** @description The number of rows with an outcome. A cancelled or timed-out job keeps the number it had reached. */
      processedItems: number;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the first row started; null before.
       */
      startedAt: string | null;
      /**
       * Format: date-time
       * @description When the job ended; null before.
       */
      completedAt: string | null;
      /** @description The time from start to end in milliseconds. */
      renderTimeMs: number | null;
      /** @description A URL of the archive that works without a key; null unless COMPLETED. */
      downloadUrl: string | null;
      /**
       * Format: date-time
       * @description When it expires.
       */
      downloadUrlExpiresAt: string | null;
      /** @description The first 5 failed rows; the list of items has all of them. */
      errors: components['schemas']['BatchRowError'][];
      /** @description The state of the callback; null if the submission has no callback URL. */
      completionCallback: components['schemas']['CompletionCallback'] | null;
      /** @description The notes of the submission; null if it had none. */
      metadata?: components['schemas']['Metadata'] | null;
    };
    BatchRowError: {
      /** @description The number of the row, counted from 0 in the order of submission. */
      itemIndex: number;
      /** @description Why it failed. */
      error: string;
    };
    /** @description The state of the completion callback. */
    CompletionCallback: {
      /**
       * Format: uuid
       * @description The same for all attempts.
       */
      deliveryId: string;
      callbackUrl: string;
      status: components['schemas']['CompletionCallbackStatus'];
      /** @description The number of attempts with an outcome. At most 5, unless the operator had it delivered again. */
      attempts: number;
      /**
       * Format: date-time
       * @description When the receiver last accepted it.
       */
      deliveredAt: string | null;
      /** @description Why the latest attempt failed, or why it was not sent. */
      lastError: string | null;
    };
    /**
     * @description `FAILED` after the fifth unsuccessful attempt, or at once if the address is no longer public or the endpoint is paused because it has failed for days.
     * @enum {string}
     */
    CompletionCallbackStatus: 'PENDING' | 'DELIVERED' | 'FAILED';
    /** @description A batch job in a list. */
    BatchJobSummary: {
      /** Format: uuid */
      jobId: string;
      /** Format: uuid */
      templateId: string;
      /** @description Its name when the job was submitted. */
      templateName: string;
      /** Format: uuid */
      projectId: string;
      projectName: string;
      /**
       * @description Whether it was submitted with an API key or in the app.
       * @enum {string}
       */
      origin: 'API_KEY' | 'DESIGNER';
      /** @description The key that submitted it; null after the key was deleted. */
      apiKeyName: string | null;
      status: components['schemas']['BatchStatus'];
      totalItems: number;
      completedItems: number;
      failedItems: number;
      processedItems: number;
      format: components['schemas']['OutputFormat'];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      completedAt: string | null;
      /** @description The notes of the submission; null if it had none. */
      metadata?: components['schemas']['Metadata'] | null;
    };
    /** @description One page of batch jobs. */
    BatchJobPage: {
      data: components['schemas']['BatchJobSummary'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description The outcome of one row. */
    BatchItem: {
      /** @description The number of the row, counted from 0 in the order of submission; with `sizes` of the file, see `template.sizes`. */
      rowIndex: number;
      /** @description The name in the archive; for a failed row, the name it would have. */
      filename: string;
      /** @description The size that the file shows. Absent in a job without `sizes`. */
      sizeId?: string;
      /** @description The size of the file in bytes; 0 if the row failed. */
      size: number;
      status: components['schemas']['BatchItemStatus'];
      /** @description Why the row failed; null if it did not. */
      error: string | null;
      /** @description The number of warnings, also of those not listed. */
      warningCount: number;
      /** @description The first warnings of the row's file, in drawing order. */
      warnings: components['schemas']['RenderWarning'][];
      /** @description The notes of the submission; null if it had none. */
      metadata?: components['schemas']['Metadata'] | null;
    };
    /** @description What the author of the template should look at. The file is rendered anyway. */
    RenderWarning: {
      /**
       * @description `TEXT_OVERFLOW`, `TEXT_SHRUNK`, `TEXT_CLIPPED`, `WORD_CUT`, `FONT_UNKNOWN`, `GLYPH_MISSING`,
       *     `CHART_EMPTY`, `CHART_SHRUNK`, `CONTENT_CLIPPED`, `GROUP_OVERFLOW`, `PAGE_OVERFLOW`, `TABLE_EMPTY`, `TABLE_OVERFLOW`, `IMAGE_LOW_RESOLUTION`,
       *     `PICTURE_INCOMPLETE` (a damaged file, of which most could be read), `SVG_FEATURE_LOST`, `LINK_LEFT_OUT`, `ALT_MISSING`, `HEADING_SKIPPED`, `LANGUAGE_MISSING`,
       *     `CODE_TOO_SMALL`, `CODE_OVERFLOW`, `CODE_NOT_REDUCED`, `CODE_PALE`, `CODE_INVERTED`, `CODE_CROWDED`,
       *     `INK_LOST` (colours in inks that a PDF for print has in sRGB),
       *     `LINE_TOO_THIN`, `TEXT_TOO_SMALL`, `BLACK_TOO_RICH`, `INK_EXCEEDED`, `BLEED_SHORT`, `FONT_NOT_EMBEDDED` (of a preflight),
       *     `PDF_LEFT_OUT` (pages of the template's PDFs, which only a `pdf` has), `PDF_PART_LEFT_OUT` (forms, comments, scripts or files in
       *     them) or `DEFAULT_USED` (no value was given, and a default that readers see stands in). Later versions may have others.
       * @example TEXT_OVERFLOW
       */
      code: string;
      /**
       * @description The id of the element in the template. Of warnings about its PDFs or the background of its pages, the
       *     key of the document that names them: `prepend`, `append` or `background`.
       */
      elementId: string;
      /** @description The warning in words; it may quote a value. */
      detail: string;
      /** @description Of `DEFAULT_USED`: the variable that was left out. */
      variable?: string;
      /**
       * @description With `preflight`: a printer refuses an error, or it is seen in print; advice is a matter of judgement.
       * @enum {string}
       */
      severity?: 'error' | 'advice';
    };
    /** @enum {string} */
    BatchItemStatus: 'SUCCESS' | 'FAILED';
    /** @description One page of outcomes. */
    BatchItemPage: {
      data: components['schemas']['BatchItem'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description The URL of the archive. */
    BatchDownload: {
      /**
       * Format: uri
       * @description A URL that works without a key: of the object store if there is one, else at `PUBLIC_URL`.
       */
      downloadUrl: string;
      /**
       * Format: date-time
       * @description When it expires, after one hour.
       */
      expiresAt: string;
    };
    /** @description The notification that a batch job has ended. */
    BatchCompletion: {
      /**
       * Format: uuid
       * @description The same for all attempts; handle each delivery once.
       */
      deliveryId: string;
      /** Format: uuid */
      jobId: string;
      status: components['schemas']['BatchCompletionStatus'];
      totalItems: number;
      completedItems: number;
      failedItems: number;
      /**
       * Format: date-time
       * @description When the job ended.
       */
      completedAt: string;
      metadata?: components['schemas']['Metadata'];
    };
    /**
     * @description Notes of the client, such as its own ids. They come back with answers and callbacks, and have no effect. At most
     *     4,096 bytes of JSON in UTF-8. Integers beyond 9,007,199,254,740,991 are refused: write them as text.
     * @example {
     *       "order": "A-1047",
     *       "customer": {
     *         "id": 17
     *       }
     *     }
     */
    Metadata: {
      [key: string]: unknown;
    };
    /** @description The values, the output options and, optionally, a callback URL. */
    RenderSubmission: {
      variables: components['schemas']['VariableValues'];
      /**
       * @description The kind of file.
       * @default png
       * @enum {string}
       */
      format?: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf' | 'zpl';
      options?: components['schemas']['RenderOptions'];
      /**
       * @description The URL to call when the render has ended: `https`, without user name, with a host that has only
       *     public addresses, or addresses that the operator allows by `OUTBOUND_ALLOW`. Its query may hold a
       *     token.
       * @example https://hooks.example.org/platen?token=3f9a
       */
      callbackUrl?: string;
      metadata?: components['schemas']['Metadata'];
    };
    /** @description An accepted render. */
    RenderAccepted: {
      /** Format: uuid */
      renderId: string;
      status: components['schemas']['BatchStatus'];
      /** Format: date-time */
      createdAt: string;
    };
    /** @description A render in a list. */
    RenderSummary: {
      /** Format: uuid */
      renderId: string;
      status: components['schemas']['BatchStatus'];
      /** Format: uuid */
      templateId: string;
      /** @description Its name when the render was submitted. */
      templateName: string;
      format: components['schemas']['OutputFormat'];
      /** @description The notes of the submission; null if it had none. */
      metadata: components['schemas']['Metadata'] | null;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it started; null before.
       */
      startedAt: string | null;
      /**
       * Format: date-time
       * @description When it ended; null before.
       */
      completedAt: string | null;
      /**
       * Format: date-time
       * @description When the render and its file are removed; null while it is active.
       */
      expiresAt: string | null;
      /** @description Bytes of the file; null without one. */
      fileSize: number | null;
      /** @description As `X-Page-Count` of generate; null without a file. */
      pageCount: number | null;
      /** @description Why there is no file; null unless FAILED. */
      error: string | null;
      /** @description The number of warnings, also of those not listed. */
      warningCount: number;
    };
    /** @description The current state of a render. */
    Render: {
      /** Format: uuid */
      renderId: string;
      status: components['schemas']['BatchStatus'];
      /** Format: uuid */
      templateId: string;
      /** @description Its name when the render was submitted. */
      templateName: string;
      format: components['schemas']['OutputFormat'];
      /** @description The notes of the submission; null if it had none. */
      metadata: components['schemas']['Metadata'] | null;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it started; null before.
       */
      startedAt: string | null;
      /**
       * Format: date-time
       * @description When it ended; null before.
       */
      completedAt: string | null;
      /**
       * Format: date-time
       * @description When the render and its file are removed; null while it is active.
       */
      expiresAt: string | null;
      /** @description Bytes of the file; null without one. */
      fileSize: number | null;
      /** @description As `X-Page-Count` of generate; null without a file. */
      pageCount: number | null;
      /** @description Why there is no file; null unless FAILED. */
      error: string | null;
      /** @description The number of warnings, also of those not listed. */
      warningCount: number;
      /** @description The time from start to end in milliseconds. */
      renderTimeMs: number | null;
      /** @description A URL of the file that works without a key; null unless COMPLETED. */
      downloadUrl: string | null;
      /**
       * Format: date-time
       * @description When it expires.
       */
      downloadUrlExpiresAt: string | null;
      /** @description The first warnings of the file, in drawing order. */
      warnings: components['schemas']['RenderWarning'][];
      /** @description The state of the callback; null if the submission has no callback URL. */
      completionCallback: components['schemas']['CompletionCallback'] | null;
    };
    /** @description One page of renders. */
    RenderPage: {
      data: components['schemas']['RenderSummary'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description The URL of the file. */
    RenderDownload: {
      /**
       * Format: uri
       * @description A URL that works without a key: of the object store if there is one, else at `PUBLIC_URL`.
       */
      downloadUrl: string;
      /**
       * Format: date-time
       * @description When it expires, after one hour.
       */
      expiresAt: string;
    };
    /** @description The notification that a render has ended. */
    RenderEnd: {
      /**
       * Format: uuid
       * @description The same for all attempts; handle each delivery once.
       */
      deliveryId: string;
      /** Format: uuid */
      renderId: string;
      status: components['schemas']['BatchCompletionStatus'];
      /** @description Why there is no file; null unless FAILED. */
      error: string | null;
      /**
       * Format: date-time
       * @description When the render ended.
       */
      completedAt: string;
      /** @description The notes of the submission; null if it had none. */
      metadata: components['schemas']['Metadata'] | null;
    };
    /** @enum {string} */
    BatchCompletionStatus: 'COMPLETED' | 'FAILED' | 'CANCELLED';
    /**
     * @description What has happened.
     * @enum {string}
     */
    WebhookEventType:
      | 'render.completed'
      | 'render.failed'
      | 'batch.completed'
      | 'batch.row.completed'
      | 'template.published'
      | 'quota.reached';
    /**
     * @description What has happened, or a test.
     * @enum {string}
     */
    WebhookEventTypeOrTest:
      | 'render.completed'
      | 'render.failed'
      | 'batch.completed'
      | 'batch.row.completed'
      | 'template.published'
      | 'quota.reached'
      | 'webhook.test';
    /** @description An event, as it is sent. */
    WebhookEvent: {
      type: components['schemas']['WebhookEventTypeOrTest'];
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      data: components['schemas']['WebhookEventData'];
    };
    /**
     * @description How a render, a batch job or one of its rows has ended.
     * @enum {string}
     */
    WebhookOutcome: 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'SUCCESS';
    /** @description What happened. The type of the event decides which of these it has. */
    WebhookEventData: {
      /** Format: uuid */
      jobId?: string;
      /** Format: uuid */
      templateId?: string;
      status?: components['schemas']['WebhookOutcome'];
      totalItems?: number;
      completedItems?: number;
      failedItems?: number;
      /** Format: date-time */
      completedAt?: string;
      /** @description Rows without an event of their own because of the plan's limit. */
      rowEventsLeftOut?: number;
      rowIndex?: number;
      filename?: string;
      /** @description Why a row or a render has failed. */
      error?: string | null;
      /** Format: uuid */
      projectId?: string;
      /** @description The name of the template. */
      name?: string;
      /** @description The version that is published. */
      version?: number;
      /** @description The renders of the workspace in the month. */
      limit?: number;
      used?: number;
      /**
       * Format: date-time
       * @description When the next month starts.
       */
      resetsAt?: string;
      /** Format: uuid */
      endpointId?: string;
      /** Format: uuid */
      renderId?: string;
      /** @description The notes of the batch, the row or the render; absent or null without any. */
      metadata?: components['schemas']['Metadata'] | null;
    };
    /**
     * @description `PAUSED`: it has failed for 5 days, or answered 410; it gets one attempt an hour until one succeeds. `DISABLED`: an
     *     owner has turned it off.
     * @enum {string}
     */
    WebhookEndpointStatus: 'ACTIVE' | 'PAUSED' | 'DISABLED';
    /** @description A new webhook endpoint. */
    NewWebhookEndpoint: {
      /**
       * @description Where events are sent: `https`, without user name, with a host that has only public addresses, or addresses
       *     that the operator allows by `OUTBOUND_ALLOW`.
       * @example https://hooks.example.org/platen
       */
      url: string;
      /** @description The types of events that it gets. */
      types: components['schemas']['WebhookEventType'][];
      /**
       * @description What it is for, for people.
       * @default
       */
      description?: string;
    };
    /** @description What changes. */
    WebhookEndpointChange: {
      /**
       * @description Where events are sent: `https`, without user name, with a host that has only public addresses, or addresses
       *     that the operator allows by `OUTBOUND_ALLOW`.
       * @example https://hooks.example.org/platen
       */
      url?: string;
      /** @description The types of events that it gets. */
      types?: components['schemas']['WebhookEventType'][];
      description?: string;
      /**
       * @description Turns it on, also if it was paused, or off.
       * @enum {string}
       */
      status?: 'ACTIVE' | 'DISABLED';
    };
    /** @description A URL that gets events of the workspace. */
    WebhookEndpoint: {
      /** Format: uuid */
      id: string;
      url: string;
      description: string;
      types: components['schemas']['WebhookEventType'][];
      status: components['schemas']['WebhookEndpointStatus'];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      pausedAt: string | null;
      /**
       * Format: date-time
       * @description The first refused attempt since the last accepted one; null while it does not fail.
       */
      failingSince: string | null;
      /** @description Why the last attempt was refused, while it fails. */
      lastError: string | null;
      /**
       * Format: date-time
       * @description Until then the secret before the last rotation signs, too. Null if only one secret signs.
       */
      previousSecretUntil: string | null;
    };
    /** @description An endpoint, with the secret that signs its events. */
    WebhookEndpointWithSecret: components['schemas']['WebhookEndpoint'] & {
      /** @description The key of the signatures, after `whsec_`, in base64. Keep it. */
      secret: string;
    };
    /** @description One page of the webhook endpoints of a workspace. */
    WebhookEndpointList: {
      data: components['schemas']['WebhookEndpoint'][];
      pagination: components['schemas']['Pagination'];
      /** @description The endpoints that the plan allows. */
      maxEndpoints: number;
      rowEvents: components['schemas']['WebhookRowEvents'];
    };
    /** @description Events of single rows of batches, today (UTC). */
    WebhookRowEvents: {
      /** Format: int64 */
      sent: number;
      /**
       * Format: int64
       * @description Rows beyond the plan's limit.
       */
      leftOut: number;
      /**
       * Format: int64
       * @description The plan's limit.
       */
      maxPerDay: number;
    };
    /** @description A planned test. */
    WebhookTest: {
      /**
       * Format: uuid
       * @description The `webhook-id` of the test.
       */
      eventId: string;
    };
    /**
     * @description `FAILED` after the last attempt, or if the endpoint was paused or disabled.
     * @enum {string}
     */
    WebhookDeliveryStatus: 'PENDING' | 'DELIVERED' | 'FAILED';
    /** @description An attempt to deliver an event. */
    WebhookAttempt: {
      number: number;
      /**
       * Format: date-time
       * @description Its start.
       */
      at: string;
      durationMs: number;
      /** @description What was answered; null without an answer. */
      statusCode: number | null;
      /** @description The first 500 characters of the answer. */
      answer: string | null;
      /** @description Why it was refused or not sent; null if it was accepted. */
      error: string | null;
    };
    /** @description An event for an endpoint, and what has become of it. */
    WebhookDelivery: {
      /**
       * Format: uuid
       * @description The `webhook-id`, the same for all attempts.
       */
      eventId: string;
      event: components['schemas']['WebhookEvent'];
      status: components['schemas']['WebhookDeliveryStatus'];
      /** @description Attempts with an outcome. */
      attempts: number;
      /**
       * Format: date-time
       * @description Null if none is planned.
       */
      nextAttemptAt: string | null;
      /** Format: date-time */
      deliveredAt: string | null;
      /** @description Why the last attempt was refused or not sent. */
      lastError: string | null;
      /** @description The last attempts, newest first. */
      attemptLog: components['schemas']['WebhookAttempt'][];
    };
    /** @description One page of deliveries. */
    WebhookDeliveryPage: {
      data: components['schemas']['WebhookDelivery'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description One event (`eventId`), or those of a span of time (`since`). */
    WebhookReplayRequest: {
      /** Format: uuid */
      eventId?: string;
      /**
       * Format: date-time
       * @description The earliest time of an event.
       */
      since?: string;
      /**
       * Format: date-time
       * @description The time after the latest event; by default now.
       */
      until?: string;
      /**
       * @description `ALL`: also events that were delivered. By default `NOT_DELIVERED`.
       * @enum {string}
       */
      include?: 'NOT_DELIVERED' | 'ALL';
    };
    /** @description What a replay has planned. */
    WebhookReplay: {
      /** @description Deliveries whose next attempt is now. */
      planned: number;
      /** @description Deliveries beyond the 2,000 of one call. Call again for them. */
      left: number;
    };
  };
  responses: {
    /** @description A query parameter has a value that is not accepted, or is not one of this operation. `errors` names it. */
    InvalidPaging: {
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
    /** @description A query parameter has a value that is not accepted, or is not one of this operation. `errors` names it. */
    InvalidSharesPaging: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Shares'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationProblem'];
      };
    };
    /** @description The id in the path is not a UUID, or a query parameter is not one of this operation. `errors` names it. */
    InvalidTemplateId: {
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
    /** @description The id in the path is not a UUID, or a query parameter is not one of this operation. `errors` names it. */
    InvalidShareId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Shares'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationProblem'];
      };
    };
    /** @description The id in the path is not a UUID, or a query parameter is not one of this operation. `errors` names it. */
    InvalidJobIdOfRead: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Read'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationProblem'];
      };
    };
    /** @description The id in the path is not a UUID, or a query parameter is not one of this operation. `errors` names it. */
    InvalidJobIdOfChange: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Change'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationProblem'];
      };
    };
    /** @description An unknown state or source, invalid paging, or a parameter that the operation does not have. */
    InvalidFilter: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Read'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['BatchFilterProblem'];
      };
    };
    /**
     * @description An id that is not a UUID, invalid paging, or a parameter that the operation does not have. The code is
     *     always `BATCH_INVALID_FILTER` here.
     */
    InvalidItems: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Read'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['BatchFilterProblem'];
      };
    };
    /** @description The request has no valid key. Send exactly one, in `X-Api-Key`. A deleted key is never valid again. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnauthorizedProblem'];
      };
    };
    /** @description This key sees no template with this id. It may be deleted, or private to another member. */
    TemplateNotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TemplateNotFoundProblem'];
      };
    };
    /** @description This key sees no template with this id. It may be deleted, or private to another member. */
    TemplateNotFoundOfGenerate: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Generate'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TemplateNotFoundProblem'];
      };
    };
    /** @description The account of this key has no job with this id. It may be deleted, or another account's. */
    BatchNotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Read'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['BatchNotFoundProblem'];
      };
    };
    /** @description The account of this key has no job with this id. It may be deleted, or another account's. */
    BatchNotFoundOfChange: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Change'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['BatchNotFoundProblem'];
      };
    };
    /** @description The body is not declared as JSON. Send `Content-Type: application/json`, in UTF-8. */
    UnsupportedMediaTypeOfGenerate: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Generate'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
      };
    };
    /** @description The body is not declared as JSON. Send `Content-Type: application/json`, in UTF-8. */
    UnsupportedMediaTypeOfSubmit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Submit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
      };
    };
    /** @description The account sent too many requests in a short time. Wait as many seconds as `Retry-After` says. */
    RateLimitedDiscovery: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Spent'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitProblem'];
      };
    };
    /** @description The account sent too many requests in a short time. Wait as many seconds as `Retry-After` says. */
    RateLimitedShares: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Shares-Spent'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitProblem'];
      };
    };
    /** @description The account sent too many requests in a short time. Wait as many seconds as `Retry-After` says. */
    RateLimitedBatchRead: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Read-Spent'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitProblem'];
      };
    };
    /** @description The account sent too many requests in a short time. Wait as many seconds as `Retry-After` says. */
    RateLimitedBatchChange: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Change-Spent'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitProblem'];
      };
    };
    /** @description The service failed; the request is not at fault. Report the `requestId` to the operator. */
    InternalError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /** @description The service failed; the request is not at fault. Report the `requestId` to the operator. */
    InternalErrorOfShares: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Shares'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /** @description The service failed; the request is not at fault. Report the `requestId` to the operator. */
    InternalErrorOfBatchRead: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Read'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /** @description The service failed; the request is not at fault. Report the `requestId` to the operator. */
    InternalErrorOfBatchChange: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Change'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /**
     * @description Retry after `Retry-After`. `SHARING_UNAVAILABLE`: the storage of share links does not answer.
     *     `SERVICE_UNAVAILABLE`: the database cannot be used.
     */
    SharingUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Shares'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['SharingUnavailableProblem'];
      };
    };
    /** @description The database or the storage does not answer. Repeat the request after the seconds of `Retry-After`. */
    ServiceUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
      };
    };
    /** @description The database or the storage does not answer. Repeat the request after the seconds of `Retry-After`. */
    ServiceUnavailableOfShares: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Shares'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
      };
    };
    /** @description The database or the storage does not answer. Repeat the request after the seconds of `Retry-After`. */
    ServiceUnavailableOfBatchRead: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Read'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
      };
    };
    /** @description The database or the storage does not answer. Repeat the request after the seconds of `Retry-After`. */
    ServiceUnavailableOfBatchChange: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Batch-Change'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
      };
    };
    /** @description The id in the path is not a UUID, or a parameter or the body does not match this document. `errors` names it. */
    InvalidWebhook: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationProblem'];
      };
    };
    /** @description A query parameter that this operation does not have. `errors` names it. */
    InvalidWebhookQuery: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationProblem'];
      };
    };
    /** @description The key belongs to a member who is not an owner of the workspace. */
    WebhooksForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['OwnerOnlyProblem'];
      };
    };
    /** @description The workspace has no webhook endpoint with this id. */
    WebhookEndpointNotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['WebhookEndpointNotFoundProblem'];
      };
    };
    /** @description The endpoint is disabled, or it is paused and this is for many events. Set its status to ACTIVE. */
    WebhookEndpointOff: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['WebhookEndpointOffProblem'];
      };
    };
    /** @description The body is larger than 10 MiB. */
    PayloadTooLargeOfWebhooks: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
      };
    };
    /** @description The body is not declared as JSON. Send `Content-Type: application/json`, in UTF-8. */
    UnsupportedMediaTypeOfWebhooks: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
      };
    };
    /** @description The account sent too many requests in a short time. Wait as many seconds as `Retry-After` says. */
    RateLimitedWebhooks: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks-Spent'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitProblem'];
      };
    };
    /** @description The service failed; the request is not at fault. Report the `requestId` to the operator. */
    InternalErrorOfWebhooks: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /** @description The database or the storage does not answer. Repeat the request after the seconds of `Retry-After`. */
    ServiceUnavailableOfWebhooks: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit-Webhooks'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
      };
    };
  };
  parameters: {
    /**
     * @description The id of the template, from the list of a project's templates.
     * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
     */
    TemplateId: string;
    /**
     * @description The id of the job, from the response to its submission.
     * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
     */
    JobId: string;
    /**
     * @description The id of the webhook endpoint.
     * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
     */
    EndpointId: string;
    /**
     * @description The id of the render, from the response to its submission.
     * @example 5d0c2f7e-1b34-4a6d-9c8f-2e7a6b5c4d31
     */
    RenderId: string;
    /**
     * @description The page number, counted from 0.
     * @example 0
     */
    Page: number;
    /**
     * @description The maximum number of entries on a page.
     * @example 20
     */
    Limit: number;
    /**
     * @description The maximum number of entries on a page.
     * @example 20
     */
    Size: number;
  };
  requestBodies: never;
  headers: {
    /**
     * @description The code of the problem, also where there is no body to read it from. Absent if not even the path can be
     *     read.
     */
    'X-Image-Error': string;
    /**
     * @description The id of this request. Quote it in questions about the request.
     * @example 0b7c5f0e-4b3a-4a8e-9f57-2f1f7d1f6a31
     */
    'X-Request-Id': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "discovery";r=49;t=1
     */
    RateLimit: string;
    /**
     * @description The rate limit: `q` requests in `w` seconds. Absent if the operator has turned rate limits off.
     * @example "discovery";q=50;w=1
     */
    'RateLimit-Policy': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "discovery";r=0;t=1
     */
    'RateLimit-Spent': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "generate";r=9;t=1
     */
    'RateLimit-Generate': string;
    /**
     * @description The rate limit: `q` requests in `w` seconds. Absent if the operator has turned rate limits off.
     * @example "generate";q=10;w=2
     */
    'RateLimit-Policy-Generate': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     */
    'RateLimit-Generate-Spent': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "shares";r=49;t=1
     */
    'RateLimit-Shares': string;
    /**
     * @description The rate limit: `q` requests in `w` seconds. Absent if the operator has turned rate limits off.
     * @example "shares";q=50;w=1
     */
    'RateLimit-Policy-Shares': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "shares";r=0;t=1
     */
    'RateLimit-Shares-Spent': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "webhooks";r=49;t=1
     */
    'RateLimit-Webhooks': string;
    /**
     * @description The rate limit: `q` requests in `w` seconds. Absent if the operator has turned rate limits off.
     * @example "webhooks";q=50;w=1
     */
    'RateLimit-Policy-Webhooks': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "webhooks";r=0;t=1
     */
    'RateLimit-Webhooks-Spent': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "batch-submit";r=0;t=1
     */
    'RateLimit-Batch-Submit': string;
    /**
     * @description The rate limit: `q` requests in `w` seconds. Absent if the operator has turned rate limits off.
     * @example "batch-submit";q=1;w=1
     */
    'RateLimit-Policy-Batch-Submit': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "batch-submit";r=0;t=1
     */
    'RateLimit-Batch-Submit-Spent': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "batch-read";r=99;t=1
     */
    'RateLimit-Batch-Read': string;
    /**
     * @description The rate limit: `q` requests in `w` seconds. Absent if the operator has turned rate limits off.
     * @example "batch-read";q=100;w=1
     */
    'RateLimit-Policy-Batch-Read': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "batch-read";r=0;t=1
     */
    'RateLimit-Batch-Read-Spent': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "batch-change";r=9;t=1
     */
    'RateLimit-Batch-Change': string;
    /**
     * @description The rate limit: `q` requests in `w` seconds. Absent if the operator has turned rate limits off.
     * @example "batch-change";q=10;w=1
     */
    'RateLimit-Policy-Batch-Change': string;
    /**
     * @description The remaining allowance of the policy named in quotes: `r` requests now, and `t` seconds until it is
     *     full again. Absent if the operator has turned rate limits off.
     * @example "batch-change";r=0;t=1
     */
    'RateLimit-Batch-Change-Spent': string;
    /**
     * @description The seconds to wait before the next attempt.
     * @example 1
     */
    'Retry-After': number;
    /** @description The seconds to wait before the next attempt. */
    'Retry-After-Limits': number;
    /**
     * @description Always 0 in this response.
     * @example 0
     */
    'X-RateLimit-Remaining': '0';
    /**
     * @description The authentication scheme; send a key in `X-Api-Key`.
     * @example ApiKey realm="platen", header="X-Api-Key"
     */
    'WWW-Authenticate': string;
    /**
     * @description The renders of the workspace in each month.
     * @example 1000
     */
    'X-Quota-Limit': number;
    /**
     * @description The renders left this month, after this one.
     * @example 998
     */
    'X-Quota-Remaining': number;
    /**
     * @description When the next month starts.
     * @example 2026-04-01T00:00:00.000Z
     */
    'X-Quota-Reset': string;
    /**
     * @description The renders of the workspace in each month. Present if the request reached the quota check.
     * @example 1000
     */
    'X-Quota-Limit-Known': number;
    /**
     * @description The renders left this month. Present if the request reached the quota check.
     * @example 998
     */
    'X-Quota-Remaining-Known': number;
    /** @description The renders left this month. Present if the request reached the quota check. */
    'X-Quota-Remaining-Limits': number;
    /**
     * @description When the next month starts. Present if the request reached the quota check.
     * @example 2026-04-01T00:00:00.000Z
     */
    'X-Quota-Reset-Known': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations<Binary = Uint8Array | ReadableStream<Uint8Array>> {
  listProjects: {
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
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of projects; an empty array past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Project'][];
        };
      };
      400: components['responses']['InvalidPaging'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['RateLimitedDiscovery'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listProjectTemplates: {
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
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /**
         * @description The project, from the list of projects.
         * @example 6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11
         */
        projectId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of templates; an empty array past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateSummary'][];
        };
      };
      400: components['responses']['InvalidPaging'];
      401: components['responses']['Unauthorized'];
      /** @description This key sees no project with this id. List the projects for the ids that it sees. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProjectNotFoundProblem'];
        };
      };
      429: components['responses']['RateLimitedDiscovery'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  importTemplate: {
    parameters: {
      query?: {
        /**
         * @description The account's own template that gets a new version. Without it, a new template is made.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId?: string;
        /**
         * @description Who sees the template. Without it, a new template takes the visibility of its project, and
         *     another one stays as it is.
         * @example SHARED
         */
        visibility?: components['schemas']['Visibility'];
      };
      header?: never;
      path: {
        /**
         * @description The project, from the list of projects.
         * @example 6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11
         */
        projectId: string;
      };
      cookie?: never;
    };
    /**
     * @description A .zip of at most 10 MiB, and 40 MiB when unpacked. `template.json` is at its top or in its only
     *     folder. An `example.json` beside it, an object of values by variable (at most 1 MiB), is what the app's
     *     pictures of the template show.
     */
    requestBody: {
      content: {
        'application/octet-stream': Binary;
      };
    };
    responses: {
      /** @description The template with its new version. */
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
      /** @description The new template. */
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
      /**
       * @description Nothing was stored. `VALIDATION_ERROR`: a parameter is invalid, or the body is not a .zip that can
       *     be read. `TEMPLATE_INVALID`: the template is not valid; `errors` has the places in `template.json`.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImportRefusedProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description The key may not author. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['AuthoringRefusedProblem'];
        };
      };
      /** @description There is no such project that the key sees, or no such template that its account owns. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImportTargetNotFoundProblem'];
        };
      };
      /**
       * @description The workspace stores as many templates or bytes as its plan allows. Nothing was stored; `detail` says
       *     what to do.
       */
      409: {
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
      /** @description The body is over 10 MiB. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
        };
      };
      /** @description The `Content-Type` is not `application/octet-stream`. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
        };
      };
      429: components['responses']['RateLimitedDiscovery'];
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
         * @description The id of the template, from the list of a project's templates.
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
      400: components['responses']['InvalidTemplateId'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['TemplateNotFound'];
      429: components['responses']['RateLimitedDiscovery'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  generateImage: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A unique name that the client chooses for this render, such as a UUID. Visible ASCII characters;
         *     spaces only inside.
         * @example certificate-of-ines-2026-03-02
         */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description The id of the template, from the list of a project's templates.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    /** @description The values and the output options. At most 10 MiB and 100,000 values. */
    requestBody: {
      content: {
        'application/json': components['schemas']['GenerateRequest'];
      };
    };
    responses: {
      /** @description The file, or with `delivery` `link` the share link. The media type of a file follows `format`. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          /**
           * @description The template that was rendered.
           * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
           */
          'X-Template-Id': string;
          /**
           * @description When the render was finished.
           * @example 2026-03-02T09:20:31.118Z
           */
          'X-Timestamp': string;
          /**
           * @description The number of warnings for the template's author: text that was shrunk, is cut or does not
           *     fit, characters that no font has, images with too few pixels, codes that readers may not find.
           *     0 if there are none.
           * @example 2
           */
          'X-Render-Warnings': number;
          /**
           * @description The codes of the warnings and the ids of their elements, in drawing order: a List of
           *     structured fields (RFC 9651). Each member is a code with the parameter `element`, a String, or a
           *     Display String if the id has other characters than printable ASCII. The field has at most
           *     1,024 characters; a last member such as `more;count=41` counts the warnings that are left out.
           *     A member of `DEFAULT_USED` has the parameter `variable`, too.
           *     Absent if there are no warnings.
           * @example TEXT_OVERFLOW;element="title", IMAGE_LOW_RESOLUTION;element=%"gr%c3%bc%c3%9fe"
           */
          'X-Render-Warning-Details'?: string;
          /**
           * @description The number of pages that the template has with these values, without those of the PDFs before and
           *     after them. A `pdf` has all of them; of other formats, `page` of the options chooses one.
           * @example 1
           */
          'X-Page-Count'?: number;
          'X-Quota-Limit': components['headers']['X-Quota-Limit'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset'];
          /**
           * @description The answer is that of an earlier request with this `Idempotency-Key`; `X-Timestamp` is its time.
           *     Absent for a new render.
           */
          'Idempotent-Replayed'?: 'true';
          /** @description For a file, `attachment` and a file name made from the template's name. Absent for a link. */
          'Content-Disposition'?: string;
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
          'application/json': components['schemas']['ShareLink'];
        };
      };
      /**
       * @description The request is at fault, and nothing was charged. `errors` names each wrong field: a required value
       *     is missing, a value breaks a rule of its variable, the template has no such variable, an image URL
       *     cannot be used, or the body or an option is not as described here. An output that would be too
       *     large is refused, too.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ValidationProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description Only with `delivery` `link`. The plan has no share links, or the workspace has reached the limit of active links. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['SharingRefusedProblem'];
        };
      };
      404: components['responses']['TemplateNotFoundOfGenerate'];
      /**
       * @description Only with `delivery` `link` or an `Idempotency-Key`. Nothing was charged. `STORAGE_LIMIT_REACHED`: the
       *     workspace stores as many bytes as its plan allows, so there is no room for the file.
       *     `IDEMPOTENCY_KEY_IN_PROGRESS`: a request with this key is in progress; after `Retry-After`, the same
       *     request gets its answer.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          /**
           * @description The seconds until the key may have an answer. Absent for another code.
           * @example 1
           */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderConflictProblem'];
        };
      };
      /** @description The body is larger than 10 MiB. Send images as URLs instead of `data:` URLs. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
        };
      };
      415: components['responses']['UnsupportedMediaTypeOfGenerate'];
      /**
       * @description The `Idempotency-Key` was used for another render: of another template, or with another body. Nothing
       *     was charged.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderKeyReusedProblem'];
        };
      };
      /**
       * @description `QUOTA_EXCEEDED`: the month's renders are used up; `Retry-After` reaches to the first of the next
       *     month. `RATE_LIMIT_EXCEEDED`: too many calls in this second; wait a moment.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate-Spent'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Limits'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          'Retry-After': components['headers']['Retry-After-Limits'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderLimitProblem'];
        };
      };
      /** @description The service failed; the request is not at fault. Nothing was charged. Report the `requestId` to the operator. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['InternalProblem'];
        };
      };
      /**
       * @description Nothing was charged. `RENDER_FAILED`: the renderer failed, or the origin of an image did not
       *     deliver it. `SHARE_UPLOAD_FAILED`: the file was rendered but not published; no link exists. A
       *     retry is safe and renders again.
       */
      502: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderFailedProblem'];
        };
      };
      /**
       * @description Nothing was charged. Retry after `Retry-After`. `RENDERER_UNAVAILABLE`: the queue is full, the
       *     renderer is restarting, or the template's files cannot be read. `SHARING_UNAVAILABLE`: the storage
       *     of share links does not answer. `SERVICE_UNAVAILABLE`: the database cannot be used; a charge that
       *     was made is refunded when it is back.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RendererUnavailableProblem'];
        };
      };
    };
  };
  listShares: {
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
      /** @description One page of links; empty `data` past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Shares'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShareLinkPage'];
        };
      };
      400: components['responses']['InvalidSharesPaging'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['RateLimitedShares'];
      500: components['responses']['InternalErrorOfShares'];
      503: components['responses']['ServiceUnavailableOfShares'];
    };
  };
  revokeShare: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The `id` of the link.
         * @example c5a0c7c2-7a0b-4d5d-8a39-6e1f2b3c4d51
         */
        shareId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Shares'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidShareId'];
      401: components['responses']['Unauthorized'];
      /** @description The account of this key has no link with this id. It may be revoked, or another account's. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Shares'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ShareNotFoundProblem'];
        };
      };
      429: components['responses']['RateLimitedShares'];
      500: components['responses']['InternalErrorOfShares'];
      /** @description The published file could not be deleted, and the link may still work. Retry until it succeeds. */
      502: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Shares'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Shares'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ShareRevokeProblem'];
        };
      };
      503: components['responses']['SharingUnavailable'];
    };
  };
  listBatchJobs: {
    parameters: {
      query?: {
        /**
         * @description Returns only jobs in this state. Repeat the parameter for several states, `status=PENDING&status=PROCESSING`.
         * @example [
         *       "COMPLETED"
         *     ]
         */
        status?: ('PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED')[];
        /**
         * @description Returns only jobs that were submitted with an API key, or in the app.
         * @example API_KEY
         */
        source?: 'API_KEY' | 'DESIGNER';
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
      /** @description One page of jobs; empty `data` past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchJobPage'];
        };
      };
      400: components['responses']['InvalidFilter'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['RateLimitedBatchRead'];
      500: components['responses']['InternalErrorOfBatchRead'];
      503: components['responses']['ServiceUnavailableOfBatchRead'];
    };
  };
  submitBatchJob: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A unique name that the client chooses for this submission, such as a UUID. Visible ASCII
         *     characters; spaces only inside.
         * @example invoice-run-2026-03-02
         */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description The template, the rows and, optionally, a callback URL. At most 10 MiB. */
    requestBody: {
      content: {
        'application/json': components['schemas']['BatchSubmission'];
      };
    };
    responses: {
      /** @description The accepted job, or for a replay the job of the first submission. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Submit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset'];
          /**
           * @description The job is the one of an earlier submission with this `Idempotency-Key`, whose rows may be
           *     others; `createdAt` is its time. Absent for a new job.
           */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchAccepted'];
        };
      };
      /**
       * @description The submission is invalid. Nothing was created or charged. `VALIDATION_ERROR`: the body or a
       *     header does not match this document, the file name pattern has an unknown placeholder, or the
       *     output would be too large. `TEMPLATE_NOT_FOUND`: the key cannot see such a template.
       *     `VARIABLE_VALIDATION_FAILED`: values of rows do not fit the template; the detail names the first
       *     one and the number of all, `errors` lists up to 100 over all rows. `BATCH_SIZE_EXCEEDED`: over
       *     2,000 rows or 10 MiB. `BATCH_ROW_LIMIT_EXCEEDED`: more rows than the plan allows.
       *     `BATCH_COMPLETION_CALLBACK_URL_INVALID`: not a public https URL of at most 2,048 characters.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Submit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchSubmissionProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      /**
       * @description `BATCH_IDEMPOTENCY_KEY_REUSED`: this `Idempotency-Key` was used for a different batch. Use a new key,
       *     or repeat the batch unchanged. `STORAGE_LIMIT_REACHED`: the workspace stores as many bytes as its plan
       *     allows, so there is no room for the result.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Submit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['IdempotencyKeyReusedProblem'];
        };
      };
      415: components['responses']['UnsupportedMediaTypeOfSubmit'];
      /**
       * @description Nothing was charged. `BATCH_RATE_LIMIT_EXCEEDED`: the month's renders do not cover the rows
       *     (`Retry-After` reaches to the next month), or the account has 2 active jobs (`Retry-After` is a
       *     few seconds). `RATE_LIMIT_EXCEEDED`: more than one submission in a second.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Submit-Spent'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Limits'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          'Retry-After': components['headers']['Retry-After-Limits'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchLimitProblem'];
        };
      };
      /**
       * @description `BATCH_DISPATCH_FAILED`: the job could not be queued; the charge was refunded. Retry.
       *     `INTERNAL_ERROR`: any other failure of the service.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Submit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchDispatchProblem'];
        };
      };
      /**
       * @description The database cannot be used. Retry after `Retry-After`. If the answer came late, the job may exist
       *     all the same: with an `Idempotency-Key` it is safe to repeat the submission.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Submit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
        };
      };
    };
  };
  getBatchJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the job, from the response to its submission.
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
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchJob'];
        };
      };
      400: components['responses']['InvalidJobIdOfRead'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['BatchNotFound'];
      429: components['responses']['RateLimitedBatchRead'];
      500: components['responses']['InternalErrorOfBatchRead'];
      503: components['responses']['ServiceUnavailableOfBatchRead'];
    };
  };
  deleteBatchJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the job, from the response to its submission.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Change'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidJobIdOfChange'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['BatchNotFoundOfChange'];
      /** @description The job is still active. Cancel it first, or wait. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Change'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchJobActiveProblem'];
        };
      };
      429: components['responses']['RateLimitedBatchChange'];
      500: components['responses']['InternalErrorOfBatchChange'];
      503: components['responses']['ServiceUnavailableOfBatchChange'];
    };
  };
  listBatchItems: {
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
         * @description The id of the job, from the response to its submission.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of outcomes; empty `data` past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchItemPage'];
        };
      };
      400: components['responses']['InvalidItems'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['BatchNotFound'];
      429: components['responses']['RateLimitedBatchRead'];
      500: components['responses']['InternalErrorOfBatchRead'];
      503: components['responses']['ServiceUnavailableOfBatchRead'];
    };
  };
  getBatchResult: {
    parameters: {
      query?: {
        /**
         * @description `url` returns a download URL, `zip` the archive itself, `pdf` the PDF of a job with `sheet`.
         * @example url
         */
        delivery?: 'url' | 'zip' | 'pdf';
      };
      header?: {
        /**
         * @description With `zip`, the requested part of the archive: `bytes=FIRST-LAST`, `bytes=FIRST-` or
         *     `bytes=-LENGTH`. For several ranges, other units and values that cannot be parsed, the whole
         *     archive is returned.
         * @example bytes=32768-
         */
        Range?: string;
        /**
         * @description The `ETag` or `Last-Modified` of the part you have. If the archive has changed, the whole archive is returned.
         * @example "e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61"
         */
        'If-Range'?: string;
      };
      path: {
        /**
         * @description The id of the job, from the response to its submission.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A download URL, or the archive. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          /** @description For the archive, `attachment` and its file name. Absent for a URL. */
          'Content-Disposition'?: string;
          /** @description The number of bytes in this response. */
          'Content-Length'?: number;
          /** @description For the archive, `bytes`: byte ranges are accepted. */
          'Accept-Ranges'?: 'bytes';
          /** @description For the archive, its entity tag. */
          ETag?: string;
          /** @description For the archive, the time its job ended. */
          'Last-Modified'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchDownload'];
          'application/zip': Binary;
          'application/pdf': Binary;
        };
      };
      /** @description The requested part of the archive. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          /**
           * @description The part's position, and the size of the archive in bytes.
           * @example bytes 32768-67902/67903
           */
          'Content-Range': string;
          /** @description For the archive, `attachment` and its file name. Absent for a URL. */
          'Content-Disposition'?: string;
          /** @description The number of bytes in this response. */
          'Content-Length'?: number;
          /** @description For the archive, `bytes`: byte ranges are accepted. */
          'Accept-Ranges'?: 'bytes';
          /** @description For the archive, its entity tag. */
          ETag?: string;
          /** @description For the archive, the time its job ended. */
          'Last-Modified'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/zip': unknown;
          'application/pdf': unknown;
        };
      };
      /** @description None of `url`, `zip` and `pdf`, or not what the job has (`BATCH_INVALID_DELIVERY`), or an id that is not a UUID (`VALIDATION_ERROR`). */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchDeliveryProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description The account has no such job (`BATCH_NOT_FOUND`), or its archive is no longer in storage (`BATCH_RESULT_NOT_FOUND`). */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchResultNotFoundProblem'];
        };
      };
      /** @description The job has no archive, because it is not COMPLETED. Wait if it is active; otherwise there is none. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchResultNotReadyProblem'];
        };
      };
      /** @description The job ended more than 30 days ago, and its archive was deleted. Submit the rows again. */
      410: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['BatchResultExpiredProblem'];
        };
      };
      /** @description The requested `Range` starts after the end of the archive. `Content-Range` has its size. */
      416: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          /**
           * @description The size of the archive in bytes.
           * @example bytes *\/67903
           */
          'Content-Range': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RangeProblem'];
        };
      };
      429: components['responses']['RateLimitedBatchRead'];
      500: components['responses']['InternalErrorOfBatchRead'];
      503: components['responses']['ServiceUnavailableOfBatchRead'];
    };
  };
  cancelBatchJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the job, from the response to its submission.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job has ended, through this call or earlier. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Change'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidJobIdOfChange'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['BatchNotFoundOfChange'];
      429: components['responses']['RateLimitedBatchChange'];
      500: components['responses']['InternalErrorOfBatchChange'];
      503: components['responses']['ServiceUnavailableOfBatchChange'];
    };
  };
  submitRender: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A unique name that the client chooses for this render, such as a UUID. Visible ASCII characters;
         *     spaces only inside.
         * @example statement-of-ines-2026-03
         */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description The id of the template, from the list of a project's templates.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    /** @description The values and the output options. At most 10 MiB and 100,000 values. */
    requestBody: {
      content: {
        'application/json': components['schemas']['RenderSubmission'];
      };
    };
    responses: {
      /** @description The accepted render, or for a repeated request that of the first one. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset'];
          /**
           * @description The render is that of an earlier request with this `Idempotency-Key`; `createdAt` is its time.
           *     Absent for a new render.
           */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenderAccepted'];
        };
      };
      /**
       * @description The request is at fault, and nothing was charged. `errors` names each wrong field, as for generate;
       *     `metadata` of more than 4,096 bytes and a `callbackUrl` that is not a public https URL are refused, too.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ValidationProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      404: components['responses']['TemplateNotFoundOfGenerate'];
      /**
       * @description The workspace stores as many bytes as its plan allows, so there is no room for the file. Nothing was
       *     charged.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['StorageLimitProblem'];
        };
      };
      /** @description The body is larger than 10 MiB. Send images as URLs instead of `data:` URLs. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
        };
      };
      415: components['responses']['UnsupportedMediaTypeOfGenerate'];
      /**
       * @description The `Idempotency-Key` was used for another render: of another template, or with another body. Nothing
       *     was charged.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderKeyReusedProblem'];
        };
      };
      /**
       * @description Nothing was charged. `QUOTA_EXCEEDED`: the month's renders are used up; `Retry-After` reaches to the first
       *     of the next month. `TOO_MANY_ACTIVE_RENDERS`: the account has as many active renders as it may have; wait
       *     until one has ended. `RATE_LIMIT_EXCEEDED`: too many calls in this second; wait a moment.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate-Spent'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Limits'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          'Retry-After': components['headers']['Retry-After-Limits'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderSubmissionLimitProblem'];
        };
      };
      /** @description The service failed; the request is not at fault. Nothing was charged. Report the `requestId` to the operator. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['InternalProblem'];
        };
      };
      /**
       * @description Nothing was charged. Retry after `Retry-After`. The database cannot be used, or the render could not be
       *     queued. If the answer came late, the render may exist all the same: with an `Idempotency-Key` the request
       *     is safe to repeat.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Generate'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Generate'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit-Known'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining-Known'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset-Known'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
        };
      };
    };
  };
  listRenders: {
    parameters: {
      query?: {
        /**
         * @description Returns only renders in this state. Repeat the parameter for several states, `status=PENDING&status=PROCESSING`.
         * @example [
         *       "COMPLETED"
         *     ]
         */
        status?: ('PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED')[];
        /**
         * @description Returns only renders of this template.
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
      /** @description One page of renders; empty `data` past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenderPage'];
        };
      };
      /** @description An unknown state, an id that is not a UUID, invalid paging, or a parameter that the operation does not have. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ValidationProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['RateLimitedBatchRead'];
      500: components['responses']['InternalErrorOfBatchRead'];
      503: components['responses']['ServiceUnavailableOfBatchRead'];
    };
  };
  getRender: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the render, from the response to its submission.
         * @example 5d0c2f7e-1b34-4a6d-9c8f-2e7a6b5c4d31
         */
        renderId: components['parameters']['RenderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The render. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Render'];
        };
      };
      /** @description An id that is not a UUID, or a parameter that the operation does not have. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ValidationProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description The account of this key has no render with this id. It may be deleted, expired, or another account's. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderNotFoundProblem'];
        };
      };
      429: components['responses']['RateLimitedBatchRead'];
      500: components['responses']['InternalErrorOfBatchRead'];
      503: components['responses']['ServiceUnavailableOfBatchRead'];
    };
  };
  deleteRender: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the render, from the response to its submission.
         * @example 5d0c2f7e-1b34-4a6d-9c8f-2e7a6b5c4d31
         */
        renderId: components['parameters']['RenderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Change'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description An id that is not a UUID, or a parameter that the operation does not have. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Change'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ValidationProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description The account of this key has no render with this id. It may be deleted, expired, or another account's. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Change'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Change'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderNotFoundProblem'];
        };
      };
      429: components['responses']['RateLimitedBatchChange'];
      500: components['responses']['InternalErrorOfBatchChange'];
      503: components['responses']['ServiceUnavailableOfBatchChange'];
    };
  };
  getRenderFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the render, from the response to its submission.
         * @example 5d0c2f7e-1b34-4a6d-9c8f-2e7a6b5c4d31
         */
        renderId: components['parameters']['RenderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The URL. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenderDownload'];
        };
      };
      /** @description An id that is not a UUID, or a parameter that the operation does not have. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ValidationProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description The account has no such render (`RENDER_NOT_FOUND`), or its file is no longer in storage (`RENDER_FILE_NOT_FOUND`). */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderFileNotFoundProblem'];
        };
      };
      /** @description The render has no file, because it is not COMPLETED. Wait if it is active; otherwise there is none. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderNotReadyProblem'];
        };
      };
      429: components['responses']['RateLimitedBatchRead'];
      500: components['responses']['InternalErrorOfBatchRead'];
      503: components['responses']['ServiceUnavailableOfBatchRead'];
    };
  };
  listWebhookEndpoints: {
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
      /** @description One page of endpoints; empty `data` past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointList'];
        };
      };
      400: components['responses']['InvalidWebhookQuery'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewWebhookEndpoint'];
      };
    };
    responses: {
      /** @description The endpoint, with its secret. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointWithSecret'];
        };
      };
      /** @description `VALIDATION_ERROR`: the body does not match this document. `WEBHOOK_URL_INVALID`: not a public https URL. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['WebhookUrlProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      /** @description The workspace has as many endpoints as its plan allows. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['WebhookEndpointLimitProblem'];
        };
      };
      413: components['responses']['PayloadTooLargeOfWebhooks'];
      415: components['responses']['UnsupportedMediaTypeOfWebhooks'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the webhook endpoint.
         * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
         */
        endpointId: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['InvalidWebhook'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      404: components['responses']['WebhookEndpointNotFound'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the webhook endpoint.
         * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
         */
        endpointId: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidWebhook'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      404: components['responses']['WebhookEndpointNotFound'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the webhook endpoint.
         * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
         */
        endpointId: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookEndpointChange'];
      };
    };
    responses: {
      /** @description The endpoint as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      /**
       * @description `VALIDATION_ERROR`: the id or the body does not match this document. `WEBHOOK_URL_INVALID`: not a public
       *     https URL.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['WebhookUrlProblem'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      404: components['responses']['WebhookEndpointNotFound'];
      413: components['responses']['PayloadTooLargeOfWebhooks'];
      415: components['responses']['UnsupportedMediaTypeOfWebhooks'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: {
        /**
         * @description How long the secret before signs, too. 0 ends it at once.
         * @example 24
         */
        overlapHours?: number;
      };
      header?: never;
      path: {
        /**
         * @description The id of the webhook endpoint.
         * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
         */
        endpointId: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint, with its new secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointWithSecret'];
        };
      };
      400: components['responses']['InvalidWebhook'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      404: components['responses']['WebhookEndpointNotFound'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  sendWebhookTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the webhook endpoint.
         * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
         */
        endpointId: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The test is planned. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookTest'];
        };
      };
      400: components['responses']['InvalidWebhook'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      404: components['responses']['WebhookEndpointNotFound'];
      409: components['responses']['WebhookEndpointOff'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /**
         * @description Only deliveries in this state.
         * @example FAILED
         */
        status?: components['schemas']['WebhookDeliveryStatus'];
        /**
         * @description Only events of this type.
         * @example batch.completed
         */
        type?: components['schemas']['WebhookEventTypeOrTest'];
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
         * @description The id of the webhook endpoint.
         * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
         */
        endpointId: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of deliveries; empty `data` past the last page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryPage'];
        };
      };
      400: components['responses']['InvalidWebhook'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      404: components['responses']['WebhookEndpointNotFound'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  replayWebhookEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the webhook endpoint.
         * @example 7d0b5a34-2f0e-4a1b-9d63-0f4f0a2f6c18
         */
        endpointId: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookReplayRequest'];
      };
    };
    responses: {
      /** @description The deliveries are planned. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookReplay'];
        };
      };
      400: components['responses']['InvalidWebhook'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['WebhooksForbidden'];
      /**
       * @description `WEBHOOK_ENDPOINT_NOT_FOUND`: the workspace has no such endpoint. `WEBHOOK_EVENT_NOT_FOUND`: the endpoint has
       *     no delivery of this event; it may be too old.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Webhooks'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Webhooks'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['WebhookReplayTargetProblem'];
        };
      };
      409: components['responses']['WebhookEndpointOff'];
      413: components['responses']['PayloadTooLargeOfWebhooks'];
      415: components['responses']['UnsupportedMediaTypeOfWebhooks'];
      429: components['responses']['RateLimitedWebhooks'];
      500: components['responses']['InternalErrorOfWebhooks'];
      503: components['responses']['ServiceUnavailableOfWebhooks'];
    };
  };
  getImage: {
    parameters: {
      query: {
        /**
         * @description The values of the variables: the parameter `v.NAME` for the variable `NAME`, such as
         *     `v.title=Hello`. A variable without a value gets its default.
         * @example {
         *       "v.title": "The harvest is in"
         *     }
         */
        variables?: {
          [key: string]: string;
        };
        /**
         * @description Multiplies the pixels of each side of a raster file.
         * @example 2
         */
        scale?: number;
        /**
         * @description The quality of `jpg`, `webp` and `avif` files. Other formats ignore it.
         * @example 85
         */
        quality?: number;
        /**
         * @description The pixels per inch in place of the template's own.
         * @example 96
         */
        dpi?: 96 | 150 | 300;
        /**
         * @description `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, with `%23` for the `#`; replaces the background.
         * @example #0f172a
         */
        background?: string;
        /**
         * @description How expressions of the template write numbers, dates and lists; replaces the locale of the template.
         * @example de-AT
         */
        locale?: string;
        /**
         * @description Which page of a template with several the picture shows. A `pdf` has all pages.
         * @example 1
         */
        page?: number;
        /**
         * @description Which size of a template with `sizes` the picture shows. Default is its base design.
         * @example story
         */
        size?: string;
        /**
         * @description From this time on, in Unix seconds, the URL is expired.
         * @example 4102444800
         */
        exp?: number;
        /**
         * @description The id of the URL key.
         * @example 7d4f1c02-9a5e-4b6d-8c3f-1e2d3c4b5a69
         */
        k: string;
        /**
         * @description The signature, always last: base64url without padding of the HMAC-SHA256 over the bytes of path
         *     and query before `&s=`. The key of the HMAC is the URL key's secret as UTF-8 text. Equivalent
         *     spellings of a URL are one URL: other percent-encoding of the same names and values, `+` and `%20`
         *     for a space, and the letter case of the extension, where `jpeg` is `jpg`.
         * @example Qm9vrXq1p0oK5t2n8s7yZ3wUe6iVaLcDfGhJkMbNxTA
         */
        s: string;
      };
      header?: {
        /**
         * @description The `ETag` of the copy that the client has. If it is current, the answer is 304.
         * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
         */
        'If-None-Match'?: string;
        /**
         * @description The requested part: `bytes=FIRST-LAST`, `bytes=FIRST-` or `bytes=-LENGTH`. For several ranges,
         *     other units and values that cannot be parsed, the whole picture is returned.
         * @example bytes=0-
         */
        Range?: string;
        /**
         * @description The `ETag` or `Last-Modified` of the part you have. If the picture has changed, it is returned whole.
         * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
         */
        'If-Range'?: string;
      };
      path: {
        /**
         * @description The id of the template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: string;
        /**
         * @description The number of a published version, whose picture never changes, or `live` for the current version.
         * @example live
         */
        version: string;
        /**
         * @description Any name. Its extension decides the format: `png`, `jpg` or `jpeg`, `webp`, `avif`, `svg`, `pdf` or
         *     `zpl`, in any letter case.
         * @example card.png
         */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description The picture. The media type follows the extension of `file`. If something went wrong and the key
       *     has a fallback, the template's default picture: it has `X-Image-Error`, and neither `ETag` nor
       *     `Last-Modified`.
       */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /**
           * @description For a numbered version `public, max-age=31536000, immutable`, for `live` `public, max-age=300,
           *     stale-while-revalidate=86400, stale-if-error=604800`; with `exp` not beyond it. `no-store` with
           *     the default picture.
           * @example public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800
           */
          'Cache-Control': string;
          /**
           * @description The entity tag. It is known before the picture is rendered.
           * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
           */
          ETag?: string;
          /**
           * @description When the picture was rendered.
           * @example Mon, 02 Mar 2026 09:20:31 GMT
           */
          'Last-Modified'?: string;
          /** @description The number of bytes in this response. */
          'Content-Length'?: number;
          /**
           * @description Always `inline`.
           * @example inline
           */
          'Content-Disposition'?: 'inline';
          /**
           * @description Byte ranges are accepted.
           * @example bytes
           */
          'Accept-Ranges'?: 'bytes';
          /** @description The code of the problem, where the default picture is in the place of the picture. */
          'X-Image-Error'?: string;
          /**
           * @description For a key with the option `fit`: the variables whose texts were longer than their `maxLength` and
           *     are shortened at a word, separated by `, `. In a list `items[3].note`. Commas, spaces and all
           *     that is not ASCII are percent-encoded. After 20 of them `7 more`.
           * @example title
           */
          'X-Image-Fitted'?: string;
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
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
      /** @description The requested part of the picture. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /**
           * @description The part's position, and the size of the picture in bytes.
           * @example bytes 0-38644/38645
           */
          'Content-Range': string;
          /**
           * @description For a numbered version `public, max-age=31536000, immutable`, for `live` `public, max-age=300,
           *     stale-while-revalidate=86400, stale-if-error=604800`; with `exp` not beyond it. `no-store` with
           *     the default picture.
           * @example public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800
           */
          'Cache-Control': string;
          /**
           * @description The entity tag. It is known before the picture is rendered.
           * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
           */
          ETag?: string;
          /**
           * @description When the picture was rendered.
           * @example Mon, 02 Mar 2026 09:20:31 GMT
           */
          'Last-Modified'?: string;
          /** @description The number of bytes in this response. */
          'Content-Length'?: number;
          /**
           * @description Always `inline`.
           * @example inline
           */
          'Content-Disposition'?: 'inline';
          /**
           * @description Byte ranges are accepted.
           * @example bytes
           */
          'Accept-Ranges'?: 'bytes';
          /**
           * @description For a key with the option `fit`: the variables whose texts were longer than their `maxLength` and
           *     are shortened at a word, separated by `, `. In a list `items[3].note`. Commas, spaces and all
           *     that is not ASCII are percent-encoded. After 20 of them `7 more`.
           * @example title
           */
          'X-Image-Fitted'?: string;
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/webp': unknown;
          'image/avif': unknown;
          'image/svg+xml': unknown;
          'application/pdf': unknown;
          'application/zpl': unknown;
        };
      };
      /** @description The client's copy is current. Costs neither a render nor quota. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /**
           * @description For a numbered version `public, max-age=31536000, immutable`, for `live` `public, max-age=300,
           *     stale-while-revalidate=86400, stale-if-error=604800`; with `exp` not beyond it. `no-store` with
           *     the default picture.
           * @example public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800
           */
          'Cache-Control': string;
          /**
           * @description The entity tag. It is known before the picture is rendered.
           * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
           */
          ETag?: string;
          /**
           * @description For a key with the option `fit`: the variables whose texts were longer than their `maxLength` and
           *     are shortened at a word, separated by `, `. In a list `items[3].note`. Commas, spaces and all
           *     that is not ASCII are percent-encoded. After 20 of them `7 more`.
           * @example title
           */
          'X-Image-Fitted'?: string;
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description After a valid signature. `VALIDATION_ERROR`: an unknown or repeated parameter, a bad escape, a
       *     malformed option, or an output that would be too large. `VARIABLE_VALIDATION_FAILED`: a value
       *     breaks a rule of its variable, a required one is missing, or there is no such variable.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageValuesProblem'];
        };
      };
      /**
       * @description `IMAGE_URL_INVALID`: the signature is missing or wrong, or its key was deleted.
       *     `IMAGE_URL_RESTRICTED`: the key does not allow this format, size, or host of a picture.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageForbiddenProblem'];
        };
      };
      /** @description There is no such template or version that the key's account sees and the key allows. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['TemplateNotFoundProblem'];
        };
      };
      /** @description The time `exp` is over. */
      410: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageExpiredProblem'];
        };
      };
      /** @description The requested `Range` starts after the end of the picture. `Content-Range` has its size. */
      416: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description The size of the picture in bytes.
           * @example bytes *\/38645
           */
          'Content-Range': string;
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RangeProblem'];
        };
      };
      /**
       * @description Only if the picture must be rendered. `QUOTA_EXCEEDED`: the month's renders of the workspace, or
       *     the key's renders of the day (UTC), are used up. `RATE_LIMIT_EXCEEDED`: so many new
       *     pictures wait that the turn of this one does not come within 20 seconds.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          'Retry-After': components['headers']['Retry-After-Limits'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['RenderLimitProblem'];
        };
      };
      /** @description The service failed. Nothing was charged. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['InternalProblem'];
        };
      };
      /** @description The renderer failed, or the origin of a picture did not deliver it. Nothing was charged. */
      502: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageRenderFailedProblem'];
        };
      };
      /**
       * @description Nothing was charged. `RENDERER_UNAVAILABLE`: no renderer was free for 20 seconds, too many new pictures
       *     wait, or the template's files cannot be read. `SERVICE_UNAVAILABLE`: the database cannot be used.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          'Retry-After': components['headers']['Retry-After'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageUnavailableProblem'];
        };
      };
    };
  };
  headImage: {
    parameters: {
      query: {
        /**
         * @description The values of the variables: the parameter `v.NAME` for the variable `NAME`, such as
         *     `v.title=Hello`. A variable without a value gets its default.
         * @example {
         *       "v.title": "The harvest is in"
         *     }
         */
        variables?: {
          [key: string]: string;
        };
        /**
         * @description Multiplies the pixels of each side of a raster file.
         * @example 2
         */
        scale?: number;
        /**
         * @description The quality of `jpg`, `webp` and `avif` files. Other formats ignore it.
         * @example 85
         */
        quality?: number;
        /**
         * @description The pixels per inch in place of the template's own.
         * @example 96
         */
        dpi?: 96 | 150 | 300;
        /**
         * @description `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, with `%23` for the `#`; replaces the background.
         * @example #0f172a
         */
        background?: string;
        /**
         * @description How expressions of the template write numbers, dates and lists; replaces the locale of the template.
         * @example de-AT
         */
        locale?: string;
        /**
         * @description Which page of a template with several the picture shows. A `pdf` has all pages.
         * @example 1
         */
        page?: number;
        /**
         * @description Which size of a template with `sizes` the picture shows. Default is its base design.
         * @example story
         */
        size?: string;
        /**
         * @description From this time on, in Unix seconds, the URL is expired.
         * @example 4102444800
         */
        exp?: number;
        /**
         * @description The id of the URL key.
         * @example 7d4f1c02-9a5e-4b6d-8c3f-1e2d3c4b5a69
         */
        k: string;
        /**
         * @description The signature, always last: base64url without padding of the HMAC-SHA256 over the bytes of path
         *     and query before `&s=`. The key of the HMAC is the URL key's secret as UTF-8 text. Equivalent
         *     spellings of a URL are one URL: other percent-encoding of the same names and values, `+` and `%20`
         *     for a space, and the letter case of the extension, where `jpeg` is `jpg`.
         * @example Qm9vrXq1p0oK5t2n8s7yZ3wUe6iVaLcDfGhJkMbNxTA
         */
        s: string;
      };
      header?: {
        /**
         * @description The `ETag` of the copy that the client has. If it is current, the answer is 304.
         * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
         */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description The id of the template.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: string;
        /**
         * @description The number of a published version, whose picture never changes, or `live` for the current version.
         * @example live
         */
        version: string;
        /**
         * @description Any name. Its extension decides the format: `png`, `jpg` or `jpeg`, `webp`, `avif`, `svg`, `pdf` or
         *     `zpl`, in any letter case.
         * @example card.png
         */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The headers of the picture. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /**
           * @description For a numbered version `public, max-age=31536000, immutable`, for `live` `public, max-age=300,
           *     stale-while-revalidate=86400, stale-if-error=604800`; with `exp` not beyond it. `no-store` with
           *     the default picture.
           * @example public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800
           */
          'Cache-Control': string;
          /**
           * @description The entity tag. It is known before the picture is rendered.
           * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
           */
          ETag?: string;
          /**
           * @description When the picture was rendered.
           * @example Mon, 02 Mar 2026 09:20:31 GMT
           */
          'Last-Modified'?: string;
          /** @description The number of bytes in this response. */
          'Content-Length'?: number;
          /**
           * @description Always `inline`.
           * @example inline
           */
          'Content-Disposition'?: 'inline';
          /**
           * @description Byte ranges are accepted.
           * @example bytes
           */
          'Accept-Ranges'?: 'bytes';
          /** @description The code of the problem, where the default picture is in the place of the picture. */
          'X-Image-Error'?: string;
          /**
           * @description For a key with the option `fit`: the variables whose texts were longer than their `maxLength` and
           *     are shortened at a word, separated by `, `. In a list `items[3].note`. Commas, spaces and all
           *     that is not ASCII are percent-encoded. After 20 of them `7 more`.
           * @example title
           */
          'X-Image-Fitted'?: string;
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
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
      /** @description The client's copy is current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /**
           * @description For a numbered version `public, max-age=31536000, immutable`, for `live` `public, max-age=300,
           *     stale-while-revalidate=86400, stale-if-error=604800`; with `exp` not beyond it. `no-store` with
           *     the default picture.
           * @example public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800
           */
          'Cache-Control': string;
          /**
           * @description The entity tag. It is known before the picture is rendered.
           * @example "qk0Zt3vN6f7m1y9XwBhRr2uPcLsDjEaG5oTiVnKzQ8M"
           */
          ETag?: string;
          /**
           * @description For a key with the option `fit`: the variables whose texts were longer than their `maxLength` and
           *     are shortened at a word, separated by `, `. In a list `items[3].note`. Commas, spaces and all
           *     that is not ASCII are percent-encoded. After 20 of them `7 more`.
           * @example title
           */
          'X-Image-Fitted'?: string;
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description After a valid signature. `VALIDATION_ERROR`: an unknown or repeated parameter, a bad escape, a
       *     malformed option, or an output that would be too large. `VARIABLE_VALIDATION_FAILED`: a value
       *     breaks a rule of its variable, a required one is missing, or there is no such variable.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageValuesProblem'];
        };
      };
      /**
       * @description `IMAGE_URL_INVALID`: the signature is missing or wrong, or its key was deleted.
       *     `IMAGE_URL_RESTRICTED`: the key does not allow this format, size, or host of a picture.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageForbiddenProblem'];
        };
      };
      /** @description There is no such template or version that the key's account sees and the key allows. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['TemplateNotFoundProblem'];
        };
      };
      /** @description The time `exp` is over. */
      410: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ImageExpiredProblem'];
        };
      };
      /** @description The service failed. Nothing was charged. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['InternalProblem'];
        };
      };
      /** @description The database cannot be used. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Image-Error': components['headers']['X-Image-Error'];
          'Retry-After': components['headers']['Retry-After'];
          /**
           * @description Pages of any origin may read it.
           * @example *
           */
          'Access-Control-Allow-Origin': '*';
          /**
           * @description The headers that they may read.
           * @example ETag, X-Image-Error, X-Image-Fitted
           */
          'Access-Control-Expose-Headers': string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ServiceUnavailableProblem'];
        };
      };
    };
  };
}
