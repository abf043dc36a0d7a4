export type BatchStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
/** What a job was submitted with: a key of the API, or the app. */
export type BatchOrigin = 'API_KEY' | 'DESIGNER';
