/** The content policy accepts style tags with this value only; the service makes a new one for each page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
