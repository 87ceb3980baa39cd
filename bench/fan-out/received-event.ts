/** What clients look at in an event. */
export interface ReceivedEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number; readonly content: string };
}
