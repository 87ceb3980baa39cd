/** Options of the demo command. */
export interface DemoOptions {
  readonly subdomain: string;
  /** Whether to fill an organization that the demo didn't create. */
  readonly intoExisting?: boolean;
}
