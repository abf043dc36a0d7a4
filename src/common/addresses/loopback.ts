/** Whether a URL leads to the machine that opens it: 127.0.0.0/8, ::1, and localhost (RFC 6761, 6.3). */
export function isLoopbackUrl(url: string): boolean {
  return /^(?:127\.[\d.]+|localhost|.*\.localhost|\[::1\])$/.test(new URL(url).hostname);
}
