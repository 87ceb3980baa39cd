/** Where a draft is to go, if its writer has said so. */
export type DraftPlace =
  | { readonly kind: "nowhere" }
  | { readonly kind: "channel"; readonly channelId: number; readonly topic: string }
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message that isn't sent yet, on all of its writer's devices. API §2.6. */
export interface Draft {
  readonly id: number;
  readonly place: DraftPlace;
  /** Markdown. */
  readonly content: string;
  /** Unix seconds; parts of one where the client told them. */
  readonly editedAt: number;
}
