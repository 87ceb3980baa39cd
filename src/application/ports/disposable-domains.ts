/** Mail domains that give out addresses for some minutes. */
export interface DisposableDomains {
  /** Whether it is one, or lies below one. */
  has(domain: string): boolean;
}
