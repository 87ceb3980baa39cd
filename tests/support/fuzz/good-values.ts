import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import * as github from "../payloads/github";

/** What exists in the world that requests go to. */
export interface Things {
  readonly users: readonly number[];
  readonly channels: readonly number[];
  readonly channelNames: readonly string[];
  readonly messages: readonly number[];
  readonly queues: readonly string[];
}

type Good = string | ((things: Things) => string);
/** Values that a parameter accepts: the first is the most usual, and the second fits the second ones of its neighbours. */
type Goods = Readonly<Record<string, readonly Good[]>>;

const base64 = (length: number, first = 1): string => {
  const bytes = Buffer.alloc(length, 1);
  bytes[0] = first;
  return bytes.toString("base64");
};
const text = JSON.stringify;
const first = (from: readonly (string | number)[]): string => String(from[0] ?? 1);
const firstUser = ({ users }: Things) => `[${first(users)}]`;
const firstChannel = ({ channels }: Things) => first(channels);
const firstChannelName = ({ channelNames }: Things) => first(channelNames);
const narrowed = (operator: string, operand: unknown): string => text([{ operator, operand }]);

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
  password: ["correct horse battery staple"],
  domain: ["example.com", "mail.example.com"],
  property: ["is_muted", "pin_to_top", "color", "push_notifications"],
  value: ["true", "false", "#ff0000"],
  fragment: ["inbox", "recent", "narrow/is/resolved"],
  onboarding_step: ["intro_inbox_view_modal"],
  storage: ['{"a":"b"}'],
  stream: [firstChannelName],
  stream_names: [({ channelNames }) => text([channelNames[0]])],
  scheduled_delivery_timestamp: ["4000000000"],
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
  widget_content: ['{"widget_type":"poll","extra_data":{"question":"a","options":["b"]}}'],
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
  realm_id_str: ["1"],
  report_type: ["spam"],
  propagate_mode: ["change_one"],
};

/** By endpoint. What is here is given although the declaration doesn't require it. */
const byEndpoint: Readonly<Record<string, Goods>> = {};

const nameOf = ({ method, at }: AnyEndpoint): string => `${method} ${at}`;

/** Parameters that use cases need wherever they are declared, although declarations don't require them. */
const usefulTogether = (
  "to topic num_before num_after anchor property value stream_id dont_block full_name email channel_id " +
  "reaction_type bot_type integration payload channels"
).split(" ");

/** Whether a request that doesn't name it would hardly get far. */
export const isUseful = (declared: AnyEndpoint, name: string): boolean =>
  usefulTogether.includes(name) || Object.hasOwn(byEndpoint[nameOf(declared)] ?? {}, name);

/** Texts that the parameter accepts, if any are known by its endpoint or its name. */
export const goodValues = (declared: AnyEndpoint, name: string, things: Things): readonly string[] => {
  const here = byEndpoint[nameOf(declared)] ?? {};
  const goods = Object.hasOwn(here, name) ? here[name] : Object.hasOwn(byName, name) ? byName[name] : [];
  return (goods ?? []).map((good) => (typeof good === "string" ? good : good(things)));
};
