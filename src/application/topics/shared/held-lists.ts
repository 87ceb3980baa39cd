import type { ConversationId, RealmId } from "../../../domain/ids";

interface Held<List> {
  readonly list: List;
  weight: number;
}

/** The memory of a list besides its items, counted in items. */
const overhead = 20;

/** Lists of channels, up to a total number of items. Beyond it, the least recently used lists are dropped. */
export class HeldLists<List> {
  /** Least recently used first, the realms as well as their lists. */
  private readonly realms = new Map<RealmId, Map<ConversationId, Held<List>>>();
  private weight = 0;

  constructor(
    private readonly most: number,
    private readonly sizeOf: (list: List) => number,
  ) {}

  peek(realmId: RealmId, conversationId: ConversationId): List | undefined {
    return this.realms.get(realmId)?.get(conversationId)?.list;
  }

  use(realmId: RealmId, conversationId: ConversationId): List | undefined {
    const lists = this.realms.get(realmId);
    const held = lists?.get(conversationId);
    if (lists === undefined || held === undefined) return undefined;
    lists.delete(conversationId);
    lists.set(conversationId, held);
    this.realms.delete(realmId);
    this.realms.set(realmId, lists);
    return held.list;
  }

  add(realmId: RealmId, conversationId: ConversationId, list: List): void {
    const lists = this.realms.get(realmId) ?? new Map<ConversationId, Held<List>>();
    lists.set(conversationId, { list, weight: 0 });
    this.realms.delete(realmId);
    this.realms.set(realmId, lists);
    this.weigh(realmId, conversationId);
  }

  /** After a list has changed, makes room for what it takes now. */
  weigh(realmId: RealmId, conversationId: ConversationId): void {
    const held = this.realms.get(realmId)?.get(conversationId);
    if (held === undefined) return;
    const weight = this.sizeOf(held.list) + overhead;
    this.weight += weight - held.weight;
    held.weight = weight;
    for (const oldest of this.oldestFirst()) {
      if (this.weight <= this.most) return;
      this.forget(...oldest);
    }
  }

  forget(realmId: RealmId, conversationId: ConversationId): void {
    const lists = this.realms.get(realmId);
    this.weight -= lists?.get(conversationId)?.weight ?? 0;
    lists?.delete(conversationId);
    if (lists?.size === 0) this.realms.delete(realmId);
  }

  /** Forgets the lists of a realm, and returns them. */
  release(realmId: RealmId): readonly List[] {
    const lists = [...(this.realms.get(realmId)?.values() ?? [])];
    this.realms.delete(realmId);
    for (const { weight } of lists) this.weight -= weight;
    return lists.map(({ list }) => list);
  }

  private *oldestFirst(): Generator<readonly [RealmId, ConversationId]> {
    for (const [realmId, lists] of this.realms)
      for (const conversationId of lists.keys()) yield [realmId, conversationId];
  }
}
