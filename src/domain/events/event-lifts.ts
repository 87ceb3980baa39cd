import { isDict } from "../codec/dict";
import { noPictures } from "../realm/realm";
import { laterUserFields } from "../users/user";
import { defaultUserSettings } from "../users/user-settings";
import { noStatus } from "../users/user-status";
import type { RealmEvent } from "./event";

/** An event as stored in the log, before decoding. */
export type StoredEvent = Readonly<Record<string, unknown>>;

/** Lifts an event from one version to the next. */
type Lift = (old: StoredEvent) => StoredEvent;

/** Adds fields that older events lack, with the values that their absence stood for. */
const adding =
  (later: StoredEvent): Lift =>
  (old) => ({ ...later, ...old });

/** Lifts the value of one field. */
const within =
  (name: string, lift: Lift): Lift =>
  (old) => {
    const part = old[name];
    return isDict(part) ? { ...old, [name]: lift(part) } : old;
  };

const groupInUse = adding({ isDeactivated: false });
/** No known renderer: the message will be rendered again. */
const ofNoRenderer = { rendererVersion: 0 };

/**
 * How events of older versions become current ones, by type: the first function lifts version 1 to 2, and so
 * on. Version 1 is everything logged before events had versions, with or without the fields added until then.
 * A type without an entry is still at version 1. Only ever append functions.
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
  client_device_added: [within("device", adding({ sessionId: null }))],
  push_token_added: [
    within("token", adding({ isIntroduced: false })),
    within("token", adding({ sessionId: null })),
  ],
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
  // Deleted so long ago that no archive holds them.
  messages_deleted: [adding({ deletedAt: 0 })],
  messages_moved: [adding({ leftBehind: [], lostBy: [] })],
};
