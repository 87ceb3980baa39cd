import type { PeopleEvent } from "../../../domain/event";
import * as ranges from "../../../domain/id-ranges";
import {
  changedGroup,
  changedList,
  changedProfile,
  changedRealm,
  changedSettings,
} from "../../../domain/realm-state";
import type { User } from "../../../domain/user";
import type { UserGroup } from "../../../domain/user-group";
import type { RealmTables } from "./storage";
import { insert, namesOf, refuseTaken } from "./unique";

/** Changes the rows that follow from an event about people. */
export const projectPeople = (tables: RealmTables, event: PeopleEvent): void => {
  switch (event.type) {
    case "realm_changed":
      tables.realm = Object.freeze(changedRealm(tables.realm, event.change));
      break;
    case "group_created":
      refuseTaken("group name", event.group.name, namesOf(tables.groups));
      insert("group", tables.groups, event.group.id, event.group);
      break;
    case "group_changed":
      changeGroup(tables, event.groupId, (group) => changedGroup(group, event.change));
      break;
    case "group_members_changed":
      changeGroup(tables, event.groupId, ({ members, systemName }) =>
        systemName === null ? { members: changedList(members, event.op, event.userIds) } : {},
      );
      break;
    case "group_subgroups_changed":
      changeGroup(tables, event.groupId, ({ subgroups }) => ({
        subgroups: changedList(subgroups, event.op, event.subgroupIds),
      }));
      break;
    case "user_created":
      refuseTaken("email", event.user.email, emailsOf(tables));
      insert("user", tables.users, event.user.id, event.user);
      break;
    case "user_changed":
      changeUser(tables, event.userId, () => event.change);
      break;
    case "user_deactivated":
      changeUser(tables, event.userId, () => ({ isActive: false }));
      changeReceived(tables, event, ranges.difference);
      break;
    case "user_reactivated":
      changeUser(tables, event.userId, () => ({ isActive: true, apiKeyVersion: event.apiKeyVersion }));
      changeReceived(tables, event, ranges.union);
      break;
    case "role_changed":
      changeUser(tables, event.userId, () => ({ role: event.to }));
      break;
    case "bot_changed":
      changeUser(tables, event.userId, ({ bot }) => ({ bot: bot && { ...bot, ...event.change } }));
      break;
    case "profile_values_changed":
      changeUser(tables, event.userId, ({ profile }) => ({ profile: changedProfile(profile, event.values) }));
      break;
    case "user_settings_changed":
      changeUser(tables, event.userId, (user) => changedSettings(user, event));
      break;
    case "user_status_changed":
      changeUser(tables, event.userId, ({ status }) => ({ status: { ...status, ...event.change } }));
      break;
    case "alert_words_set":
      changeUser(tables, event.userId, () => ({ alertWords: event.words }));
      break;
    case "muted_users_set":
      changeUser(tables, event.userId, () => ({ mutedUsers: event.muted }));
      break;
    case "profile_fields_set": {
      tables.profileFields = event.fields;
      const gone = Object.fromEntries(event.removedIds.map((id) => [id, null]));
      for (const { id } of [...tables.users.values()])
        changeUser(tables, id, ({ profile }) => ({ profile: changedProfile(profile, gone) }));
      break;
    }
    case "domain_added":
      refuseTaken(
        "domain",
        event.domain.domain,
        [...tables.domains.values()].map(({ domain }) => domain),
      );
      insert("domain", tables.domains, event.domain.id, event.domain);
      break;
    case "domain_changed":
      tables.domains.set(event.domain.id, event.domain);
      break;
    case "domain_removed":
      tables.domains.delete(event.domain.id);
      break;
  }
};

const emailsOf = (tables: RealmTables): readonly string[] =>
  [...tables.users.values()].map(({ email }) => email);

const changeUser = (tables: RealmTables, userId: number, change: (user: User) => Partial<User>): void => {
  const user = tables.users.get(userId);
  if (user === undefined) return;
  const changed = change(user);
  if (changed.email !== undefined && changed.email.toLowerCase() !== user.email.toLowerCase())
    refuseTaken("email", changed.email, emailsOf(tables));
  tables.users.set(userId, Object.freeze({ ...user, ...changed }));
};

/** Opens or closes what a user receives of the channels that they are subscribed to. */
const changeReceived = (
  tables: RealmTables,
  { userId, firstMessageId }: { readonly userId: number; readonly firstMessageId: number },
  change: typeof ranges.union,
): void => {
  for (const [key, row] of tables.subscriptions)
    if (row.userId === userId && row.isActive)
      tables.subscriptions.set(
        key,
        Object.freeze({ ...row, received: change(row.received, ranges.from(firstMessageId)) }),
      );
};

const changeGroup = (
  tables: RealmTables,
  groupId: number,
  change: (group: UserGroup) => Partial<UserGroup>,
): void => {
  const group = tables.groups.get(groupId);
  if (group === undefined) return;
  const changed = change(group);
  if (changed.name !== undefined && changed.name.toLowerCase() !== group.name.toLowerCase())
    refuseTaken("group name", changed.name, namesOf(tables.groups));
  tables.groups.set(groupId, Object.freeze({ ...group, ...changed }));
};
