import type { RealmEvent } from "../../../../../src/domain/events/event";
import type { UserId } from "../../../../../src/domain/ids";
import type { RealmState } from "../../../../../src/domain/state/realm-state";

/** Refuses a duplicate key, like a primary key. */
export const insert = <Key, Row>(kind: string, table: Map<Key, Row>, key: Key, row: Row): void => {
  if (table.has(key)) throw new Error(`Duplicate ${kind}: ${key}`);
  table.set(key, row);
};

/** Refuses duplicates that the database's keys refuse. The domain decides about case. */
export const refuseDuplicates = (state: RealmState, event: RealmEvent): void => {
  switch (event.type) {
    case "user_created":
      refuseId("user", state.users, event.user.id);
      refuseTaken("email", event.user.email, emailsBut(state, event.user.id));
      break;
    case "user_changed":
      refuseTaken("email", event.change.email, emailsBut(state, event.userId));
      break;
    case "group_created":
      refuseId("group", state.groups, event.group.id);
      refuseTaken("group name", event.group.name, namesBut(state.groups, event.group.id));
      break;
    case "group_changed":
      refuseTaken("group name", event.change.name, namesBut(state.groups, event.groupId));
      break;
    case "channel_created":
      refuseId("channel", state.channels, event.channel.id);
      refuseTaken("channel name", event.channel.name, namesBut(state.channels, event.channel.id));
      break;
    case "channel_changed":
      refuseTaken("channel name", event.change.name, namesBut(state.channels, event.channelId));
      break;
    case "domain_added": {
      const domains = [...state.domains.values()].map(({ domain }) => domain);
      refuseId("domain", state.domains, event.domain.id);
      refuseTaken("domain", event.domain.domain, domains);
      break;
    }
    case "emoji_added": {
      const active = [...state.emoji.values()].filter(({ isDeactivated }) => !isDeactivated);
      refuseId("emoji", state.emoji, event.emoji.id);
      refuseTaken(
        "emoji name",
        event.emoji.name,
        active.map(({ name }) => name),
      );
    }
  }
};

const refuseId = (kind: string, table: ReadonlyMap<number, unknown>, id: number): void => {
  if (table.has(id)) throw new Error(`Duplicate ${kind}: ${id}`);
};

export const refuseTaken = (kind: string, value: string | undefined, taken: Iterable<string>): void => {
  if (value === undefined) return;
  for (const one of taken) if (one === value) throw new Error(`Duplicate ${kind}: ${value}`);
};

const emailsBut = function* (state: RealmState, userId: UserId): Iterable<string> {
  for (const { id, email } of state.users.values()) if (id !== userId) yield email;
};

const namesBut = function* (
  all: ReadonlyMap<number, { readonly id: number; readonly name: string }>,
  ownId: number,
): Iterable<string> {
  for (const { id, name } of all.values()) if (id !== ownId) yield name;
};
