export type BatchStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
/** What a batch was submitted with: a key of the API, or the app. */
export type BatchOrigin = 'API_KEY' | 'DESIGNER';
/** The origin of a render without an open connection, which is a job of one row. */
export const renderOrigin = 'RENDER';
export type JobOrigin = BatchOrigin | typeof renderOrigin;

/** SQL: whether a row of `batch_jobs` is a batch. */
export const isBatch = `origin <> '${renderOrigin}'`;
/** SQL: whether a row of `batch_jobs` is a single render. */
export const isRender = `origin = '${renderOrigin}'`;

/** What a client stores with a job or a row, and gets with its answers and events. */
export type Metadata = Readonly<Record<string, unknown>>;
