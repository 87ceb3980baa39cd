/** Mail domains that hand out temporary addresses. */
export interface DisposableDomains {
  /** Whether the domain, or one above it, is disposable. */
  has(domain: string): boolean;
}
