import { IdSet } from "./id-set";
import type { RealmParts, RealmState } from "./realm-state";
import type { StateChange } from "./state-change";

/** The changes that revert `changes`, leading back to this state. */
export const undoing = (state: RealmState, changes: readonly StateChange[]): readonly StateChange[] =>
  changes.map((change) => inverse(state.parts, change)).toReversed();

const inverse = (parts: RealmParts, change: StateChange): StateChange => {
  switch (change.part) {
    case "realm":
      return { part: "realm", value: parts.realm };
    case "defaultChannels":
      return { part: "defaultChannels", value: [...parts.defaultChannels] };
    case "defaultChannelGroups":
      return { part: "defaultChannelGroups", value: parts.defaultChannelGroups };
    case "channelFolders":
      return { part: "channelFolders", value: parts.channelFolders };
    case "profileFields":
      return { part: "profileFields", value: parts.profileFields };
    case "linkifiers":
      return { part: "linkifiers", value: parts.linkifiers };
    case "playgrounds":
      return { part: "playgrounds", value: parts.playgrounds };
    case "subscriptions": {
      const { userId, channelId } = change;
      return { ...change, value: parts.subscriptions.get(userId, channelId) ?? null };
    }
    case "acquaintances": {
      const known = parts.acquaintances.get(change.id);
      return { ...change, value: known ? [...known] : null };
    }
    case "users":
      return { ...change, value: parts.users.get(change.id) ?? null };
    case "groups": {
      const group = parts.groups.get(change.id);
      // Omits the members where only the group's fields change, because there may be many.
      const members = change.value?.members && [...(parts.members.get(change.id) ?? IdSet.empty)];
      return { ...change, value: group ? { ...group, ...(members && { members }) } : null };
    }
    case "profileValues": {
      const { fieldId } = change;
      const values = Object.keys(change.values).map(
        (id) => [id, parts.users.get(Number(id))?.profile[fieldId] ?? null] as const,
      );
      return { part: "profileValues", fieldId, values: Object.fromEntries(values) };
    }
    case "members": {
      const { groupId, op, userIds } = change;
      const before = parts.members.get(groupId) ?? IdSet.empty;
      const named = IdSet.ofList(userIds);
      const changed = op === "add" ? named.minus(before) : named.and(before);
      return { part: "members", groupId, op: op === "add" ? "remove" : "add", userIds: [...changed] };
    }
    case "channels":
      return { ...change, value: parts.channels.get(change.id) ?? null };
    case "domains":
      return { ...change, value: parts.domains.get(change.id) ?? null };
    case "emoji":
      return { ...change, value: parts.emoji.get(change.id) ?? null };
    case "invitations":
      return { ...change, value: parts.invitations.get(change.id) ?? null };
    case "pushDevices":
      return { ...change, value: parts.pushDevices.get(change.id) ?? null };
  }
};
