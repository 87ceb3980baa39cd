/** What the demo command is told. */
export interface DemoOptions {
  readonly subdomain: string;
  /** Whether to fill an organization that the demo didn't create. */
  readonly intoExisting?: boolean;
}
