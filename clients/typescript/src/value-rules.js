/** The rules of values, of which the service has the only copy. The build bundles them into the package. */
export { checkOffline } from '../../../src/domain/variables/check-offline.ts';
