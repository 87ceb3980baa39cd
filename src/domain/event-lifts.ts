import type { RealmEvent } from "./event";
import { noPictures } from "./realm";
import { isDict } from "./shape";
import { laterUserFields } from "./user";
import { defaultUserSettings } from "./user-settings";
import { noStatus } from "./user-status";

/** An event as the log has it, before it is known to be one. */
export type StoredEvent = Readonly<Record<string, unknown>>;

/** Turns the form of one version into that of the next. */
type Lift = (old: StoredEvent) => StoredEvent;

/** Gives fields that came later the values that stand for their absence. */
const adding =
  (later: StoredEvent): Lift =>
  (old) => ({ ...later, ...old });

/** Lifts what is in a field. */
const within =
  (name: string, lift: Lift): Lift =>
  (old) => {
    const part = old[name];
    return isDict(part) ? { ...old, [name]: lift(part) } : old;
  };

const groupInUse = adding({ isDeactivated: false });
/** Of no renderer that is known: the message is rendered anew. */
const ofNoRenderer = { rendererVersion: 0 };

/**
 * How events of older versions become events of today, by type: the first function lifts version 1 to 2, and so on.
 * Version 1 is whatever was logged before events had versions, with or without the fields that came by and by. A type
 * that isn't here has version 1 still. Functions are only ever added, at the end of a list.
 */
export const eventLifts: Readonly<Partial<Record<RealmEvent["type"], readonly Lift[]>>> = {
  realm_created: [within("realm", adding({ userDefaults: defaultUserSettings, pictures: noPictures }))],
  user_created: [
    within(
      "user",
      adding({
        isDeleted: false,
        awaitsFirstLogin: false,
        canChangeUserEmails: false,
        chosenSettings: [],
        status: noStatus,
        alertWords: [],
        mutedUsers: [],
      }),
    ),
    within("user", adding(laterUserFields)),
  ],
  user_settings_changed: [adding({ isOwnChoice: true })],
  group_changed: [groupInUse],
  group_members_changed: [groupInUse],
  group_subgroups_changed: [groupInUse],
  channel_changed: [adding({ wasArchived: false })],
  push_token_added: [within("token", adding({ isIntroduced: false }))],
  message_sent: [
    (old) =>
      within(
        "message",
        adding({ ...ofNoRenderer, reactions: [], edits: [], submessages: [] }),
      )({
        beginsConversation: false,
        ...old,
      }),
  ],
  message_edited: [adding({ ...ofNoRenderer, marks: {} })],
  // Deleted so long ago that no archive has them.
  messages_deleted: [adding({ deletedAt: 0 })],
  messages_moved: [adding({ leftBehind: [], lostBy: [] })],
};
