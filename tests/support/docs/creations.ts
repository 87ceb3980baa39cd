import {
  dailyLimits,
  realmListLimits,
  type SharedListName,
} from "../../../src/domain/realm/realm-list-limits";
import { secondFactorLimits } from "../../../src/domain/second-factors/second-factor";
import { userListLimits } from "../../../src/domain/users/user-list-limits";

/** What an endpoint creates, what bounds it, and the test that holds the bound. */
export interface Creation {
  readonly thing: string;
  readonly bound: string;
  /** The name of its file. */
  readonly test: string;
  readonly by: readonly string[];
}

const number = (count: number): string => count.toLocaleString("en");
const ofRealm = (name: keyof typeof realmListLimits): string =>
  `${number(realmListLimits[name].count)} in an organization`;
const shared = (name: SharedListName): string => `${ofRealm(name)}, a tenth of them by one person`;
const aDay = (name: keyof typeof dailyLimits): string => `${number(dailyLimits[name])} a day by one person`;
const ofUser = (name: keyof typeof userListLimits): string =>
  `${number(userListLimits[name].count)} per user`;

const limits = "creation-limits.test.ts";
const lists = "user-list-limits.test.ts";

/** Everything that a request can create. */
export const creations: readonly Creation[] = [
  {
    thing: "channels",
    bound: `${shared("channels")}; ${aDay("channels")}`,
    test: limits,
    by: ["POST /channels/create", "POST /users/me/subscriptions"],
  },
  {
    thing: "subscriptions",
    bound: "one for each user and channel; 10,000 per account, 20,000 in a request",
    test: "subscribe.test.ts",
    by: ["POST /users/me/subscriptions", "POST /channels/create"],
  },
  {
    thing: "user groups",
    bound: `${shared("groups")}; ${aDay("groups")}`,
    test: limits,
    by: ["POST /user_groups/create"],
  },
  {
    thing: "members of a group",
    bound: "one for each user and group",
    test: "update-members.test.ts",
    by: ["POST /user_groups/{user_group_id}/members", "POST /user_groups/{user_group_id}/subgroups"],
  },
  {
    thing: "custom emoji",
    bound: `${shared("emoji")}; ${aDay("emoji")}`,
    test: limits,
    by: ["POST /realm/emoji/{emoji_name}"],
  },
  { thing: "linkifiers", bound: ofRealm("linkifiers"), test: limits, by: ["POST /realm/filters"] },
  { thing: "playgrounds", bound: ofRealm("playgrounds"), test: limits, by: ["POST /realm/playgrounds"] },
  {
    thing: "profile fields",
    bound: ofRealm("profileFields"),
    test: limits,
    by: ["POST /realm/profile_fields"],
  },
  {
    thing: "channel folders",
    bound: ofRealm("channelFolders"),
    test: limits,
    by: ["POST /channel_folders/create"],
  },
  {
    thing: "default channel groups",
    bound: ofRealm("defaultChannelGroups"),
    test: limits,
    by: ["POST /default_stream_groups/create"],
  },
  {
    thing: "default channels",
    bound: "each channel once",
    test: "channels.test.ts",
    by: ["POST /default_streams"],
  },
  { thing: "domains", bound: ofRealm("domains"), test: limits, by: ["POST /realm/domains"] },
  {
    thing: "invitations by mail",
    bound: `${shared("openInvitations")}; ${aDay("invitations")}, counting each mail; 5 a day to one address; \`PARLEY_INVITATIONS_PER_DAY\`, a tenth of it by one person and a fifth of it left to administrators`,
    test: limits,
    by: ["POST /invites", "POST /invites/{invite_id}/resend"],
  },
  {
    thing: "invitation links",
    bound: `${shared("openInvitations")}; ${aDay("invitationLinks")}`,
    test: limits,
    by: ["POST /invites/multiuse"],
  },
  {
    thing: "accounts",
    bound: "by administrators; others join by invitation, or by a mail to each address",
    test: "join-realm.test.ts",
    by: ["POST /users"],
  },
  {
    thing: "bots",
    bound: ofUser("bots"),
    test: lists,
    by: ["POST /bots", "POST /users/{user_id}/reactivate"],
  },
  {
    thing: "what bots store",
    bound: "10,000,000 characters per bot, 100,000,000 for all bots of one owner",
    test: "bots-share-limits.test.ts",
    by: ["PUT /bot_storage"],
  },
  {
    thing: "API keys",
    bound: "one per user; a new one replaces it",
    test: "credentials.test.ts",
    by: [
      "POST /fetch_api_key",
      "POST /jwt/fetch_api_key",
      "POST /dev_fetch_api_key",
      "POST /users/me/api_key/regenerate",
      "POST /bots/{bot_id}/api_key/regenerate",
    ],
  },
  {
    thing: "event queues",
    bound:
      "1,000 per user, and for all bots of one owner, with 100,000 bytes of narrows; the least recently polled end",
    test: "live-queues.long.test.ts",
    by: ["POST /register"],
  },
  {
    thing: "devices",
    bound: "100 per user, and 100 addresses; the oldest is removed to make room",
    test: lists,
    by: [
      "POST /register_client_device",
      "POST /mobile_push/register",
      "POST /users/me/apns_device_token",
      "POST /users/me/android_gcm_reg_id",
      "POST /users/me/web_push_subscriptions",
    ],
  },
  {
    thing: "sessions",
    bound: "100 per user; the least recently used ends",
    test: "sessions.test.ts",
    by: ["page /login"],
  },
  {
    thing: "second factors",
    bound: `${secondFactorLimits.most} per user`,
    test: "add-passkey.test.ts",
    by: ["page /account"],
  },
  { thing: "drafts", bound: ofUser("drafts"), test: lists, by: ["POST /drafts"] },
  { thing: "saved snippets", bound: ofUser("snippets"), test: lists, by: ["POST /saved_snippets"] },
  { thing: "scheduled messages", bound: ofUser("scheduled"), test: lists, by: ["POST /scheduled_messages"] },
  { thing: "reminders", bound: ofUser("reminders"), test: lists, by: ["POST /reminders"] },
  {
    thing: "navigation views",
    bound: ofUser("navigationViews"),
    test: lists,
    by: ["POST /navigation_views"],
  },
  { thing: "topic policies", bound: ofUser("topics"), test: lists, by: ["POST /user_topics"] },
  {
    thing: "muted people",
    bound: ofUser("mutedUsers"),
    test: lists,
    by: ["POST /users/me/muted_users/{muted_user_id}"],
  },
  {
    thing: "alert words",
    bound: "1,000 per user, and for all bots of one owner",
    test: "bots-share-limits.test.ts",
    by: ["POST /users/me/alert_words"],
  },
  {
    thing: "messages, and notices to moderators",
    bound: "`PARLEY_CALLS_PER_MINUTE`; 50 for one report of a webhook",
    test: "shared-limits.test.ts",
    by: ["POST /messages", "POST /external/{integration}", "POST /messages/{message_id}/report"],
  },
  {
    thing: "reactions",
    bound: "10,000 to a message, 50 by one person",
    test: lists,
    by: ["POST /messages/{message_id}/reactions"],
  },
  {
    thing: "votes and tasks",
    bound: "10,000 on a message, 1,000 by one person",
    test: "submessages.test.ts",
    by: ["POST /submessage"],
  },
  {
    thing: "files",
    bound: "the organization's quota; 50 unfinished ones per person",
    test: "tus.test.ts",
    by: ["POST /user_uploads"],
  },
  {
    thing: "pictures of users and the organization",
    bound: "one of each kind: a new one replaces it",
    test: "pictures.test.ts",
    by: ["POST /users/me/avatar", "POST /realm/icon", "POST /realm/logo"],
  },
  {
    thing: "video calls",
    bound: "`PARLEY_CALLS_PER_MINUTE`, two at a time; nothing is stored",
    test: "video-calls.test.ts",
    by: [
      "POST /calls/provider/create",
      "POST /calls/zoom/create",
      "POST /calls/constructorgroups/create",
      "POST /calls/galene/create",
      "POST /calls/jitsi/create",
      "POST /calls/nextcloud_talk/create",
      "POST /calls/webex/create",
    ],
  },
];

/** POST and PUT requests that don't add to the things there are, by reason. */
export const createNothing: Readonly<Record<string, readonly string[]>> = {
  "replaces a value": [
    "POST /users/me/status",
    "POST /users/{user_id}/status",
    "POST /users/me/subscriptions/properties",
    "POST /users/me/subscriptions/{stream_id}",
    "POST /realm/test_welcome_bot_custom_message",
    "POST /zcommand",
  ],
  "marks what is there": [
    "POST /messages/flags",
    "POST /messages/flags/narrow",
    "POST /mark_all_as_read",
    "POST /mark_stream_as_read",
    "POST /mark_topic_as_read",
    "POST /users/me/onboarding_steps",
  ],
  "removes or ends": [
    "POST /remove_client_device",
    "POST /streams/{stream_id}/delete_topic",
    "POST /user_groups/{user_group_id}/deactivate",
    "POST /realm/deactivate",
  ],
  "stores nothing": [
    "POST /typing",
    "POST /messages/{message_id}/typing",
    "POST /messages/render",
    "POST /users/me/presence",
    "POST /mobile_push/test_notification",
    "POST /mobile_push/e2ee/test_notification",
    "POST /export/realm",
  ],
};
