// Generated from openapi.yaml by scripts/generate.ts; change that instead.

export interface paths {
  '/api/v1/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List projects
     * @description Your own projects, and those that other members of the workspace share; the one changed last comes first. `templateCount`
     *     counts only templates that you can see.
     */
    get: operations['listProjects'];
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
     * @description Your own templates in the project and the shared ones, the one changed last first. The drawing itself is left out; read a
     *     single template for its variables.
     */
    get: operations['listProjectTemplates'];
    put?: never;
    post?: never;
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
     * @description All that one needs to render the template: the page's size and, in `variables`, every blank with its type and rules. A shared
     *     template in somebody's private project can be read and rendered, though the project itself stays unknown to you.
     */
    get: operations['getTemplate'];
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
     * @description Fills in the values, draws the template and answers with the file (`delivery` `binary`, the default), or publishes it at a
     *     public URL and answers with that (`delivery` `link`).
     *
     *     A success costs one render, each time: equal requests are rendered anew. Anything else costs nothing: what was charged is
     *     given back. If you hang up while the request still waits for a renderer, it is dropped and given back; once drawing
     *     has begun it is finished and stays charged.
     *
     *     **Size.** Pixels = page in inches × dpi × `scale`, rounded for each side; the dpi is `outputDpi`, or else the template's own. A
     *     1200 × 630 px page at 96 dpi and scale 1 is exactly 1200 × 630. A PDF page has the size of the template whatever the scale; its
     *     text and shapes are vectors, and `outputDpi` bounds its bitmaps. An output over 100 million pixels, or over what the format can
     *     hold (WebP 16,383 a side, JPEG 65,500), is refused before anything is drawn.
     *
     *     **Image variables.** The picture is fetched from its URL: public addresses only, at most 5 redirects, 10 seconds, 20 MiB and 50
     *     million pixels; png, jpeg, webp, gif or avif. What the URL itself is to blame for is a 400 that names the variable; an
     *     origin that does not answer, or answers with 5xx, is a 502.
     *
     *     How many calls a second are accepted depends on the plan.
     */
    post: operations['generateImage'];
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
     * @description The links that your account has made, the newest first, in an order that stays the same from page to page. An expired link
     *     is listed until the next cleanup; its URL is dead already.
     */
    get: operations['listShares'];
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
     * @description Deletes the published file and forgets the link, for good. Our own answer to the URL is 404 at once; caches on the way may go on
     *     showing their copy for up to 5 minutes. Deleting an API key, by contrast, leaves the links made with it alone.
     */
    delete: operations['revokeShare'];
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
     * @description The jobs of your account, whichever key submitted them, the newest first. 100 requests a second, shared with the other reads of
     *     batch jobs.
     */
    get: operations['listBatchJobs'];
    put?: never;
    /**
     * Submit a batch
     * @description Hands in one template and a row of values for each picture, and answers at once with the job. The pictures are made in the
     *     background and end up in one ZIP archive. Learn of the end by polling the job, or give a `callbackUrl`.
     *
     *     **All or nothing.** Every row is checked first. One bad row refuses the submission, and nothing is made or charged. N good rows are
     *     charged as N renders here and now; rows that fail to render later, and rows that a cancelled job never came to, are given back.
     *
     *     **Limits.** At most 2,000 rows or 10 MiB for anybody (`BATCH_SIZE_EXCEEDED`), fewer by plan (`BATCH_ROW_LIMIT_EXCEEDED`); one
     *     submission a second and 2 active jobs for each account.
     *
     *     **Repeating safely.** With an `Idempotency-Key`, the same submission again answers with the first one's job: no second job, no second
     *     charge, even when both arrive together. "The same" means template, number of rows, format, options and file name pattern. A
     *     key belongs to the workspace and is remembered as long as its job exists.
     *
     *     A repetition is answered whatever the limits say by then, and counts as a read rather than as a submission. It may come from
     *     another account of the workspace, which then learns the job's id but can't read the job.
     *
     *     The job keeps to the template as it is now: later edits change nothing.
     */
    post: operations['submitBatchJob'];
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
     * @description State, progress and, at the end, the way to the archive. Made for polling: 100 requests a second, shared with the other reads
     *     of batch jobs. A job can be read with every key of the account that submitted it.
     *
     *     PENDING and PROCESSING jobs are active. COMPLETED means that every row has its outcome and at least one picture was made; FAILED
     *     that none was, that the archive could not be stored, or that the job took longer than an hour.
     */
    get: operations['getBatchJob'];
    put?: never;
    post?: never;
    /**
     * Delete a batch job
     * @description Removes a job that has ended, with its archive and the outcomes of its rows, for good. Nothing is given back. Cancel a job first
     *     that is still active. 10 requests a second, shared with cancel.
     */
    delete: operations['deleteBatchJob'];
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
     * List what became of each row
     * @description One entry for each row that has an outcome, in the order of submission. Use it to match the files of the archive to your rows: the
     *     archive holds pictures only, and none for a row that failed. 100 requests a second, shared with the other reads of batch jobs.
     */
    get: operations['listBatchItems'];
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
     * @description The ZIP archive of a COMPLETED job: flat, one file for each row that rendered. By default you get a URL that works without a key
     *     for one hour; call again for a fresh one. With `delivery` `zip` the archive itself is the answer. It is kept for 30 days; the
     *     job stays readable after that. 100 requests a second, shared with the other reads of batch jobs.
     *
     *     A download that was cut off can go on where it was: ask for the rest with `Range`, here or at the download URL, and give the `ETag`
     *     of the part that you have in `If-Range`.
     *
     *     A download URL (`/files/…`) takes `GET` and `HEAD`. Once its hour is over, or where it was altered, it answers 403
     *     `DOWNLOAD_LINK_INVALID`: ask here for a fresh one. Once the archive is gone, because its job was deleted say, it answers 404
     *     `NOT_FOUND`; a range beyond the end is 416. Take the URL as it is: where the service keeps its files in a bucket, it leads there,
     *     and refusals are in the bucket's own words.
     */
    get: operations['getBatchResult'];
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
     * @description Stops an active job. What is not rendered yet is given back: `totalItems` minus `completedItems`. On a job that has ended this
     *     does nothing, and answers the same. 10 requests a second, shared with delete.
     */
    post: operations['cancelBatchJob'];
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
    /** @description What went wrong (RFC 9457). Decide by `status` and `code`, show `detail` to people, log `requestId`. */
    Problem: {
      /**
       * @description Always `about:blank`; `code` says more.
       * @enum {string}
       */
      type: 'about:blank';
      /** @description The name of the status. */
      title: string;
      /** @description The HTTP status once more. */
      status: number;
      /** @description What happened, for programs. Each status lists its own. */
      code: string;
      /** @description What happened here, for people: the place, what was given, what is accepted. */
      detail: string;
      /**
       * Format: uuid
       * @description The same as `X-Request-Id`.
       */
      requestId: string;
      /** @description Each place that is wrong, where there are places to tell of. */
      errors?: components['schemas']['FieldError'][];
    };
    /** @description A request that is off the contract. */
    ValidationProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 400;
      /** @enum {string} */
      code?: 'VALIDATION_ERROR';
    };
    /** @description There is no such project, or it is private. */
    ProjectNotFoundProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 404;
      /** @enum {string} */
      code?: 'PROJECT_NOT_FOUND';
    };
    /** @description The plan has no share links, or no more of them. */
    SharingRefusedProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 403;
      /** @enum {string} */
      code?: 'SHARING_NOT_AVAILABLE_ON_PLAN' | 'SHARE_LINK_LIMIT_REACHED';
    };
    /** @description A body over the limit. */
    PayloadTooLargeProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 413;
      /** @enum {string} */
      code?: 'PAYLOAD_TOO_LARGE';
    };
    /** @description The month's renders are used up, or too many calls came at once. */
    RenderLimitProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 429;
      /** @enum {string} */
      code?: 'QUOTA_EXCEEDED' | 'RATE_LIMIT_EXCEEDED';
    };
    /** @description Something went wrong on our side. */
    InternalProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 500;
      /** @enum {string} */
      code?: 'INTERNAL_ERROR';
    };
    /** @description Not drawn, or drawn but not published. */
    RenderFailedProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 502;
      /** @enum {string} */
      code?: 'RENDER_FAILED' | 'SHARE_UPLOAD_FAILED';
    };
    /** @description No renderer, or no storage of share links, for the moment. */
    RendererUnavailableProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 503;
      /** @enum {string} */
      code?: 'RENDERER_UNAVAILABLE' | 'SHARING_UNAVAILABLE';
    };
    /** @description There is no such share link of this account. */
    ShareNotFoundProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 404;
      /** @enum {string} */
      code?: 'SHARE_NOT_FOUND';
    };
    /** @description The published file could not be deleted. */
    ShareRevokeProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 502;
      /** @enum {string} */
      code?: 'SHARE_REVOKE_FAILED';
    };
    /** @description A submission that cannot be accepted as it is. */
    BatchSubmissionProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 400;
      /** @enum {string} */
      code?:
        | 'VALIDATION_ERROR'
        | 'TEMPLATE_NOT_FOUND'
        | 'VARIABLE_VALIDATION_FAILED'
        | 'BATCH_SIZE_EXCEEDED'
        | 'BATCH_ROW_LIMIT_EXCEEDED'
        | 'BATCH_COMPLETION_CALLBACK_URL_INVALID';
    };
    /** @description An Idempotency-Key of another submission. */
    IdempotencyKeyReusedProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 409;
      /** @enum {string} */
      code?: 'BATCH_IDEMPOTENCY_KEY_REUSED';
    };
    /** @description Not enough renders left, enough active jobs, or too many submissions at once. */
    BatchLimitProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 429;
      /** @enum {string} */
      code?: 'BATCH_RATE_LIMIT_EXCEEDED' | 'RATE_LIMIT_EXCEEDED';
    };
    /** @description The job could not be handed over, or something else went wrong on our side. */
    BatchDispatchProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 500;
      /** @enum {string} */
      code?: 'BATCH_DISPATCH_FAILED' | 'INTERNAL_ERROR';
    };
    /** @description The job has not ended. */
    BatchJobActiveProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 409;
      /** @enum {string} */
      code?: 'BATCH_JOB_ACTIVE';
    };
    /** @description An unknown delivery, or a request that is off the contract. */
    BatchDeliveryProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 400;
      /** @enum {string} */
      code?: 'BATCH_INVALID_DELIVERY' | 'VALIDATION_ERROR';
    };
    /** @description There is no such job of this account, or its archive is gone. */
    BatchResultNotFoundProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 404;
      /** @enum {string} */
      code?: 'BATCH_NOT_FOUND' | 'BATCH_RESULT_NOT_FOUND';
    };
    /** @description The job is not COMPLETED. */
    BatchResultNotReadyProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 409;
      /** @enum {string} */
      code?: 'BATCH_RESULT_NOT_READY';
    };
    /** @description The archive was kept as long as archives are kept. */
    BatchResultExpiredProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 410;
      /** @enum {string} */
      code?: 'BATCH_RESULT_EXPIRED';
    };
    /** @description Nothing of the archive is in the range. */
    RangeProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 416;
      /** @enum {string} */
      code?: 'RANGE_NOT_SATISFIABLE';
    };
    /** @description A filter, an id, a page or a parameter that is off the contract. */
    BatchFilterProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 400;
      /** @enum {string} */
      code?: 'BATCH_INVALID_FILTER';
    };
    /** @description No key, or none that is valid. */
    UnauthorizedProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 401;
      /** @enum {string} */
      code?: 'UNAUTHORIZED';
    };
    /** @description There is no such template, or it is private. */
    TemplateNotFoundProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 404;
      /** @enum {string} */
      code?: 'TEMPLATE_NOT_FOUND';
    };
    /** @description There is no such job of this account. */
    BatchNotFoundProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 404;
      /** @enum {string} */
      code?: 'BATCH_NOT_FOUND';
    };
    /** @description A body of another media type. */
    UnsupportedMediaTypeProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 415;
      /** @enum {string} */
      code?: 'UNSUPPORTED_MEDIA_TYPE';
    };
    /** @description Too many requests in a short time. */
    RateLimitProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 429;
      /** @enum {string} */
      code?: 'RATE_LIMIT_EXCEEDED';
    };
    /** @description The storage of share links is out of reach. */
    SharingUnavailableProblem: components['schemas']['Problem'] & {
      /** @enum {integer} */
      status?: 503;
      /** @enum {string} */
      code?: 'SHARING_UNAVAILABLE';
    };
    FieldError: {
      /** @description JSON pointer into the body; parameters are below `/query`, `/path` and `/header`. */
      pointer: string;
      /** @description What is wrong there. */
      detail: string;
    };
    /**
     * @description `PRIVATE`: only its owner sees it. `SHARED`: every member of the workspace does.
     * @enum {string}
     */
    Visibility: 'PRIVATE' | 'SHARED';
    /**
     * @description Kind of file.
     * @enum {string}
     */
    OutputFormat: 'png' | 'jpeg' | 'webp' | 'pdf';
    /**
     * @description Names of variables and their values. All values are strings, numbers and dates too. A variable that is left out gets its default,
     *     or nothing if it is optional and has none. A name that the template does not have is refused.
     */
    VariableValues: {
      [key: string]: string;
    };
    /** @description A folder of templates. */
    Project: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description May be empty. */
      description: string;
      /** @description Templates in it that you can see. */
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
    };
    /** @description A template and what it wants to know. */
    Template: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description May be empty. */
      description: string;
      /** Format: uuid */
      projectId: string;
      viewport: components['schemas']['Viewport'];
      /**
       * @description One px is 1/96 inch.
       * @enum {string}
       */
      viewportUnit: 'px' | 'mm' | 'cm' | 'in' | 'pt';
      /** @description Pixels an inch, where a request gives no `outputDpi`. */
      viewportExportDpi: number;
      /**
       * @description What it was designed for. PDFs of `print` templates carry trim and bleed boxes.
       * @enum {string}
       */
      viewportOutputIntent: 'screen' | 'print';
      visibility: components['schemas']['Visibility'];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Every blank of the template. May be empty. */
      variables: components['schemas']['Variable'][];
    };
    /** @description Size of the page in `viewportUnit`. */
    Viewport: {
      width: number;
      height: number;
    };
    /** @description One blank of a template. */
    Variable: {
      /** @description The key in `variables` of a request. */
      name: string;
      /**
       * @description What a value must be, always written as a string: `number` a finite JSON number; `email`, `url` (http or https) and `date` (RFC 3339, a day
       *     or a day and time) what their names say; `phone` an international number with `+`; `qrcode` and `barcode` the data to encode; `image` an
       *     `https`, `http` or `data:image/…;base64` URL of a picture.
       * @enum {string}
       */
      type: 'text' | 'number' | 'email' | 'url' | 'phone' | 'date' | 'qrcode' | 'barcode' | 'image';
      /** @description What people call it. */
      label: string;
      /** @description Whether a (non-empty) value must be given. */
      required: boolean;
      /** @description Used where no value is given. Absent if there is none. */
      defaultValue?: string;
      validation?: components['schemas']['VariableValidation'];
    };
    /** @description Rules beside those of the type. */
    VariableValidation: {
      /** @description Fewest characters (Unicode code points). */
      minLength?: number;
      /** @description Most characters (Unicode code points). */
      maxLength?: number;
      /** @description Smallest number. */
      min?: number;
      /** @description Largest number. */
      max?: number;
      /** @description An RE2 expression that the whole value must match. */
      pattern?: string;
      /** @description The only values that are accepted. */
      options?: string[];
    };
    /** @description How the file should be. */
    RenderOptions: {
      /**
       * @description Multiplies the pixels of each side of a raster file.
       * @default 1
       */
      scale?: number;
      /**
       * @description Quality of `jpeg` and `webp` files; more is better and larger. Other formats ignore it.
       * @default 85
       */
      quality?: number;
      /**
       * @description Pixels an inch in place of the template's own; 300 suits print. In PDFs it bounds the density of bitmaps.
       * @enum {integer}
       */
      outputDpi?: 96 | 150 | 300;
      /**
       * @description `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` in place of the background of the template.
       * @example #0f172a
       */
      backgroundColor?: string;
    };
    /** @description Values, and how the file should be. */
    GenerateRequest: {
      variables: components['schemas']['VariableValues'];
      /**
       * @description Kind of file.
       * @default png
       * @enum {string}
       */
      format?: 'png' | 'jpeg' | 'webp' | 'pdf';
      /**
       * @description `binary` answers with the file, `link` publishes it and answers with its URL.
       * @default binary
       * @enum {string}
       */
      delivery?: 'binary' | 'link';
      options?: components['schemas']['RenderOptions'];
    };
    /** @description A render published at a public URL. */
    ShareLink: {
      /**
       * Format: uuid
       * @description What revoke wants.
       */
      id: string;
      /**
       * Format: uri
       * @description Works without a key until `expiresAt`.
       */
      url: string;
      /**
       * Format: uuid
       * @description The template; null once it was deleted.
       */
      templateId: string | null;
      /** @description Its name when the link was made. */
      templateName: string | null;
      /** @enum {string} */
      mimeType: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';
      /** @description Bytes of the file. */
      fileSize: number;
      /**
       * @description Made with an API key, or in the app.
       * @enum {string}
       */
      source: 'API' | 'DESIGNER';
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description From then on the URL is dead.
       */
      expiresAt: string;
    };
    /** @description Where in the whole list this page is. */
    Pagination: {
      /** @description This page, counted from 0. */
      page: number;
      /** @description Most entries on a page. */
      size: number;
      /** @description Entries on all pages. */
      totalElements: number;
      totalPages: number;
    };
    /** @description One page of share links. */
    ShareLinkPage: {
      data: components['schemas']['ShareLink'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description A template, rows of values, and where to send word of the end. */
    BatchSubmission: {
      template: components['schemas']['BatchSubmissionTemplate'];
      /** @description One picture for each row, in this order. At most 2,000, and at most as many as the plan allows. */
      rows: components['schemas']['VariableValues'][];
      /**
       * @description Where to POST when the job has ended: an `https` URL without user name, whose host has public addresses only. A token of your own
       *     may be in its query.
       * @example https://hooks.example.org/platen?token=3f9a
       */
      callbackUrl?: string;
    };
    /** @description What to render and how. */
    BatchSubmissionTemplate: {
      /**
       * Format: uuid
       * @description The template; the job goes into its project.
       */
      templateId: string;
      /**
       * @description Kind of all the files.
       * @default png
       * @enum {string}
       */
      format?: 'png' | 'jpeg' | 'webp' | 'pdf';
      options?: components['schemas']['RenderOptions'];
      output?: components['schemas']['BatchSubmissionOutput'];
    };
    /** @description What the files are called. */
    BatchSubmissionOutput: {
      /**
       * @description Names of the files in the archive, without extension. `{name}` stands for the row's value of that variable (in lower case, with
       *     `-` for everything but a-z, 0-9, `-` and `_`), `{index}` for the row's number from `000`, `{timestamp}` for the time of the job,
       *     `{random}` for 6 random characters. Equal names get `-2`, `-3` and so on. Without a pattern: `image-000`, `image-001`, …
       * @example card-{index}-{title}
       */
      filenamePattern?: string;
    };
    /**
     * @description `PENDING` waits for a renderer, `PROCESSING` is under way; both are active. `COMPLETED`, `FAILED` and `CANCELLED` are final.
     * @enum {string}
     */
    BatchStatus: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
    /** @description A job that was accepted. */
    BatchAccepted: {
      /** Format: uuid */
      jobId: string;
      status: components['schemas']['BatchStatus'];
      /** @description Rows submitted. */
      totalItems: number;
      /** Format: date-time */
      createdAt: string;
    };
    /** @description A batch job as it stands. */
    BatchJob: {
      /** Format: uuid */
      jobId: string;
      status: components['schemas']['BatchStatus'];
      /** @description Rows submitted. */
      totalItems: number;
      /** @description Rows that rendered. */
      completedItems: number;
      /** @description Rows that failed, all of them. */
      failedItems: number;
      /** @description Rows done so far. A job that was cancelled or ran out of time keeps the number it had reached. */
      processedItems: number;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the first row began; null before.
       */
      startedAt: string | null;
      /**
       * Format: date-time
       * @description When the job ended; null before.
       */
      completedAt: string | null;
      /** @description From start to end in milliseconds. */
      renderTimeMs: number | null;
      /** @description A URL of the archive that works without a key; null unless COMPLETED. */
      downloadUrl: string | null;
      /**
       * Format: date-time
       * @description Until when it works.
       */
      downloadUrlExpiresAt: string | null;
      /** @description The first 5 rows that failed; the list of items has them all. */
      errors: components['schemas']['BatchRowError'][];
      /** @description How the callback is going; null if none was asked for. */
      completionCallback: components['schemas']['CompletionCallback'] | null;
    };
    BatchRowError: {
      /** @description The row, counted from 0 as submitted. */
      itemIndex: number;
      /** @description Why it failed. */
      error: string;
    };
    /** @description How the delivery of the completion callback is going. */
    CompletionCallback: {
      /**
       * Format: uuid
       * @description The same for all attempts.
       */
      deliveryId: string;
      callbackUrl: string;
      /**
       * @description `FAILED` after the fifth refusal, or at once if the address is not a public one any more.
       * @enum {string}
       */
      status: 'PENDING' | 'DELIVERED' | 'FAILED';
      /** @description Attempts that have an outcome. No more than 5, unless whoever runs the service had it delivered again. */
      attempts: number;
      /**
       * Format: date-time
       * @description When your receiver last took it.
       */
      deliveredAt: string | null;
      /** @description Why the latest attempt was refused. */
      lastError: string | null;
    };
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
       * @description Submitted with an API key, or in the app.
       * @enum {string}
       */
      origin: 'API_KEY' | 'DESIGNER';
      /** @description The key that submitted it; null once that was deleted. */
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
    };
    /** @description One page of batch jobs. */
    BatchJobPage: {
      data: components['schemas']['BatchJobSummary'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description What became of one row. */
    BatchItem: {
      /** @description The row, counted from 0 as submitted. */
      rowIndex: number;
      /** @description Its name in the archive, or the name it would have had. */
      filename: string;
      /** @description Bytes of the file; 0 if it failed. */
      size: number;
      /** @enum {string} */
      status: 'SUCCESS' | 'FAILED';
      /** @description Why it failed; null if it did not. */
      error: string | null;
    };
    /** @description One page of outcomes. */
    BatchItemPage: {
      data: components['schemas']['BatchItem'][];
      pagination: components['schemas']['Pagination'];
    };
    /** @description Where to get the archive. */
    BatchDownload: {
      /**
       * Format: uri
       * @description Works without a key.
       */
      downloadUrl: string;
      /**
       * Format: date-time
       * @description Until when it works; one hour.
       */
      expiresAt: string;
    };
    /** @description Word that a batch job has ended. */
    BatchCompletion: {
      /**
       * Format: uuid
       * @description The same for all attempts; take each only once.
       */
      deliveryId: string;
      /** Format: uuid */
      jobId: string;
      /** @enum {string} */
      status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
      totalItems: number;
      completedItems: number;
      failedItems: number;
      /**
       * Format: date-time
       * @description When the job ended.
       */
      completedAt: string;
    };
  };
  responses: {
    /** @description A parameter is off, or not one of this operation's. */
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
    /** @description A parameter is off, or not one of this operation's. */
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
    /** @description The id is not a UUID, or a parameter is not one of this operation's. */
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
    /** @description The id is not a UUID, or a parameter is not one of this operation's. */
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
    /** @description The id is not a UUID, or a parameter is not one of this operation's. */
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
    /** @description The id is not a UUID, or a parameter is not one of this operation's. */
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
    /** @description An unknown state or source, paging that is off, or a parameter that is not one of this operation's. */
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
     * @description An id that is not a UUID, paging that is off, or a parameter that is not one of this operation's: all of them
     *     `BATCH_INVALID_FILTER` here.
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
    /** @description No key was sent, or more than one, or it is not (or no longer) valid. */
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
    /** @description No such template, or it is somebody else's and private. */
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
    /** @description No such template, or it is somebody else's and private. */
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
    /** @description No such job, or another account submitted it. */
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
    /** @description No such job, or another account submitted it. */
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
    /** @description The body is not declared as `application/json` (in UTF-8). */
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
    /** @description The body is not declared as `application/json` (in UTF-8). */
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
    /** @description Too many requests in a short time. Wait as long as `Retry-After` says. */
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
    /** @description Too many requests in a short time. Wait as long as `Retry-After` says. */
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
    /** @description Too many requests in a short time. Wait as long as `Retry-After` says. */
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
    /** @description Too many requests in a short time. Wait as long as `Retry-After` says. */
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
    /** @description Something went wrong on our side. Tell us the `requestId`. */
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
    /** @description Something went wrong on our side. Tell us the `requestId`. */
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
    /** @description Something went wrong on our side. Tell us the `requestId`. */
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
    /** @description Something went wrong on our side. Tell us the `requestId`. */
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
    /** @description The storage of share links is out of reach. Try again after `Retry-After`. */
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
  };
  parameters: {
    /**
     * @description The template, from the list of a project's templates.
     * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
     */
    TemplateId: string;
    /**
     * @description The job, as submit answered it.
     * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
     */
    JobId: string;
    /**
     * @description Which page, counted from 0.
     * @example 0
     */
    Page: number;
    /**
     * @description Most entries on a page.
     * @example 20
     */
    Limit: number;
    /**
     * @description Most entries on a page.
     * @example 20
     */
    Size: number;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Names this request; quote it when you ask about it.
     * @example 0b7c5f0e-4b3a-4a8e-9f57-2f1f7d1f6a31
     */
    'X-Request-Id': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "discovery";r=49;t=1
     */
    RateLimit: string;
    /**
     * @description The allowance itself: `q` requests in `w` seconds. Absent where the operator has turned rate limits off.
     * @example "discovery";q=50;w=1
     */
    'RateLimit-Policy': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "discovery";r=0;t=1
     */
    'RateLimit-Spent': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "generate";r=9;t=1
     */
    'RateLimit-Generate': string;
    /**
     * @description The allowance itself: `q` requests in `w` seconds. Absent where the operator has turned rate limits off.
     * @example "generate";q=10;w=2
     */
    'RateLimit-Policy-Generate': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     */
    'RateLimit-Generate-Spent': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "shares";r=49;t=1
     */
    'RateLimit-Shares': string;
    /**
     * @description The allowance itself: `q` requests in `w` seconds. Absent where the operator has turned rate limits off.
     * @example "shares";q=50;w=1
     */
    'RateLimit-Policy-Shares': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "shares";r=0;t=1
     */
    'RateLimit-Shares-Spent': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "batch-submit";r=0;t=1
     */
    'RateLimit-Batch-Submit': string;
    /**
     * @description The allowance itself: `q` requests in `w` seconds. Absent where the operator has turned rate limits off.
     * @example "batch-submit";q=1;w=1
     */
    'RateLimit-Policy-Batch-Submit': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "batch-submit";r=0;t=1
     */
    'RateLimit-Batch-Submit-Spent': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "batch-read";r=99;t=1
     */
    'RateLimit-Batch-Read': string;
    /**
     * @description The allowance itself: `q` requests in `w` seconds. Absent where the operator has turned rate limits off.
     * @example "batch-read";q=100;w=1
     */
    'RateLimit-Policy-Batch-Read': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "batch-read";r=0;t=1
     */
    'RateLimit-Batch-Read-Spent': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "batch-change";r=9;t=1
     */
    'RateLimit-Batch-Change': string;
    /**
     * @description The allowance itself: `q` requests in `w` seconds. Absent where the operator has turned rate limits off.
     * @example "batch-change";q=10;w=1
     */
    'RateLimit-Policy-Batch-Change': string;
    /**
     * @description What is left of the allowance named in quotes: `r` requests now, and `t` seconds until it is full again. Absent where the operator has
     *     turned rate limits off.
     * @example "batch-change";r=0;t=1
     */
    'RateLimit-Batch-Change-Spent': string;
    /**
     * @description Seconds to wait before trying again.
     * @example 1
     */
    'Retry-After': number;
    /** @description Seconds to wait before trying again. */
    'Retry-After-Limits': number;
    /**
     * @description Always 0 here; nothing is left for now.
     * @example 0
     */
    'X-RateLimit-Remaining': '0';
    /**
     * @description How to authenticate; with a key in `X-Api-Key`.
     * @example ApiKey realm="platen", header="X-Api-Key"
     */
    'WWW-Authenticate': string;
    /**
     * @description Renders that the workspace has each month.
     * @example 1000
     */
    'X-Quota-Limit': number;
    /**
     * @description Renders left this month, this one taken off.
     * @example 998
     */
    'X-Quota-Remaining': number;
    /**
     * @description When the next month's renders come.
     * @example 2026-04-01T00:00:00.000Z
     */
    'X-Quota-Reset': string;
    /**
     * @description Renders that the workspace has each month; there if the request got far enough to know.
     * @example 1000
     */
    'X-Quota-Limit-Known': number;
    /**
     * @description Renders left this month; there if the request got far enough to know.
     * @example 998
     */
    'X-Quota-Remaining-Known': number;
    /** @description Renders left this month; there if the request got far enough to know. */
    'X-Quota-Remaining-Limits': number;
    /**
     * @description When the next month's renders come; there if the request got far enough to know.
     * @example 2026-04-01T00:00:00.000Z
     */
    'X-Quota-Reset-Known': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listProjects: {
    parameters: {
      query?: {
        /**
         * @description Which page, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description Most entries on a page.
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
    };
  };
  listProjectTemplates: {
    parameters: {
      query?: {
        /**
         * @description Which page, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description Most entries on a page.
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
      /** @description No such project, or it is somebody else's and private. */
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
    };
  };
  getTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The template, from the list of a project's templates.
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
    };
  };
  generateImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The template, from the list of a project's templates.
         * @example 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31
         */
        templateId: components['parameters']['TemplateId'];
      };
      cookie?: never;
    };
    /** @description The values and how the file should be. At most 10 MiB. */
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
           * @description When the render was done.
           * @example 2026-03-02T09:20:31.118Z
           */
          'X-Timestamp': string;
          /**
           * @description How many things the template's author ought to look at: text that was made smaller or does not fit, characters that
           *     no font has, pictures with too few pixels, codes too small to be read. 0 where there is nothing.
           * @example 0
           */
          'X-Render-Warnings': number;
          'X-Quota-Limit': components['headers']['X-Quota-Limit'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset'];
          /** @description With a file, `attachment` and a name made from the template's. Absent with a link. */
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'image/png': Uint8Array | ReadableStream<Uint8Array>;
          'image/jpeg': Uint8Array | ReadableStream<Uint8Array>;
          'image/webp': Uint8Array | ReadableStream<Uint8Array>;
          'application/pdf': Uint8Array | ReadableStream<Uint8Array>;
          'application/json': components['schemas']['ShareLink'];
        };
      };
      /**
       * @description A required value is missing, a value breaks a rule, a name is not a variable of the template, an image URL cannot be used, or
       *     the body, the path or the asked-for size is off.
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
      /** @description With `delivery` `link` only. The plan has no share links, or the workspace has as many active ones as it may. */
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
      /** @description The body is over 10 MiB. */
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
       * @description Two quite different things. `QUOTA_EXCEEDED`: the month's renders are used up, and `Retry-After` reaches to the first of the
       *     next month. `RATE_LIMIT_EXCEEDED`: too many calls this second; wait a moment.
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
      /** @description Something went wrong on our side, and nothing was charged. Tell us the `requestId`. */
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
       * @description Nothing was charged. `RENDER_FAILED`: the renderer gave up, or the origin of an image did not deliver. `SHARE_UPLOAD_FAILED`:
       *     drawn, but not published; no link exists. Trying again is safe, and renders anew.
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
       * @description Nothing was charged; come back after `Retry-After`. `RENDERER_UNAVAILABLE`: the queue is full, the renderer is starting anew, or
       *     the template's files are out of reach.
       *     `SHARING_UNAVAILABLE`: the storage of share links is out of reach.
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
         * @description Which page, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description Most entries on a page.
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
      /** @description Gone. */
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
      /** @description No such link, or another account made it. */
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
      /** @description The published file could not be deleted, and the link may still work. Repeat the call until it succeeds. */
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
         * @description Only jobs in this state. Repeat the parameter for several, `status=PENDING&status=PROCESSING`.
         * @example [
         *       "COMPLETED"
         *     ]
         */
        status?: ('PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED')[];
        /**
         * @description Only jobs that were submitted with an API key, or in the app.
         * @example API_KEY
         */
        source?: 'API_KEY' | 'DESIGNER';
        /**
         * @description Which page, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description Most entries on a page.
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
    };
  };
  submitBatchJob: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A name that you make up for this submission, such as a UUID. Visible ASCII characters, with spaces only inside.
         * @example invoice-run-2026-03-02
         */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description Template, rows and, if wanted, a callback. At most 10 MiB. */
    requestBody: {
      content: {
        'application/json': components['schemas']['BatchSubmission'];
      };
    };
    responses: {
      /** @description The job, accepted; or the first one's job, where the submission is a repetition. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Submit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Submit'];
          'X-Quota-Limit': components['headers']['X-Quota-Limit'];
          'X-Quota-Remaining': components['headers']['X-Quota-Remaining'];
          'X-Quota-Reset': components['headers']['X-Quota-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchAccepted'];
        };
      };
      /**
       * @description The submission is off, and nothing was made or charged. `VALIDATION_ERROR`: body or headers off this contract, a file name pattern
       *     with unknown placeholders, an output that would be too large. `TEMPLATE_NOT_FOUND`: no such template for this key. `VARIABLE_VALIDATION_FAILED`: a row's values do not fit the template; the detail names the
       *     first such row. `BATCH_SIZE_EXCEEDED`: over 2,000 rows or 10 MiB. `BATCH_ROW_LIMIT_EXCEEDED`: more rows than the plan has.
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
      /** @description The `Idempotency-Key` belongs to another submission. Use a new key for a new batch. */
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
       * @description `BATCH_RATE_LIMIT_EXCEEDED`: the month's renders do not cover the rows (`Retry-After` reaches to the next month), or 2 jobs of the
       *     account are active already (`Retry-After` is a few seconds). `RATE_LIMIT_EXCEEDED`: more than one submission in a second. Nothing was charged.
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
       * @description `BATCH_DISPATCH_FAILED`: the job could not be handed to the renderer; the charge was given back, try again. `INTERNAL_ERROR`:
       *     anything else that went wrong on our side.
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
    };
  };
  getBatchJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The job, as submit answered it.
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
    };
  };
  deleteBatchJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The job, as submit answered it.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gone. */
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
    };
  };
  listBatchItems: {
    parameters: {
      query?: {
        /**
         * @description Which page, counted from 0.
         * @example 0
         */
        page?: components['parameters']['Page'];
        /**
         * @description Most entries on a page.
         * @example 20
         */
        size?: components['parameters']['Size'];
      };
      header?: never;
      path: {
        /**
         * @description The job, as submit answered it.
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
    };
  };
  getBatchResult: {
    parameters: {
      query?: {
        /**
         * @description `url` for a download URL, `zip` for the archive itself.
         * @example url
         */
        delivery?: 'url' | 'zip';
      };
      header?: {
        /**
         * @description With `zip`, the part of the archive that you want: `bytes=FIRST-LAST`, `bytes=FIRST-` or `bytes=-LENGTH`. Several ranges at once, other units
         *     and what can't be read get all of it.
         * @example bytes=32768-
         */
        Range?: string;
        /**
         * @description The `ETag` or `Last-Modified` of the part that you have. If the archive is another one, you get all of it.
         * @example "e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61"
         */
        'If-Range'?: string;
      };
      path: {
        /**
         * @description The job, as submit answered it.
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
          /** @description With the archive, `attachment` and its name. Absent with a URL. */
          'Content-Disposition'?: string;
          /** @description The bytes of this answer. */
          'Content-Length'?: number;
          /** @description With the archive, `bytes`: parts of it can be asked for. */
          'Accept-Ranges'?: 'bytes';
          /** @description With the archive, what tells it from any other. */
          ETag?: string;
          /** @description With the archive, when its job ended. */
          'Last-Modified'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchDownload'];
          'application/zip': Uint8Array | ReadableStream<Uint8Array>;
        };
      };
      /** @description The part of the archive that was asked for. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          /**
           * @description Which part it is, and how many bytes the archive has.
           * @example bytes 32768-67902/67903
           */
          'Content-Range': string;
          /** @description With the archive, `attachment` and its name. Absent with a URL. */
          'Content-Disposition'?: string;
          /** @description The bytes of this answer. */
          'Content-Length'?: number;
          /** @description With the archive, `bytes`: parts of it can be asked for. */
          'Accept-Ranges'?: 'bytes';
          /** @description With the archive, what tells it from any other. */
          ETag?: string;
          /** @description With the archive, when its job ended. */
          'Last-Modified'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/zip': unknown;
        };
      };
      /** @description Neither `url` nor `zip` (`BATCH_INVALID_DELIVERY`), or an id that is none (`VALIDATION_ERROR`). */
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
      /** @description No such job of this account (`BATCH_NOT_FOUND`), or its archive is not in storage any more (`BATCH_RESULT_NOT_FOUND`). */
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
      /** @description The job is not COMPLETED. */
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
      /** @description The job ended more than 30 days ago, and its archive was removed. */
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
      /** @description The archive ends before the `Range` that was asked for. */
      416: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit-Batch-Read'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy-Batch-Read'];
          /**
           * @description How many bytes the archive has.
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
    };
  };
  cancelBatchJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The job, as submit answered it.
         * @example e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61
         */
        jobId: components['parameters']['JobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job has ended, now or before. */
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
    };
  };
}
