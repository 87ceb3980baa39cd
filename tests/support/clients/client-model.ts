import { permissionModel } from "./permission-model";

/** What a client of the API builds from its registration and later events, as Zulip's clients do. */
export interface ClientModel {
  /** Applies the next event. */
  apply(event: WireEvent): void;
  /** The state in a form in which two clients can be compared. */
  summary(): {
    readonly starred: readonly number[];
    readonly subscribers: Readonly<Record<string, readonly number[]>>;
  } & object;
}

// JSON values as received: each event has its own fields.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type WireEvent = Readonly<Record<string, any>>;
type WireState = WireEvent;

interface Unread {
  readonly place: string;
  readonly mention: "personal" | "wildcard" | undefined;
}

const inTopic = (channelId: number, topic: string): string => `${channelId} ${topic.toLowerCase()}`;
const withPeople = (userIds: readonly number[]): string => [...userIds].sort((a, b) => a - b).join(",");
const byId = <A>(list: readonly A[], idOf: (one: A) => unknown): Map<unknown, A> =>
  new Map(list.map((one) => [idOf(one), one]));

/** A device without notifications. */
const noPush = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

export const modelledTypes = [
  "message",
  "update_message",
  "update_message_flags",
  "delete_message",
  "starred_messages",
  "realm",
  "realm_user",
  "user_group",
  "realm_user_groups",
  "default_streams",
  "default_stream_groups",
  "alert_words",
  "realm_bot",
  "subscription",
  "stream",
  "user_topic",
  "muted_users",
  "drafts",
  "saved_snippets",
  "scheduled_messages",
  "reminders",
  "navigation_view",
  "navigation_views",
  "onboarding_steps",
  "device",
] as const;

export const clientModel = (state: WireState, ownId: number): ClientModel => {
  const unread = new Map<number, Unread>();
  const mentions = new Set<number>(state.unread_msgs.mentions);
  const wildcards = new Set<number>(state.unread_msgs.wildcard_mentions);
  const mentionOf = (id: number): Unread["mention"] => {
    if (wildcards.has(id)) return "wildcard";
    return mentions.has(id) ? "personal" : undefined;
  };
  const put = (ids: readonly number[], place: string) => {
    for (const id of ids) unread.set(id, { place, mention: mentionOf(id) });
  };
  for (const { stream_id, topic, unread_message_ids } of state.unread_msgs.streams)
    put(unread_message_ids, inTopic(stream_id, topic));
  for (const { other_user_id, unread_message_ids } of state.unread_msgs.pms)
    put(unread_message_ids, withPeople([...new Set([other_user_id, ownId])]));
  for (const { user_ids_string, unread_message_ids } of state.unread_msgs.huddles)
    put(unread_message_ids, user_ids_string);
  const starred = new Set<number>(state.starred_messages);
  const subscribed = byId(state.subscriptions as WireEvent[], (one) => one.stream_id);
  const known = byId(state.streams as WireEvent[], (one) => one.stream_id);
  const topics = byId(state.user_topics as WireEvent[], (one) => inTopic(one.stream_id, one.topic_name));
  const people = byId(
    [...state.realm_users, ...state.realm_non_active_users, ...state.cross_realm_bots] as WireEvent[],
    (one) => one.user_id,
  );
  const subscribers = new Map<number, Set<number>>(
    [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed].map((one: WireEvent) => [
      one.stream_id,
      new Set<number>(one.subscribers),
    ]),
  );
  const groups = new Map<number, Set<number>>(
    (state.realm_user_groups as WireEvent[]).map((one) => [one.id, new Set<number>(one.members)]),
  );
  /** Announced subscription changes in channels that the client doesn't know. */
  const strangers = new Set<number>();
  let defaults: readonly number[] = state.realm_default_streams;
  let defaultGroups: readonly WireEvent[] = state.realm_default_stream_groups;
  let alertWords: readonly string[] = state.alert_words;
  const bots = new Set<number>((state.realm_bots as WireEvent[]).map((one) => one.user_id));
  /** Clients don't show deactivated accounts among subscribers. */
  const activeOf = (ids: ReadonlySet<number>): readonly number[] =>
    [...ids].filter((id) => people.get(id)?.is_active !== false).sort((a, b) => a - b);
  const drafts = byId(state.drafts as WireEvent[], (one) => one.id);
  const snippets = byId(state.saved_snippets as WireEvent[], (one) => one.id);
  const scheduled = byId(state.scheduled_messages as WireEvent[], (one) => one.scheduled_message_id);
  const reminders = byId(state.reminders as WireEvent[], (one) => one.reminder_id);
  const views = new Map((state.navigation_views as WireEvent[]).map((one) => [one.fragment as string, one]));
  let steps: readonly WireEvent[] = state.onboarding_steps;
  const devices = new Map(Object.entries(state.devices as Record<string, object>));
  let mutedUsers: readonly WireEvent[] = state.muted_users;

  const permissions = permissionModel(state);

  const mentionAmong = (flags: readonly string[]): Unread["mention"] => {
    if (flags.includes("mentioned")) return "personal";
    return flags.some((flag) => flag.endsWith("wildcard_mentioned")) ? "wildcard" : undefined;
  };
  const receive = ({ message, flags }: WireEvent) => {
    if (flags.includes("read")) return;
    const mention = mentionAmong(flags);
    const place =
      message.type === "stream"
        ? inTopic(message.stream_id, message.subject)
        : withPeople(message.display_recipient.map(({ id }: { id: number }) => id));
    unread.set(message.id, { place, mention });
  };
  const edit = (event: WireEvent) => {
    const before = unread.get(event.message_id);
    if (event.content !== undefined && before)
      unread.set(event.message_id, { ...before, mention: mentionAmong(event.flags) });
  };
  const move = (event: WireEvent) => {
    const channelId = event.new_stream_id ?? event.stream_id;
    const topic = event.subject ?? event.orig_subject;
    if (topic === undefined) return;
    for (const id of event.message_ids) {
      const before = unread.get(id);
      if (before) unread.set(id, { ...before, place: inTopic(channelId, topic) });
    }
  };
  const flag = (event: WireEvent) => {
    if (event.flag === "starred")
      for (const id of event.messages) event.op === "add" ? starred.add(id) : starred.delete(id);
    if (event.flag !== "read") return;
    if (event.all) unread.clear();
    if (event.op === "add") for (const id of event.messages) unread.delete(id);
    else
      for (const [id, detail] of Object.entries<WireEvent>(event.message_details))
        unread.set(Number(id), {
          place:
            detail.type === "stream"
              ? inTopic(detail.stream_id, detail.topic)
              : withPeople([...detail.user_ids, ownId]),
          mention: mentionAmong([
            ...(detail.mentioned && !detail.wildcard_mentioned ? ["mentioned"] : []),
            ...(detail.wildcard_mentioned ? ["wildcard_mentioned"] : []),
          ]),
        });
  };
  const kept = (items: Map<unknown, WireEvent>, idOf: (one: WireEvent) => unknown) => ({
    put: (one: WireEvent) => items.set(idOf(one), one),
  });

  return {
    apply: (event) => {
      permissions.apply(event);
      switch (`${event.type} ${event.op ?? ""}`.trim()) {
        case "message":
          return receive(event);
        case "update_message":
          edit(event);
          return move(event);
        case "update_message_flags add":
        case "update_message_flags remove":
          return flag(event);
        case "delete_message":
          for (const id of event.message_ids ?? [event.message_id]) {
            unread.delete(id);
            starred.delete(id);
          }
          return;
        case "subscription add":
          for (const one of event.subscriptions) {
            subscribed.set(one.stream_id, one);
            subscribers.set(one.stream_id, new Set(one.subscribers));
          }
          return;
        case "subscription remove":
          for (const { stream_id } of event.subscriptions) {
            subscribed.delete(stream_id);
            subscribers.get(stream_id)?.delete(ownId);
          }
          return;
        case "subscription update":
          subscribed.set(event.stream_id, {
            ...subscribed.get(event.stream_id),
            [event.property]: event.value,
          });
          return;
        // Events that change nothing for this reader.
        case "heartbeat":
        case "realm update":
        case "realm update_dict":
          return;
        case "subscription peer_add":
        case "subscription peer_remove":
          for (const id of event.stream_ids) {
            if (!known.has(id)) strangers.add(id);
            for (const userId of event.user_ids)
              if (event.op === "peer_add") subscribers.get(id)?.add(userId);
              else subscribers.get(id)?.delete(userId);
          }
          return;
        case "user_group add_members":
        case "user_group remove_members":
          for (const userId of event.user_ids)
            if (event.op === "add_members") groups.get(event.group_id)?.add(userId);
            else groups.get(event.group_id)?.delete(userId);
          return;
        case "user_group add":
          groups.set(event.group.id, new Set(event.group.members));
          return;
        case "user_group remove":
          groups.delete(event.group_id);
          return;
        case "user_group update":
        case "user_group add_subgroups":
        case "user_group remove_subgroups":
        case "realm_bot update":
          return;
        case "default_streams":
          defaults = event.default_streams;
          return;
        case "default_stream_groups":
          defaultGroups = event.default_stream_groups;
          return;
        case "alert_words":
          alertWords = event.alert_words;
          return;
        case "realm_bot add":
          bots.add(event.bot.user_id);
          return;
        case "realm_bot delete":
        case "realm_bot remove":
          bots.delete(event.bot.user_id);
          return;
        case "realm_user add":
          people.set(event.person.user_id, event.person);
          return;
        case "realm_user remove":
          people.set(event.person.user_id, {
            ...event.person,
            role: 400,
            delivery_email: null,
            is_active: true,
          });
          return;
        case "realm_user update":
          people.set(event.person.user_id, { ...people.get(event.person.user_id), ...event.person });
          // A deactivated user is in no group any more, even if the client later loses sight of them.
          if (event.person.is_active === false)
            for (const members of groups.values()) members.delete(event.person.user_id);
          return;
        case "stream create":
          for (const one of event.streams) known.set(one.stream_id, one);
          return;
        case "stream delete":
          for (const { stream_id } of event.streams) {
            known.delete(stream_id);
            subscribed.delete(stream_id);
            subscribers.delete(stream_id);
          }
          return;
        case "stream update":
          for (const items of [known, subscribed]) {
            const one = items.get(event.stream_id);
            if (one) items.set(event.stream_id, { ...one, [event.property]: event.value });
          }
          return;
        case "user_topic": {
          const key = inTopic(event.stream_id, event.topic_name);
          if (event.visibility_policy === 0) topics.delete(key);
          else topics.set(key, event);
          return;
        }
        case "muted_users":
          mutedUsers = event.muted_users;
          return;
        case "drafts add":
          event.drafts.forEach(kept(drafts, (one) => one.id).put);
          return;
        case "drafts update":
          drafts.set(event.draft.id, event.draft);
          return;
        case "drafts remove":
          drafts.delete(event.draft_id);
          return;
        case "saved_snippets add":
        case "saved_snippets update":
          snippets.set(event.saved_snippet.id, event.saved_snippet);
          return;
        case "saved_snippets remove":
          snippets.delete(event.saved_snippet_id);
          return;
        case "device add":
          devices.set(`${event.device_id}`, noPush);
          return;
        case "device update": {
          const { type: _type, op: _op, id: _id, device_id: deviceId, ...change } = event;
          devices.set(`${deviceId}`, { ...devices.get(`${deviceId}`), ...change });
          return;
        }
        case "device remove":
          devices.delete(`${event.device_id}`);
          return;
        case "scheduled_messages add":
          event.scheduled_messages.forEach(kept(scheduled, (one) => one.scheduled_message_id).put);
          return;
        case "scheduled_messages update":
          scheduled.set(event.scheduled_message.scheduled_message_id, event.scheduled_message);
          return;
        case "scheduled_messages remove":
          scheduled.delete(event.scheduled_message_id);
          return;
        case "reminders add":
          event.reminders.forEach(kept(reminders, (one) => one.reminder_id).put);
          return;
        case "reminders remove":
          reminders.delete(event.reminder_id);
          return;
        case "navigation_view add":
          views.set(event.navigation_view.fragment, event.navigation_view);
          return;
        case "navigation_view update":
          views.set(event.fragment, { ...views.get(event.fragment), ...event.data });
          return;
        case "navigation_view remove":
          views.delete(event.fragment);
          return;
        case "onboarding_steps":
          steps = event.onboarding_steps;
          return;
        default:
          throw new Error(`The model has no word for ${event.type} ${event.op}`);
      }
    },
    summary: () => ({
      unread: Object.fromEntries([...unread].sort(([a], [b]) => a - b)),
      starred: [...starred].sort((a, b) => a - b),
      subscribed: Object.fromEntries(
        [...subscribed].map(([id, { name, is_muted, pin_to_top, color }]) => [
          id,
          { name, is_muted, pin_to_top, color },
        ]),
      ),
      known: [...known.keys()].map(Number).sort((a, b) => a - b),
      people: Object.fromEntries(
        [...people].map(([id, { full_name, role, delivery_email, is_active }]) => [
          id,
          { full_name, role, delivery_email, is_active },
        ]),
      ),
      groups: Object.fromEntries(
        [...groups].map(([id, members]) => [id, [...members].sort((a, b) => a - b)]),
      ),
      permissions: permissions.summary(),
      defaults,
      defaultGroups,
      alertWords,
      strangers: [...strangers],
      bots: [...bots].sort((a, b) => a - b),
      /** Channels whose subscribers the client has received. */
      subscribers: Object.fromEntries([...subscribers].map(([id, all]) => [id, activeOf(all)])),
      topics: Object.fromEntries([...topics].map(([key, one]) => [key, one.visibility_policy])),
      drafts: Object.fromEntries(drafts),
      snippets: Object.fromEntries(snippets),
      scheduled: Object.fromEntries(scheduled),
      reminders: Object.fromEntries(reminders),
      views: Object.fromEntries([...views].sort(([a], [b]) => (a < b ? -1 : 1))),
      steps,
      devices: Object.fromEntries(devices),
      mutedUsers: mutedUsers.map(({ id }) => id),
    }),
  };
};
