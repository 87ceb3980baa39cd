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
export type ChangedData = { readonly kind: StoredKind } & (
  | { readonly users: Iterable<UserId> }
  | { readonly messages: Iterable<MessageId> }
  | { readonly everything: true }
);

/** What the answer to a read depends on. Without `users`, on any user's data; without `includes`, on any message. */
export interface ReadDependency {
  readonly kind: StoredKind;
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
export class ChangeSet {
  private readonly byKind = new Map<StoredKind, Changed>();

  add(data: ChangedData): void {
    let changed = this.byKind.get(data.kind);
    if (changed === undefined) {
      changed = { everything: false, users: new Set(), messages: new Set() };
      this.byKind.set(data.kind, changed);
    }
    if ("users" in data) for (const id of data.users) changed.users.add(id);
    else if ("messages" in data) for (const id of data.messages) changed.messages.add(id);
    else changed.everything = true;
  }

  clear(): void {
    this.byKind.clear();
  }

  /** Whether the changes may alter the answer to a read. */
  meet(read: readonly ReadDependency[]): boolean {
    return this.byKind.size > 0 && read.some((dependency) => this.meetOne(dependency));
  }

  private meetOne({ kind, users, includes }: ReadDependency): boolean {
    const changed = this.byKind.get(kind);
    if (changed === undefined) return false;
    if (changed.everything) return true;
    if (users === undefined ? changed.users.size > 0 : users.some((id) => changed.users.has(id))) return true;
    return includes === undefined ? changed.messages.size > 0 : [...changed.messages].some(includes);
  }
}
