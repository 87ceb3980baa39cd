import type { MessageId, UserId } from "../../domain/ids";

/**
 * A kind of stored data. Heads say which messages exist and where: everything of a message that its content, reactions,
 * edits and submessages don't change.
 */
export type StoredKind =
  | "heads"
  | "contents"
  | "readStates"
  | "directConversations"
  | "userData"
  | "attachments"
  | "credentials";

/** What an event changes: the data of some users, or of some messages, or everything of its kind. */
export type ChangedExtent = { readonly of: StoredKind } & (
  | { readonly users: Iterable<UserId> }
  | { readonly messages: Iterable<MessageId> }
  | { readonly everything: true }
);

/** What the answer to a read depends on. Without `users`, on any user's data; without `includes`, on any message. */
export interface ReadExtent {
  readonly of: StoredKind;
  readonly users?: readonly UserId[];
  readonly includes?: (id: MessageId) => boolean;
}

/** The changes of one kind. */
interface Changed {
  everything: boolean;
  readonly users: Set<UserId>;
  readonly messages: Set<MessageId>;
}

/** What several events change together. */
export class ChangedExtents {
  private readonly byKind = new Map<StoredKind, Changed>();

  add(extent: ChangedExtent): void {
    let changed = this.byKind.get(extent.of);
    if (changed === undefined) {
      changed = { everything: false, users: new Set(), messages: new Set() };
      this.byKind.set(extent.of, changed);
    }
    if ("users" in extent) for (const id of extent.users) changed.users.add(id);
    else if ("messages" in extent) for (const id of extent.messages) changed.messages.add(id);
    else changed.everything = true;
  }

  clear(): void {
    this.byKind.clear();
  }

  /** Whether the changes may alter the answer to a read. */
  meet(read: readonly ReadExtent[]): boolean {
    return this.byKind.size > 0 && read.some((extent) => this.meetOne(extent));
  }

  private meetOne({ of, users, includes }: ReadExtent): boolean {
    const changed = this.byKind.get(of);
    if (changed === undefined) return false;
    if (changed.everything) return true;
    if (users === undefined ? changed.users.size > 0 : users.some((id) => changed.users.has(id))) return true;
    return includes === undefined ? changed.messages.size > 0 : [...changed.messages].some(includes);
  }
}
