import type { UserGroup } from "../groups/user-group";
import type { ProfileValue } from "../profile-fields/profile-field";
import type { Realm } from "../realm/realm";
import type { User } from "../users/user";
import type { RealmEvent } from "./event";
import type { RealmChange } from "./people-event";

/** Events that change one user. */
export type UserEvent = Extract<
  RealmEvent,
  {
    type:
      | "user_changed"
      | "user_deactivated"
      | "user_reactivated"
      | "role_changed"
      | "bot_changed"
      | "profile_values_changed"
      | "user_settings_changed"
      | "user_status_changed"
      | "alert_words_set"
      | "muted_users_set";
  }
>;

/** Events that change one group, except its members. */
export type GroupEvent = Extract<RealmEvent, { type: "group_changed" | "group_subgroups_changed" }>;

/** The realm after a change. */
export const realmAfter = (realm: Realm, change: RealmChange): Realm => ({
  ...realm,
  ...change,
  settings: { ...realm.settings, ...change.settings },
  permissions: { ...realm.permissions, ...change.permissions },
  userDefaults: { ...realm.userDefaults, ...change.userDefaults },
  pictures: { ...realm.pictures, ...change.pictures },
});

/** The user after an event about them. */
export const userAfter = (user: User, event: UserEvent): User => {
  switch (event.type) {
    case "user_changed":
      return { ...user, ...event.change };
    case "user_deactivated":
      return { ...user, isActive: false };
    case "user_reactivated":
      return { ...user, isActive: true, apiKeyVersion: event.apiKeyVersion };
    case "role_changed":
      return { ...user, role: event.to };
    case "bot_changed":
      return { ...user, bot: user.bot && { ...user.bot, ...event.change } };
    case "profile_values_changed":
      return { ...user, profile: profileAfter(user.profile, event.values) };
    case "user_settings_changed": {
      const chosen = event.isOwnChoice ? Object.keys(event.change) : [];
      return {
        ...user,
        settings: { ...user.settings, ...event.change },
        chosenSettings: added(user.chosenSettings, chosen),
      };
    }
    case "user_status_changed":
      return { ...user, status: { ...user.status, ...event.change } };
    case "alert_words_set":
      return { ...user, alertWords: event.words };
    case "muted_users_set":
      return { ...user, mutedUsers: event.muted };
  }
};

/** System groups have no subgroups to change. */
export const groupAfter = (group: UserGroup, event: GroupEvent): UserGroup => {
  if (event.type === "group_changed")
    return {
      ...group,
      ...event.change,
      permissions: { ...group.permissions, ...event.change.permissions },
    };
  if (group.systemName !== null) return group;
  const change = event.op === "add" ? added : removed;
  return { ...group, subgroups: change(group.subgroups, event.subgroupIds) };
};

/** Profile values after a change; null removes one. */
export const profileAfter = (
  profile: User["profile"],
  values: Readonly<Record<string, ProfileValue | null>>,
): User["profile"] =>
  Object.fromEntries(
    Object.entries({ ...profile, ...values }).filter((one): one is [string, ProfileValue] => one[1] !== null),
  );

const added = <A>(list: readonly A[], more: readonly A[]): readonly A[] => [...new Set([...list, ...more])];
const removed = <A>(list: readonly A[], less: readonly A[]): readonly A[] => {
  const gone = new Set(less);
  return list.filter((one) => !gone.has(one));
};
