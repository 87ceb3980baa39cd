import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import * as github from "../builders/webhook-payloads/github";

/** What exists in the world that requests go to. */
export interface Things {
  readonly users: readonly number[];
  readonly channels: readonly number[];
  readonly channelNames: readonly string[];
  readonly messages: readonly number[];
  readonly queues: readonly string[];
  /** Names and ids of what else was made, by what it is. */
  readonly made?: Readonly<Record<string, string>>;
}

type Good = string | ((things: Things) => string);
/** Values that a parameter accepts: the first is the most usual, and the second fits the second ones of its neighbors. */
type Goods = Readonly<Record<string, readonly Good[]>>;

const base64 = (length: number, first = 1): string => {
  const bytes = Buffer.alloc(length, 1);
  bytes[0] = first;
  return bytes.toString("base64");
};
const made =
  (what: string) =>
  ({ made = {} }: Things): string =>
    made[what] ?? "1";
const text = JSON.stringify;
const first = (from: readonly (string | number)[]): string => String(from[0] ?? 1);
const firstUser = ({ users }: Things) => `[${first(users)}]`;
const firstChannel = ({ channels }: Things) => first(channels);
const firstChannelName = ({ channelNames }: Things) => first(channelNames);
const narrowed = (operator: string, operand: unknown): string => text([{ operator, operand }]);

/** An account that can log in; it has the rights of owners. */
export const accountEmail = "account@example.com";
export const accountPassword = "correct horse battery staple";
export const appleToken = "cd".repeat(32);

/** By the name of the parameter, whatever the endpoint. */
const byName: Goods = {
  type: ["direct", "channel", "private", "stream"],
  to: [firstUser, firstChannel, firstChannelName],
  topic: ["lunch", "plans", "", "x".repeat(60)],
  topic_name: ["lunch"],
  content: ["hello", "@**all** hello", "/poll Lunch?\nsoup", "$$x^2$$", "```py\nx = 1\n```"],
  queue_id: [({ queues }) => queues[0] ?? "none"],
  last_event_id: ["-1", "0", "40960"],
  dont_block: ["true"],
  narrow: [
    narrowed("search", "hello"),
    ({ users }) => narrowed("dm", [users[1] ?? 1]),
    narrowed("is", "starred"),
    narrowed("is", "followed"),
    narrowed("has", "link"),
    text([{ operator: "near", operand: 1, negated: true }]),
  ],
  anchor: ["newest", "oldest", "first_unread", "1", "10000000000000000"],
  anchor_date: ["2026-01-02T03:04:05Z"],
  num_before: ["1", "0", "100", "5000"],
  num_after: ["1", "0", "100", "5000"],
  messages: [({ messages }) => `[${first(messages)}]`],
  msg_ids: [({ messages }) => `[${first(messages)}]`],
  message_ids: [({ messages }) => `[${first(messages)}]`],
  message_id: [({ messages }) => first(messages)],
  subscriptions: [
    ({ channelNames }) => text([{ name: channelNames[0] }]),
    ({ channelNames }) => text([channelNames[0]]),
  ],
  principals: [firstUser],
  emoji_name: ["tada", "heart", "none"],
  emoji_code: ["1f389"],
  reaction_type: ["unicode_emoji"],
  flag: ["read", "starred", "collapsed", "mentioned"],
  op: ["add", "remove", "start", "stop"],
  role: ["100", "200", "300", "400", "600"],
  status: ["active", "idle"],
  email: ["a@example.com", "owner@example.com", "a@b.c"],
  new_email: ["b@example.com"],
  full_name: ["Ann"],
  username: ["owner@example.com"],
  password: [accountPassword],
  domain: ["example.com", "mail.example.com"],
  property: ["is_muted", "pin_to_top", "color", "push_notifications"],
  value: ["true", "false", "#ff0000"],
  fragment: ["inbox", "recent", "narrow/is/resolved"],
  onboarding_step: ["intro_inbox_view_modal"],
  storage: ['{"a":"b"}'],
  stream: [firstChannelName],
  stream_names: [({ channelNames }) => text([channelNames[0]])],
  scheduled_delivery_timestamp: ["4000000000"],
  size: ["medium"],
  api_key: [made("webhook key")],
  integration: ["slack_incoming", "github"],
  payload: ['{"text":"hello"}', text(github.push())],
  only_events: ['["push"]'],
  exclude_events: ['["pull*"]'],
  field_type: ["1", "3"],
  url_template: ["https://example.com/{id}"],
  reverse_template: ["#{id}"],
  alternative_url_templates: ['["https://example.org/{id}"]'],
  pattern: ["#(?P<id>[0-9]+)"],
  example_input: ["#123"],
  invitee_emails: ["invited@example.com"],
  bot_type: ["1", "3"],
  widget_content: ['{"widget_type":"zform","extra_data":{"type":"choices","heading":"a","choices":[]}}'],
  short_name: ["helper"],
  payload_url: ['"https://example.com/hook"'],
  service_payload_url: ['"https://example.com/hook"'],
  default_sending_stream: [firstChannelName],
  default_events_register_stream: [firstChannelName],
  push_key: [base64(33, 0x31)],
  push_key_id: ["1"],
  token_id: [base64(8)],
  token_kind: ["fcm"],
  bouncer_public_key: [base64(32)],
  encrypted_push_registration: [base64(64)],
  endpoint: ["https://push.example.com/a"],
  p256dh: [`B${"A".repeat(86)}`],
  auth: ["A".repeat(22)],
  appid: ["org.example.app"],
  command: ["/ping"],
  default_language: ["de"],
  notification_sound: ["ding"],
  timezone: ["Europe/Berlin"],
  default_code_block_language: ["python"],
  pygments_language: ["Python"],
  jitsi_server_url: ["https://meet.example.org"],
  event_types: ['["message"]'],
  fetch_event_types: ['["message"]'],
  kinds: ['["realm_updated"]'],
  order: ["[1]"],
  ordered_linkifier_ids: ["[1]"],
  members: [firstUser],
  subgroups: ["[]"],
  stream_ids: ["[]"],
  group_ids: ["[]"],
  scheduled_message_id: ["1"],
  draft_id: ["1"],
  saved_snippet_id: ["1"],
  filter_id: ["1"],
  field_id: ["1"],
  channel_folder_id: ["1"],
  realm_id_str: ["1"],
  report_type: ["spam"],
  propagate_mode: ["change_one"],
};

const settings: Goods = { old_password: [accountPassword], new_password: ["another horse battery staple"] };
const status: Goods = { emoji_name: ["tada"] };
const linkifier: Goods = {
  pattern: ["T(?P<id>[0-9]+)"],
  example_input: ["T12"],
  reverse_template: ["T{id}"],
};
const file: Goods = { realm_id_str: [made("realm")], filename: [made("file")] };
const picture: Goods = { realm_id_str: [made("realm")], filename: [made("picture")] };
const login: Goods = { username: [accountEmail], password: [accountPassword] };
const profile: Goods = {
  email: ["owner@example.com"],
  profile_data: ['[{"id":1,"value":"a"}]'],
  data: ['[{"id":1,"value":"a"}]'],
};
const bot: Goods = { bot_id: [({ users }) => String(users[3] ?? 1)] };
const names: Goods = { email: ["owner@example.com"] };

/** By endpoint. What is here is given although the declaration doesn't require it. */
const byEndpoint: Readonly<Record<string, Goods>> = {
  "post /messages/{message_id}/reactions": { message_id: [({ messages }) => String(messages[0])] },
  "delete /messages/{message_id}/reactions": { message_id: ["2"] },
  "post /submessage": {
    message_id: [made("poll")],
    msg_type: ["widget"],
    content: ['{"type":"vote","key":"canned,0","vote":1}'],
  },
  "post /register": { narrow: ['[["channel","open"]]'] },
  "post /typing": { op: ["start"], to: [firstUser, ({ channels }) => `[${first(channels)}]`] },
  "patch /scheduled_messages/{scheduled_message_id}": { type: ["direct", "channel"] },
  "get /users/{email}": names,
  "get /users/{email}/presence": names,
  "get /avatar/{email}": names,
  "get /avatar/{email}/medium": names,
  "patch /users/{user_id}": { profile_data: profile.profile_data ?? [] },
  "patch /users/{email}": profile,
  "patch /users/me/profile_data": { data: profile.data ?? [] },
  "delete /users/me/profile_data": { data: ["[1]"] },
  "delete /users/{user_id}": { user_id: [({ users }) => String(users[1])] },
  "delete /users/{user_id}/sessions/{session_id}": {
    user_id: [made("account")],
    session_id: [made("session")],
  },
  "delete /users/me/sessions/{session_id}": { session_id: [made("session")] },
  "delete /users/me/subscriptions": { subscriptions: [({ channelNames }) => text([channelNames[0]])] },
  "post /channels/create": { name: ["novel"], subscribers: [firstUser] },
  "patch /streams/{stream_id}": { new_name: ["renamed"] },
  "post /default_stream_groups/create": { group_name: ["novel"] },
  "patch /default_stream_groups/{group_id}": { group_id: [made("channel group")] },
  "patch /default_stream_groups/{group_id}/streams": { group_id: [made("channel group")], op: ["remove"] },
  "post /mobile_push/register": {
    device_id: [made("device")],
    push_key_id: ["1"],
    push_key: [base64(33, 0x31)],
    token_id: [base64(8)],
    token_kind: ["fcm"],
    bouncer_public_key: [base64(32)],
    encrypted_push_registration: [base64(64)],
  },
  "post /users/me/apns_device_token": { token: ["ab".repeat(32)] },
  "delete /users/me/apns_device_token": { token: [appleToken] },
  "post /users/me/android_gcm_reg_id": { token: ["another"] },
  "delete /users/me/android_gcm_reg_id": { token: ["token"] },
  "post /mobile_push/test_notification": { token: ["token"] },
  "post /users/me/web_push_subscriptions": { endpoint: ["https://push.example.com/b"] },
  "post /navigation_views": { fragment: ["recent"] },
  "patch /navigation_views/{+fragment}": { is_pinned: ["false"] },
  "patch /settings": settings,
  "patch /settings/display": settings,
  "patch /settings/notifications": settings,
  "post /users/me/status": status,
  "post /users/{user_id}/status": status,
  "patch /bots/{bot_id}": bot,
  "post /realm/domains": { domain: ["novel.example.com"] },
  "post /realm/profile_fields": { name: ["Nickname"] },
  "post /realm/filters": linkifier,
  "patch /realm/filters/{filter_id}": linkifier,
  "post /realm/playgrounds": { name: ["Other"], url_template: ["https://example.com/{code}"] },
  "patch /user_groups/{user_group_id}": { user_group_id: [made("group")] },
  "get /user_uploads/{realm_id_str}/{+filename}": file,
  "get /user_uploads/download/{realm_id_str}/{+filename}": file,
  "get /thumbnail/status/{realm_id_str}/{+filename}": picture,
  "get /user_uploads/thumbnail/{realm_id_str}/{+filename}": picture,
  "get /user_uploads/temporary/{token}/{filename}": {
    token: [made("temporary token")],
    filename: [made("temporary name")],
  },
  "get /user_avatars/{realm_id}/{+name}": { realm_id: [made("realm")], name: [made("avatar")] },
  "delete /realm/emoji/{emoji_name}": { emoji_name: ["mine"] },
  "post /realm/emoji/{emoji_name}": { emoji_name: ["other"] },
  "post /dev_fetch_api_key": login,
  "post /fetch_api_key": login,
};

const nameOf = ({ method, at }: AnyEndpoint): string => `${method} ${at}`;

/** Parameters that use cases need wherever they are declared, although declarations don't require them. */
const usefulTogether = (
  "to topic num_before num_after anchor property value stream_id dont_block full_name email channel_id " +
  "reaction_type bot_type integration payload channels"
).split(" ");

/** Whether a request without it would rarely get far. */
export const isUseful = (declared: AnyEndpoint, name: string): boolean =>
  usefulTogether.includes(name) || Object.hasOwn(byEndpoint[nameOf(declared)] ?? {}, name);

/** Texts that a field with the name accepts in any endpoint. */
export const goodTexts = (name: string, things: Things): readonly string[] =>
  (Object.hasOwn(byName, name) ? (byName[name] ?? []) : []).map((good) =>
    typeof good === "string" ? good : good(things),
  );

/** Texts that the parameter accepts, if any are known by its endpoint or its name. */
export const goodValues = (declared: AnyEndpoint, name: string, things: Things): readonly string[] => {
  const here = byEndpoint[nameOf(declared)] ?? {};
  if (!Object.hasOwn(here, name)) return goodTexts(name, things);
  return (here[name] ?? []).map((good) => (typeof good === "string" ? good : good(things)));
};
