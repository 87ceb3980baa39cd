import { signal } from "@preact/signals-core";
import { channels as channelSlice } from "../../web/src/store/channels";
import type { Setting } from "../../web/src/views/settings/catalogue/setting";
import {
  refusedPrivacies,
  whyNotAdd,
  whyNotInChannel,
  whyNotRemove,
} from "../../web/src/views/settings/channel/channel-rights";
import { channelChange, channelScope, privacyOf } from "../../web/src/views/settings/channel/channel-scope";
import {
  mayJoin,
  mayLeave,
  possibleSubgroups,
  whyNotAddTo,
  whyNotManage,
} from "../../web/src/views/settings/group/group-rights";
import { groupScope } from "../../web/src/views/settings/group/group-scope";
import { activeFolders, orderWith } from "../../web/src/views/settings/parts/folder-order";
import type { SettingsStore } from "../../web/src/views/settings/parts/scope";
import { whyNotAccess, whyNotPerson, whyNotProfile } from "../../web/src/views/settings/person/person-rights";
import type { Channel, ChannelFolder, Group, Subscription, User } from "../../web/src/wire/wire";
import { administrationWords } from "../../web/src/words/en-channel-administration";

const { reasons } = administrationWords;

const [everyone, nobody] = [1, 2];
const people: Readonly<Record<string, number>> = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
};
const idOf = (name: string): number => Object.keys(people).indexOf(name) + 10;

const aGroup = (id: number, members: readonly number[], more: Partial<Group> = {}): Group => ({
  id,
  name: `group ${id}`,
  description: "",
  members,
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  creator_id: null,
  date_created: null,
  can_add_members_group: nobody,
  can_join_group: nobody,
  can_leave_group: everyone,
  can_manage_group: nobody,
  can_mention_group: everyone,
  can_remove_members_group: nobody,
  ...more,
});

const aChannel = (more: Partial<Channel> = {}): Channel => ({
  stream_id: 5,
  name: "design",
  description: "",
  rendered_description: "",
  invite_only: false,
  is_web_public: false,
  is_archived: false,
  history_public_to_subscribers: true,
  subscriber_count: 1,
  creator_id: 13,
  date_created: 0,
  stream_weekly_traffic: null,
  message_retention_days: null,
  topics_policy: "inherit",
  default_push_notifications: false,
  first_message_id: null,
  folder_id: null,
  can_send_message_group: everyone,
  can_delete_any_message_group: nobody,
  can_delete_own_message_group: nobody,
  can_move_messages_within_channel_group: nobody,
  can_move_messages_out_of_channel_group: nobody,
  can_resolve_topics_group: nobody,
  can_administer_channel_group: nobody,
  can_add_subscribers_group: nobody,
  can_create_topic_group: everyone,
  can_remove_subscribers_group: nobody,
  can_subscribe_group: nobody,
  ...more,
});

const realmPermissions = {
  realm_can_add_subscribers_group: nobody,
  realm_can_create_private_channel_group: everyone,
  realm_can_create_public_channel_group: everyone,
  realm_can_create_web_public_channel_group: nobody,
  realm_can_set_topics_policy_group: nobody,
  realm_can_set_delete_message_policy_group: nobody,
  realm_can_manage_all_groups: nobody,
  realm_enable_spectator_access: false,
  realm_default_streams: [] as readonly number[],
};

/** What a user's window knows. */
const seenBy = (
  name: string,
  channel: Channel,
  {
    realm = {},
    groups = [],
    isIn = false,
  }: { realm?: object; groups?: readonly Group[]; isIn?: boolean } = {},
): SettingsStore => {
  const all = [
    aGroup(everyone, Object.keys(people).map(idOf), { is_system_group: true, name: "role:everyone" }),
    aGroup(nobody, [], { is_system_group: true, name: "role:nobody" }),
    ...groups,
  ];
  const users = Object.entries(people).map(([one, role]) => [
    idOf(one),
    { user_id: idOf(one), role, is_active: true } as User,
  ]);
  return {
    ownId: idOf(name),
    settings: signal({}),
    realm: signal({ ...realmPermissions, ...realm }),
    people: signal({ ownId: idOf(name), users: new Map(users as [number, User][]) }),
    groups: signal(new Map(all.map((one) => [one.id, one]))),
    channels: signal({ known: new Map([[5, channel]]), subscribed: new Map(isIn ? [[5, channel]] : []) }),
  } as unknown as SettingsStore;
};

const setting = (name: string): Setting =>
  channelScope(5).settings.find((one) => one.name === name) as Setting;
const only = (...ids: readonly number[]) => ({ direct_members: ids, direct_subgroups: [] });

describe("channel settings", () => {
  const administered = aChannel({ can_administer_channel_group: only(idOf("member"), idOf("guest")) });

  test.each([
    ["member", "description", undefined],
    ["member", "message_retention_days", reasons.owners],
    ["member", "is_default_stream", reasons.administrators],
    ["member", "default_push_notifications", reasons.administrators],
    ["member", "topics_policy", reasons.topicsPolicy],
    ["member", "can_delete_any_message_group", reasons.deletePolicy],
    ["member", "can_send_message_group", undefined],
    ["guest", "description", reasons.channel],
    ["moderator", "description", reasons.channel],
    ["administrator", "message_retention_days", reasons.owners],
    ["administrator", "is_default_stream", undefined],
    ["owner", "message_retention_days", undefined],
  ])("a %s changing %s sees: %s", (name, which, reason) => {
    expect(whyNotInChannel(seenBy(name, administered), administered, setting(which))).toBe(reason);
  });

  test("only people who can read a private channel can open it to others, and it can't be a default channel", () => {
    const closed = aChannel({ invite_only: true });
    const owner = seenBy("owner", closed);
    const why = (known: SettingsStore, name: string) => whyNotInChannel(known, closed, setting(name));
    expect(why(owner, "can_subscribe_group")).toBe(reasons.content);
    expect(why(owner, "privacy")).toBe(reasons.content);
    expect(why(owner, "is_default_stream")).toBe(reasons.defaultIsOpen);
    expect(why(owner, "can_send_message_group")).toBeUndefined();
    expect(why(seenBy("owner", closed, { isIn: true }), "privacy")).toBeUndefined();
  });

  test("permissions to add and to remove subscribers are independent", () => {
    const channel = aChannel({ can_remove_subscribers_group: only(idOf("moderator")) });
    expect(whyNotRemove(seenBy("moderator", channel), channel)).toBeUndefined();
    expect(whyNotAdd(seenBy("moderator", channel), channel)).toBe(reasons.addSubscribers);
    const open = { realm: { realm_can_add_subscribers_group: everyone } };
    expect(whyNotAdd(seenBy("member", channel, open), channel)).toBeUndefined();
    expect(whyNotAdd(seenBy("guest", channel, open), channel)).toBe(reasons.content);
    const closed = aChannel({ invite_only: true });
    expect(whyNotAdd(seenBy("owner", closed), closed)).toBe(reasons.content);
    expect(whyNotRemove(seenBy("owner", closed), closed)).toBeUndefined();
  });

  test("privacy types that a channel can't have show the reason", () => {
    const channel = aChannel();
    expect(refusedPrivacies(seenBy("owner", channel), channel)).toEqual({
      "web-public": reasons.noSpectators,
    });
    const realm = { realm_default_streams: [5], realm_enable_spectator_access: true };
    expect(refusedPrivacies(seenBy("owner", channel, { realm }), channel)).toEqual({
      shared: reasons.isDefault,
      protected: reasons.isDefault,
      "web-public": reasons.makeWebPublic,
    });
    const reports = { realm_moderation_request_channel_id: 5 };
    expect(refusedPrivacies(seenBy("owner", channel, { realm: reports }), channel).public).toBe(
      reasons.takesReports,
    );
  });

  test.each([
    ["public", aChannel()],
    ["shared", aChannel({ invite_only: true })],
    ["protected", aChannel({ invite_only: true, history_public_to_subscribers: false })],
    ["web-public", aChannel({ is_web_public: true })],
  ])("%s privacy is one choice for users and three fields in the API", (privacy, channel) => {
    expect(privacyOf(channel)).toBe(privacy);
    expect(channelChange(setting("privacy"), privacy, null)).toEqual({
      is_private: channel.invite_only,
      is_web_public: channel.is_web_public,
      history_public_to_subscribers: channel.history_public_to_subscribers,
    });
  });

  test("values are encoded as the server expects", () => {
    const changed = (name: string, value: Parameters<typeof channelChange>[1]) =>
      channelChange(setting(name), value, 3);
    expect(changed("name", "ops")).toEqual({ new_name: "ops" });
    expect(changed("folder_id", null)).toEqual({ folder_id: null });
    expect([null, -1, 30].map((days) => changed("message_retention_days", days))).toEqual(
      ["realm_default", "unlimited", 30].map((days) => ({ message_retention_days: days })),
    );
    expect(changed("can_send_message_group", 1)).toEqual({ can_send_message_group: { new: 1, old: 3 } });
  });

  test("a permission that defaults to the creator falls back to nobody once the creator is deactivated", () => {
    const administer = setting("can_administer_channel_group");
    const channel = aChannel({ creator_id: idOf("member") });
    expect(channelScope(5).fallback(seenBy("owner", channel), administer)).toEqual(only(idOf("member")));
    const orphan = aChannel({ creator_id: 99 });
    expect(channelScope(5).fallback(seenBy("owner", orphan), administer)).toBe(nobody);
  });
});

describe("groups", () => {
  const managed = aGroup(20, [idOf("member")], { can_manage_group: only(idOf("moderator"), idOf("guest")) });
  const known = (name: string, realm = {}) => seenBy(name, aChannel(), { realm, groups: [managed] });

  test("the group's managers and managers of all groups can change it, guests can't", () => {
    expect(whyNotManage(known("moderator"), managed)).toBeUndefined();
    expect(whyNotManage(known("owner"), managed)).toBe(reasons.group);
    expect(whyNotManage(known("owner", { realm_can_manage_all_groups: everyone }), managed)).toBeUndefined();
    expect(whyNotManage(known("guest"), managed)).toBe(reasons.group);
    const ofRole = aGroup(everyone, [], { is_system_group: true });
    expect(whyNotManage(known("moderator"), ofRole)).toBe(reasons.systemGroup);
    expect(groupScope(20).mayChange(known("owner"), setting("name"))).toBe(false);
  });

  test("a user can join and leave a group if its permissions allow it", () => {
    const open = { ...managed, can_join_group: everyone };
    expect([mayJoin(known("owner"), open), mayJoin(known("owner"), managed)]).toEqual([true, false]);
    expect([mayJoin(known("member"), open), mayLeave(known("member"), open)]).toEqual([false, true]);
    expect(mayLeave(known("member"), { ...open, can_leave_group: nobody })).toBe(false);
    expect(mayJoin(known("owner"), { ...open, deactivated: true })).toBe(false);
    expect(mayJoin(known("guest"), open)).toBe(false);
    expect(whyNotAddTo(known("moderator"), { ...managed, deactivated: true })).toBe(reasons.groupIsOff);
  });

  test("a group can't become a subgroup of itself or of its subgroups at any depth", () => {
    const inner = (id: number, ids: readonly number[], deactivated = false) =>
      [id, aGroup(id, [], { direct_subgroup_ids: ids, deactivated })] as const;
    const groups = new Map([inner(1, [2]), inner(2, [3]), inner(3, [4]), inner(4, []), inner(5, [], true)]);
    const possible = (id: number) => possibleSubgroups(groups, groups.get(id) as Group).map((one) => one.id);
    expect([possible(1), possible(3), possible(4)]).toEqual([[3, 4], [], []]);
  });
});

test("reordering moves active folders among themselves and sends archived ones too", () => {
  const folder = (id: number, order: number, is_archived = false) =>
    [id, { id, name: `${id}`, order, is_archived } as ChannelFolder] as const;
  const folders = new Map([folder(1, 0), folder(2, 1, true), folder(3, 2), folder(4, 3)]);
  expect(activeFolders(folders).map(({ id }) => id)).toEqual([1, 3, 4]);
  expect(orderWith(folders, [3, 1, 4])).toEqual([3, 2, 1, 4]);
  expect(orderWith(folders, [1, 4, 3])).toEqual([1, 2, 4, 3]);
});

test("administrators can change other people, owners only if they are owners themselves", () => {
  const known = (name: string) => seenBy(name, aChannel());
  const user = (name: string) => known("owner").people.value.users.get(idOf(name)) as User;
  expect(whyNotPerson(known("administrator"), user("member"))).toBeUndefined();
  expect(whyNotPerson(known("administrator"), user("owner"))).toBe(reasons.onlyOwner);
  expect(whyNotPerson(known("owner"), user("owner"))).toBe(reasons.oneself);
  expect(whyNotPerson(known("moderator"), user("guest"))).toBe(reasons.people);
  expect(whyNotProfile(known("administrator"), user("owner"))).toBeUndefined();
  expect(whyNotAccess(known("administrator"), user("moderator"))).toBeUndefined();
  expect(whyNotAccess(known("administrator"), user("owner"))).toBe(reasons.onlyOwner);
});

test("events update a channel's privacy and subscriber count", () => {
  const state = { known: new Map([[5, aChannel()]]), subscribed: new Map() };
  const after = [
    { type: "subscription", op: "peer_add", stream_ids: [5], user_ids: [7, 8] } as const,
    { type: "subscription", op: "peer_remove", stream_ids: [5], user_ids: [7] } as const,
    {
      type: "stream",
      op: "update",
      stream_id: 5,
      property: "invite_only",
      value: true,
      is_web_public: false,
      history_public_to_subscribers: false,
    } as const,
  ].reduce(channelSlice.next, state);
  const channel = after.known.get(5) as Channel;
  expect([channel.subscriber_count, privacyOf(channel)]).toEqual([2, "protected"]);
  // A person added together with others only gets the total count.
  const own = { ...channel, subscriber_count: 4 } as Subscription;
  const joined = channelSlice.next(after, { type: "subscription", op: "add", subscriptions: [own] });
  const left = { type: "subscription", op: "remove", subscriptions: [{ stream_id: 5 }] } as const;
  expect(
    [joined, channelSlice.next(joined, left)].map(({ known }) => known.get(5)?.subscriber_count),
  ).toEqual([4, 3]);
});
