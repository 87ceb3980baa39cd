import type { Conversation } from "./message";

const nobody: ReadonlySet<number> = new Set();

/** Whom each guest has a direct conversation with, by id. Others need no acquaintance. */
export class Acquaintances {
  private readonly byGuest = new Map<number, Set<number>>();

  constructor(private readonly isGuest: (userId: number) => boolean) {}

  of(guestId: number): ReadonlySet<number> {
    return this.byGuest.get(guestId) ?? nobody;
  }

  put(guestId: number, userIds: readonly number[]): void {
    this.byGuest.set(guestId, new Set(userIds));
  }

  remove(guestId: number): void {
    this.byGuest.delete(guestId);
  }

  /** Guests come to know those whom they have a direct conversation with. */
  introduce(conversation: Conversation): void {
    if (conversation.kind !== "direct") return;
    for (const id of conversation.participants)
      if (this.isGuest(id)) {
        const known = this.byGuest.get(id) ?? new Set<number>();
        for (const other of conversation.participants) known.add(other);
        this.byGuest.set(id, known);
      }
  }
}
