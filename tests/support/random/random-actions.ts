import { systemGroupId } from "../../../src/domain/groups/system-group";
import type { Client } from "../http/http-application";
import fc from "./fast-check";

/** An organization in which things happen: people, the owner first, and channels. */
export interface Organization {
  readonly owner: Client;
  readonly people: readonly Client[];
  /** A person who is deactivated and reactivated. */
  readonly leaver: Client;
  readonly channels: readonly number[];
  /** Groups that channels' permissions name: the staff, and a crew that may be among them. */
  readonly groups: readonly [number, number];
  /** The messages so far. */
  readonly sent: number[];
  runJobs(): Promise<void>;
}

const channelNames = ["open", "news", "protected", "shared"];

/** Creates three people beside the owner, the last of them a guest, a person to deactivate, and four channels. */
export const foundOrganization = async (
  founder: Client,
  clientOf: (account: { id: number; email: string }) => Client,
  runJobs: () => Promise<void>,
): Promise<Organization> => {
  await founder.patch("/realm", { send_channel_events_messages: false });
  const newPerson = async (name: string): Promise<Client> => {
    const email = `${name.toLowerCase()}@example.com`;
    const form = { email, full_name: name, password: "correct horse battery staple" };
    const { body } = await founder.post("/users", form);
    return clientOf({ id: body.user_id, email });
  };
  const [ben, cleo, gus] = [await newPerson("Ben"), await newPerson("Cleo"), await newPerson("Gus")];
  await founder.patch(`/users/${gus.id}`, { role: 600 });
  const owner = clientOf(founder);
  const people = [owner, ben, cleo, gus];
  const leaver = await newPerson("Lee");
  const make = async (form: object): Promise<number> =>
    (await founder.post("/channels/create", form)).body.id;
  const ids = people.map(({ id }) => id);
  const channels = [
    await make({ name: channelNames[0], subscribers: ids }),
    await make({ name: channelNames[1], subscribers: ids.slice(0, 2) }),
    await make({
      name: channelNames[2],
      subscribers: ids,
      invite_only: true,
      history_public_to_subscribers: false,
    }),
    await make({
      name: channelNames[3],
      subscribers: ids.slice(0, 3),
      invite_only: true,
      history_public_to_subscribers: true,
    }),
  ];
  await founder.patch("/realm", {
    can_move_messages_between_channels_group: { new: systemGroupId("role:members") },
    can_access_all_users_group: { new: systemGroupId("role:members") },
  });
  const gather = async (name: string): Promise<number> =>
    (await founder.post("/user_groups/create", { name, description: "", members: [] })).body.group_id;
  const groups: [number, number] = [await gather("staff"), await gather("crew")];
  await founder.patch(`/streams/${channels[3]}`, { can_subscribe_group: { new: groups[0] } });
  return { owner, people, leaver, channels, groups, sent: [], runJobs };
};

const some = <A>(one: fc.Arbitrary<A>) => fc.uniqueArray(one, { minLength: 1, maxLength: 2 });
const person = fc.nat(3);
/** A person, or the one who is deactivated and reactivated: the guest can lose sight of that one. */
const subscriber = fc.nat(4);
const place = fc.nat(3);
const pick = fc.nat(200);
const topic = fc.constantFrom("lunch", "LUNCH", "plans", "");
const someDay = 4_000_000_000;

/** Something a person may try; without permission it is refused and changes nothing. */
export const someAction = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("send" as const), who: person, place, topic }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("write" as const), who: person, to: fc.subarray([0, 1, 2, 3]) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      who: person,
      pick,
      place: fc.option(place),
      topic: fc.option(topic),
      mode: fc.constantFrom("change_one", "change_later", "change_all"),
      edits: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), who: person, pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("flag" as const),
      who: person,
      picks: fc.array(pick, { minLength: 1, maxLength: 4 }),
      op: fc.constantFrom("add", "remove"),
      flag: fc.constantFrom("read", "starred"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("readAll" as const), who: person, place: fc.option(place) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("subscribe" as const),
      whom: some(subscriber),
      places: some(place),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("unsubscribe" as const),
      whom: some(subscriber),
      places: some(place),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("privacy" as const),
      place,
      form: fc.constantFrom(
        { is_private: true, history_public_to_subscribers: false },
        { is_private: true, history_public_to_subscribers: true },
        { is_private: false },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("property" as const),
      who: person,
      place,
      form: fc.constantFrom(
        { property: "is_muted", value: true },
        { property: "is_muted", value: false },
        { property: "pin_to_top", value: true },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("topicPolicy" as const),
      who: person,
      place,
      topic,
      policy: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("mute" as const),
      who: person,
      whom: person,
      isOver: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("draft" as const), who: person, removes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("device" as const),
      who: person,
      removes: fc.boolean(),
      keyId: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("schedule" as const), who: person, place, removes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("remind" as const), who: person, pick, removes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("view" as const),
      who: person,
      op: fc.constantFrom("post", "patch", "delete"),
      fragment: fc.constantFrom("inbox", "recent", "narrow/is/resolved"),
      isPinned: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("step" as const),
      who: person,
      step: fc.constantFrom("intro_resolve_topic", "intro_inbox_view_modal"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("react" as const),
      who: person,
      pick,
      removes: fc.boolean(),
      emoji: fc.constantFrom("tada", "heart"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("folder" as const),
      place,
      name: fc.nat(3),
      step: fc.constantFrom("add", "rename", "archive", "reorder", "put in", "take out"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("default" as const), place, isOver: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("snippet" as const), who: person, removes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("alert" as const),
      who: person,
      words: fc.uniqueArray(fc.constantFrom("zoo", "bar", "apple", "Bar"), { minLength: 1, maxLength: 3 }),
      removes: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("bundle" as const),
      places: some(place),
      step: fc.constantFrom("create", "add", "remove", "rename", "delete"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("poll" as const), who: person, place, topic }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("vote" as const),
      who: person,
      pick,
      vote: fc.constantFrom(1, -1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("rename" as const), whom: person, name: fc.nat(3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("status" as const),
      who: person,
      form: fc.constantFrom(
        { status_text: "out", emoji_name: "car" },
        { status_text: "" },
        { emoji_name: "" },
        { away: true },
        { away: false },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("setting" as const),
      who: person,
      form: fc.constantFrom(
        { twenty_four_hour_time: true },
        { twenty_four_hour_time: false },
        { web_home_view: "inbox" },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("realm" as const),
      form: fc.constantFrom(
        { name: "One" },
        { name: "Two" },
        { allow_message_editing: true },
        { message_content_edit_limit_seconds: 86_400 },
        { can_delete_own_message_group: { new: systemGroupId("role:members") } },
        { can_delete_own_message_group: { new: { direct_members: [1], direct_subgroups: [] } } },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("group" as const),
      whom: person,
      step: fc.nat(5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("staff" as const),
      whom: person,
      group: fc.nat(1),
      op: fc.constantFrom("add", "delete"),
    }),
  },
  // Settings that name people, among them some whom a limited guest doesn't know.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("name" as const),
      whom: fc.subarray([0, 1, 2, 3, 4]),
      place: fc.option(place),
      permission: fc.constantFrom(
        "can_subscribe_group",
        "can_add_subscribers_group",
        "can_delete_own_message_group",
        "can_mention_group",
      ),
    }),
  },
  // Whether guests know only the people they share something with.
  { weight: 1, arbitrary: fc.record({ do: fc.constant("limit" as const), isOver: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("nest" as const), op: fc.constantFrom("add", "delete") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("grant" as const),
      place,
      group: fc.option(fc.nat(1)),
      permission: fc.constantFrom(
        "can_subscribe_group",
        "can_add_subscribers_group",
        "can_administer_channel_group",
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("account" as const),
      isBack: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("role" as const),
      whom: fc.constantFrom(1, 2, 3),
      role: fc.constantFrom(200, 400, 600),
    }),
  },
);
export type Action = typeof someAction extends fc.Arbitrary<infer One> ? One : never;

/** One step of a group's life: created, joined, left, nested in another, removed from it, deactivated. */
const changeGroups = async ({ owner, leaver }: Organization, step: number, userId: number): Promise<void> => {
  const all = (await owner.get("/user_groups", { include_deactivated_groups: true })).body.user_groups;
  const own = all.filter((one: { is_system_group: boolean }) => !one.is_system_group);
  const [first, second] = own.slice(-2);
  if (first === undefined || second === undefined || step === 0) {
    const form = { name: `group ${own.length}`, description: "", members: [userId] };
    await owner.post("/user_groups/create", form);
    return;
  }
  if (step === 1) await owner.post(`/user_groups/${first.id}/members`, { add: [userId, leaver.id] });
  if (step === 2) await owner.post(`/user_groups/${first.id}/members`, { delete: [userId] });
  if (step === 3) await owner.post(`/user_groups/${first.id}/subgroups`, { add: [second.id] });
  if (step === 4) await owner.post(`/user_groups/${first.id}/subgroups`, { delete: [second.id] });
  if (step === 5) await owner.post(`/user_groups/${second.id}/deactivate`);
};

/** One step of a folder's life: created, renamed, archived, reordered, with or without a channel in it. */
const changeFolders = async (
  { owner }: Organization,
  step: string,
  name: number,
  channelId: number,
): Promise<void> => {
  const { channel_folders: folders } = (await owner.get("/channel_folders", { include_archived: true })).body;
  const ids: readonly number[] = folders.map(({ id }: { id: number }) => id);
  const id = ids[name % Math.max(1, ids.length)];
  if (step === "add" || id === undefined)
    await owner.post("/channel_folders/create", { name: `Folder ${ids.length}`, description: "" });
  else if (step === "rename") await owner.patch(`/channel_folders/${id}`, { name: `Folder ${id} ${name}` });
  else if (step === "archive") await owner.patch(`/channel_folders/${id}`, { is_archived: true });
  else if (step === "reorder") await owner.patch("/channel_folders", { order: ids.toReversed() });
  else await owner.patch(`/streams/${channelId}`, { folder_id: step === "put in" ? id : null });
};

/** One step of the life of a group of default channels. */
const changeDefaultGroups = async (
  { owner }: Organization,
  step: string,
  places: readonly number[],
): Promise<void> => {
  const { body } = await owner.post("/register", {
    event_types: [],
    fetch_event_types: ["default_stream_groups"],
  });
  const groups: readonly { readonly id: number }[] = body.realm_default_stream_groups;
  const group = groups.at(-1);
  const names = places.map((index) => channelNames[index]);
  const at = `/default_stream_groups/${group?.id}`;
  if (group === undefined || step === "create")
    await owner.post("/default_stream_groups/create", {
      group_name: `bundle ${groups.length}`,
      description: "",
      stream_names: names,
    });
  else if (step === "rename") await owner.patch(at, { new_description: `${places}` });
  else if (step === "delete") await owner.delete(at);
  else await owner.patch(`${at}/streams`, { op: step, stream_names: names });
};

/** Tries it, and waits for the response. */
export const perform = async (organization: Organization, action: Action): Promise<void> => {
  const { owner, leaver, sent } = organization;
  const who = (index: number): Client => organization.people[index] ?? leaver;
  const channel = (index: number): number => organization.channels[index] ?? 0;
  const message = (index: number): number => sent[index % Math.max(sent.length, 1)] ?? 0;
  switch (action.do) {
    case "send": {
      const form = { type: "channel", to: channel(action.place), topic: action.topic, content: "x" };
      const { body } = await who(action.who).post("/messages", form);
      if (body.id !== undefined) sent.push(body.id);
      return;
    }
    case "folder":
      await changeFolders(organization, action.step, action.name, channel(action.place));
      return;
    case "default": {
      const form = { stream_id: channel(action.place) };
      await (action.isOver ? owner.delete("/default_streams", form) : owner.post("/default_streams", form));
      return;
    }
    case "snippet": {
      const [first] = (await who(action.who).get("/saved_snippets")).body.saved_snippets;
      if (action.removes && first) await who(action.who).delete(`/saved_snippets/${first.id}`);
      else await who(action.who).post("/saved_snippets", { title: "later", content: "x" });
      return;
    }
    case "alert": {
      const form = { alert_words: action.words };
      const at = "/users/me/alert_words";
      await (action.removes ? who(action.who).delete(at, form) : who(action.who).post(at, form));
      return;
    }
    case "bundle":
      await changeDefaultGroups(organization, action.step, action.places);
      return;
    case "poll": {
      const form = {
        type: "channel",
        to: channel(action.place),
        topic: action.topic,
        content: "/poll Lunch?\nsoup",
      };
      const { body } = await who(action.who).post("/messages", form);
      if (body.id !== undefined) sent.push(body.id);
      return;
    }
    case "vote": {
      const content = JSON.stringify({ type: "vote", key: "canned,0", vote: action.vote });
      const form = { message_id: message(action.pick), msg_type: "widget", content };
      await who(action.who).post("/submessage", form);
      return;
    }
    case "write": {
      const to = action.to.map((index) => who(index).id);
      const { body } = await who(action.who).post("/messages", { type: "direct", to, content: "x" });
      if (body.id !== undefined) sent.push(body.id);
      return;
    }
    case "move":
      await who(action.who).patch(`/messages/${message(action.pick)}`, {
        propagate_mode: action.mode,
        ...(action.topic !== null && { topic: action.topic }),
        // Not everyone: whether that counts as a mention depends on what was muted when a client registered.
        ...(action.edits && action.place === null && { content: `@**|${owner.id}** y` }),
        ...(action.place !== null && { stream_id: channel(action.place) }),
      });
      return;
    case "delete":
      await who(action.who).delete(`/messages/${message(action.pick)}`);
      return;
    case "flag":
      await who(action.who).post("/messages/flags", {
        messages: action.picks.map(message),
        op: action.op,
        flag: action.flag,
      });
      return;
    case "readAll":
      if (action.place === null) await who(action.who).post("/mark_all_as_read");
      else await who(action.who).post("/mark_stream_as_read", { stream_id: channel(action.place) });
      return;
    case "subscribe":
    case "unsubscribe": {
      const names = action.places.map((index) => channelNames[index] ?? "");
      const principals = action.whom.map((index) => who(index).id);
      const subscriptions = action.do === "subscribe" ? names.map((name) => ({ name })) : names;
      const at = "/users/me/subscriptions";
      await (action.do === "subscribe"
        ? owner.post(at, { subscriptions, principals })
        : owner.delete(at, { subscriptions, principals }));
      return;
    }
    case "privacy":
      await owner.patch(`/streams/${channel(action.place)}`, action.form);
      return;
    case "property":
      await who(action.who).post(`/users/me/subscriptions/${channel(action.place)}`, action.form);
      return;
    case "topicPolicy":
      await who(action.who).post("/user_topics", {
        stream_id: channel(action.place),
        topic: action.topic,
        visibility_policy: action.policy,
      });
      return;
    case "mute": {
      const at = `/users/me/muted_users/${who(action.whom).id}`;
      await (action.isOver ? who(action.who).delete(at) : who(action.who).post(at));
      return;
    }
    case "device": {
      const { body } = await who(action.who).post("/register", {
        event_types: [],
        fetch_event_types: ["device"],
      });
      const [device] = Object.keys(body.devices);
      if (device === undefined) await who(action.who).post("/register_client_device");
      else if (action.removes) await who(action.who).post("/remove_client_device", { device_id: device });
      else {
        await who(action.who).post("/mobile_push/register", {
          device_id: device,
          push_key: `MTEx${"A".repeat(40)}`,
          push_key_id: action.keyId,
          token_kind: "fcm",
          token_id: "AAAAAAAAAAE=",
          bouncer_public_key: "k",
          encrypted_push_registration: "r",
        });
        await organization.runJobs();
      }
      return;
    }
    case "draft": {
      const { body } = await who(action.who).get("/drafts");
      const [draft] = body.drafts;
      if (action.removes && draft) await who(action.who).delete(`/drafts/${draft.id}`);
      else
        await who(action.who).post("/drafts", {
          drafts: [{ type: "", to: [], topic: "", content: "later" }],
        });
      return;
    }
    case "schedule": {
      const { body } = await who(action.who).get("/scheduled_messages");
      const [first] = body.scheduled_messages;
      if (action.removes && first)
        await who(action.who).delete(`/scheduled_messages/${first.scheduled_message_id}`);
      else
        await who(action.who).post("/scheduled_messages", {
          type: "channel",
          to: channel(action.place),
          topic: "t",
          content: "x",
          scheduled_delivery_timestamp: someDay,
        });
      return;
    }
    case "remind": {
      const [first] = (await who(action.who).get("/reminders")).body.reminders;
      if (action.removes && first) await who(action.who).delete(`/reminders/${first.reminder_id}`);
      else
        await who(action.who).post("/reminders", {
          message_id: message(action.pick),
          scheduled_delivery_timestamp: someDay,
        });
      return;
    }
    case "view": {
      const name = action.fragment.includes("/") ? "Resolved" : undefined;
      const form = { is_pinned: action.isPinned, ...(name !== undefined && { name }) };
      if (action.op === "post")
        await who(action.who).post("/navigation_views", { fragment: action.fragment, ...form });
      else if (action.op === "patch")
        await who(action.who).patch(`/navigation_views/${action.fragment}`, form);
      else await who(action.who).delete(`/navigation_views/${action.fragment}`);
      return;
    }
    case "step":
      await who(action.who).post("/users/me/onboarding_steps", { onboarding_step: action.step });
      return;
    case "react": {
      const at = `/messages/${message(action.pick)}/reactions`;
      const form = { emoji_name: action.emoji };
      await (action.removes ? who(action.who).delete(at, form) : who(action.who).post(at, form));
      return;
    }
    case "rename":
      await owner.patch(`/users/${who(action.whom).id}`, {
        full_name: `Person ${action.whom} ${action.name}`,
      });
      return;
    case "status":
      await who(action.who).post("/users/me/status", action.form);
      return;
    case "setting":
      await who(action.who).patch("/settings", action.form);
      return;
    case "realm":
      await owner.patch("/realm", action.form);
      return;
    case "group":
      await changeGroups(organization, action.step, who(action.whom).id);
      return;
    case "staff":
      await owner.post(`/user_groups/${organization.groups[action.group]}/members`, {
        [action.op]: [who(action.whom).id],
      });
      return;
    case "limit":
      await owner.patch("/realm", { can_access_all_users_group: { new: action.isOver ? 2 : 3 } });
      return;
    case "nest":
      await owner.post(`/user_groups/${organization.groups[0]}/subgroups`, {
        [action.op]: [organization.groups[1]],
      });
      return;
    case "grant": {
      const holder = action.group === null ? 8 : organization.groups[action.group];
      await owner.patch(`/streams/${channel(action.place)}`, { [action.permission]: { new: holder } });
      return;
    }
    case "name": {
      const { whom, place: inChannel, permission } = action;
      const direct_members = whom.map((index) => who(index).id);
      const form = { [permission]: { new: { direct_members, direct_subgroups: [] } } };
      if (permission === "can_mention_group")
        await owner.patch(`/user_groups/${organization.groups[(inChannel ?? 0) % 2]}`, form);
      else if (inChannel === null) await owner.patch("/realm", form);
      else await owner.patch(`/streams/${channel(inChannel)}`, form);
      return;
    }
    case "account":
      await (action.isBack
        ? owner.post(`/users/${leaver.id}/reactivate`)
        : owner.delete(`/users/${leaver.id}`));
      return;
    case "role":
      await owner.patch(`/users/${who(action.whom).id}`, { role: action.role });
  }
};
