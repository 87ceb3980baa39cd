import type { Registration } from "../wire/registration";
import type { AllowedDomain, Presence, ProfileField, RealmEmoji, Status } from "../wire/wire";
import { ownMap, type Slice, withChange, withEntries, withEntry } from "./slice";

/** The organization's settings and the server's limits, under their names in a registration. */
export type Realm = Readonly<Record<string, unknown>>;

const isRealmField = (name: string): boolean => /^(?:realm_|max_|server_|event_queue_)/.test(name);
/** Handled by slices of their own, or not settings. */
const otherFields = new Set([
  "realm_users",
  "realm_non_active_users",
  "realm_user_groups",
  "realm_emoji",
  "max_message_id",
  "server_timestamp",
]);

/** Lists that each event sends as a whole, under their own names. */
const replacedWhole = /^(?:realm_)?(default_streams|default_stream_groups|linkifiers|playgrounds)$/;

const startRealm = (registration: Registration): Realm =>
  Object.fromEntries(
    Object.entries(registration).filter(([name]) => isRealmField(name) && !otherFields.has(name)),
  );

export const realm: Slice<Realm> = {
  start: startRealm,
  next: (state, event) => {
    const list = replacedWhole.exec(event.type)?.[1];
    if (list) return { ...state, [`realm_${list}`]: (event as unknown as Realm)[event.type] };
    if (event.type === "realm_user_settings_defaults") {
      const defaults = { ...(state.realm_user_settings_defaults as object), [event.property]: event.value };
      return { ...state, realm_user_settings_defaults: defaults };
    }
    if (event.type === "realm_domains") {
      const changed = event.op === "remove" ? undefined : event.realm_domain;
      const name = event.op === "remove" ? event.domain : event.realm_domain.domain;
      const domains = state.realm_domains as readonly AllowedDomain[];
      const isThere = domains.some(({ domain }) => domain === name);
      const next = domains.flatMap((one) => (one.domain === name ? (changed ?? []) : one));
      return { ...state, realm_domains: changed && !isThere ? [...next, changed] : next };
    }
    if (event.type !== "realm") return state;
    if (event.op === "update") return { ...state, [`realm_${event.property}`]: event.value };
    if (event.op === "deactivated") return state;
    const change = Object.entries(event.data).map(([name, value]) => [`realm_${name}`, value]);
    return { ...state, ...Object.fromEntries(change) };
  },
};

/** Custom emoji by id. */
export const realmEmoji: Slice<ReadonlyMap<string, RealmEmoji>> = {
  start: ({ realm_emoji }) => new Map(Object.entries(realm_emoji)),
  next: (state, event) => {
    if (event.type !== "realm_emoji") return state;
    if (event.op === "update") return new Map(Object.entries(event.realm_emoji));
    if (event.op === "add") return withEntry(state, event.emoji.id, event.emoji);
    return withChange(state, event.emoji_id, (emoji) => ({ ...emoji, ...event.data }));
  },
};

const isEmpty = ({ away = false, status_text = "", emoji_name = "" }: Status): boolean =>
  !away && status_text === "" && emoji_name === "";

/** Custom profile fields, in order. */
export const profileFields: Slice<readonly ProfileField[]> = {
  start: ({ custom_profile_fields }) => custom_profile_fields,
  next: (state, event) => (event.type === "custom_profile_fields" ? event.fields : state),
};

/** The user's alert words. */
export const alertWords: Slice<readonly string[]> = {
  start: ({ alert_words }) => alert_words,
  next: (state, event) => (event.type === "alert_words" ? event.alert_words : state),
};

/** Counts changes of invitations; views that list them fetch again when it changes. */
export const invitations: Slice<number> = {
  start: () => 0,
  next: (state, event) => (event.type === "invites_changed" ? state + 1 : state),
};

/** User statuses, by user id. */
export const statuses: Slice<ReadonlyMap<number, Status>> = {
  start: ({ user_status }) =>
    new Map(Object.entries(user_status).map(([id, status]) => [Number(id), status])),
  next: (state, event) => {
    if (event.type !== "user_status") return state;
    const { type: _type, id: _id, user_id: userId, ...change } = event;
    const status = { ...state.get(userId), ...change };
    const next = ownMap(state);
    if (isEmpty(status)) next.delete(userId);
    else next.set(userId, status);
    return next;
  },
};

/** Presence, by user id. */
export const presences: Slice<ReadonlyMap<number, Presence>> = {
  start: ({ presences: known }) =>
    new Map(Object.entries(known).map(([id, presence]) => [Number(id), presence])),
  next: (state, event) =>
    event.type === "presence"
      ? withEntries(
          state,
          Object.entries(event.presences).map(([id, presence]) => [Number(id), presence]),
        )
      : state,
};

/** The update up to which the presence of everybody is known. */
export const presencesUpTo: Slice<number> = {
  start: ({ presence_last_update_id: upTo }) => upTo,
  next: (state, event) => (event.type === "presence" ? (event.upTo ?? state) : state),
};
