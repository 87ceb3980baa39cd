import {
  type GroupEvent,
  groupAfter,
  realmAfter,
  type UserEvent,
  userAfter,
  withoutFields,
} from "../../../domain/after-event";
import * as ranges from "../../../domain/id-ranges";
import type { PeopleEvent } from "../../../domain/people-event";
import type { RealmTables } from "./tables";
import { insert, namesOf, refuseTaken } from "./unique";

/** Changes the rows that follow from an event about people. */
export const projectPeople = (tables: RealmTables, event: PeopleEvent): void => {
  switch (event.type) {
    case "realm_created":
      break;
    case "realm_changed":
      tables.realm = Object.freeze(realmAfter(tables.realm, event.change));
      break;
    case "group_created":
      refuseTaken("group name", event.group.name, namesOf(tables.groups));
      insert("group", tables.groups, event.group.id, event.group);
      break;
    case "group_changed":
    case "group_members_changed":
    case "group_subgroups_changed":
      changeGroup(tables, event);
      break;
    case "user_created":
      refuseTaken("email", event.user.email, emailsOf(tables));
      insert("user", tables.users, event.user.id, event.user);
      break;
    case "profile_fields_set":
      tables.profileFields = event.fields;
      for (const user of [...tables.users.values()])
        tables.users.set(user.id, Object.freeze(withoutFields(user, event.removedIds)));
      break;
    case "linkifiers_set":
      tables.linkifiers = event.linkifiers;
      break;
    case "playgrounds_set":
      tables.playgrounds = event.playgrounds;
      break;
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
    default:
      changeUser(tables, event);
      if (event.type === "user_deactivated") changeReceived(tables, event, ranges.difference);
      if (event.type === "user_reactivated") changeReceived(tables, event, ranges.union);
  }
};

const emailsOf = (tables: RealmTables): readonly string[] =>
  [...tables.users.values()].map(({ email }) => email);

const changeUser = (tables: RealmTables, event: UserEvent): void => {
  const user = tables.users.get(event.userId);
  if (user === undefined) return;
  const changed = userAfter(user, event);
  if (changed.email.toLowerCase() !== user.email.toLowerCase())
    refuseTaken("email", changed.email, emailsOf(tables));
  tables.users.set(user.id, Object.freeze(changed));
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

const changeGroup = (tables: RealmTables, event: GroupEvent): void => {
  const group = tables.groups.get(event.groupId);
  if (group === undefined) return;
  const changed = groupAfter(group, event);
  if (changed.name.toLowerCase() !== group.name.toLowerCase())
    refuseTaken("group name", changed.name, namesOf(tables.groups));
  tables.groups.set(group.id, Object.freeze(changed));
};
