import { isLeft, left, right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { FlagsChanged } from "../../../application/messages/change-flags";
import type { FlaggedMessage } from "../../../application/messages/message-access";
import type { Anchor } from "../../../application/messages/message-page";
import { badRequest } from "../../../domain/errors";
import { destinationOf } from "../codecs/message-destination";
import { narrow } from "../codecs/narrow";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, json, nat, natural, oneOf, rawText, text, type WireType } from "../codecs/wire-type";
import { encodeMessage, type MessageOptions } from "../encode/message";
import { endpoint } from "../endpoint";

/** Programs that people type in; what others send is not read by whoever they send it for. */
const humanClients = /^(website|zulip ?(mobile|flutter|electron|desktop|terminal|android|ios)|ios|android)/i;

export const sendMessage = endpoint({
  method: "post",
  at: "/messages",
  caller: "user",
  forWebhooksToo: true,
  summary: "Send a message to a channel or to people",
  path: {},
  params: {
    type: required(oneOf("direct", "private", "stream", "channel")),
    to: required(text),
    content: required(rawText),
    topic: optional(rawText, "subject"),
    queue_id: optional(text),
    local_id: optional(text),
    read_by_sender: optional(bool),
  },
  response: { id: { type: "integer" }, automatic_new_visibility_policy: { type: "integer" } },
  run: (app, { caller }, given) => {
    const to = destinationOf(given.type, given.to, given.topic);
    if (isLeft(to)) return async () => to;
    const { queue_id: queueId, local_id: localId } = given;
    return map((id: number) => ({ id }))(
      app.messages.send(caller, {
        to: to.right,
        content: given.content,
        readBySender: given.read_by_sender ?? humanClients.test(caller.client),
        ...(queueId !== undefined && localId !== undefined && { origin: { queueId, localId } }),
      }),
    );
  },
});

const anchor: WireType<Anchor> = {
  decode: (value) =>
    value === "newest" || value === "oldest" || value === "first_unread"
      ? right(value)
      : /^-?\d{1,16}$/.test(value)
        ? right(Number(value))
        : left("Invalid anchor"),
  schema: { oneOf: [{ type: "string", enum: ["newest", "oldest", "first_unread"] }, { type: "integer" }] },
  isJson: false,
};

const mostMessages = 5000;
const encodeFlagged =
  (options: MessageOptions, state: Parameters<typeof encodeMessage>[1]) =>
  ({ message, flags }: FlaggedMessage) => ({ ...encodeMessage(message, state, options), flags });

export const fetchMessages = endpoint({
  method: "get",
  at: "/messages",
  caller: "spectator",
  summary: "Messages around an anchor in a narrow",
  path: {},
  params: {
    anchor: optional(anchor),
    use_first_unread_anchor: withDefault(bool, false),
    include_anchor: withDefault(bool, true),
    num_before: required(nat),
    num_after: required(nat),
    narrow: withDefault(narrow, []),
    client_gravatar: withDefault(bool, true),
    apply_markdown: withDefault(bool, true),
    allow_empty_topic_name: withDefault(bool, false),
  },
  response: {
    messages: { type: "array", items: { type: "object" } },
    anchor: { type: "integer" },
    found_anchor: { type: "boolean" },
    found_oldest: { type: "boolean" },
    found_newest: { type: "boolean" },
    history_limited: { type: "boolean" },
  },
  run:
    (app, { realm, signedIn }, given) =>
    async () => {
      const at = given.use_first_unread_anchor ? "first_unread" : given.anchor;
      if (at === undefined) return left(badRequest("Missing 'anchor' argument."));
      if (given.num_before + given.num_after > mostMessages)
        return left(badRequest(`Too many messages requested (maximum ${mostMessages}).`));
      const wanted = {
        anchor: at,
        includeAnchor: given.include_anchor,
        before: given.num_before,
        after: given.num_after,
        narrow: given.narrow,
      };
      const outcome = await (signedIn
        ? app.messages.fetch(signedIn.caller, wanted)
        : app.messages.fetchPublic(realm.id, wanted))();
      if (isLeft(outcome)) return outcome;
      const page = outcome.right;
      const options = {
        reader: { user: signedIn?.user, realm, clientGravatar: given.client_gravatar },
        applyMarkdown: given.apply_markdown,
        allowEmptyTopic: given.allow_empty_topic_name,
      };
      const state = await app.directory.of(realm.id);
      return right({
        messages: page.messages.map(encodeFlagged(options, state)),
        anchor: page.anchor,
        found_anchor: page.foundAnchor,
        found_oldest: page.foundOldest,
        found_newest: page.foundNewest,
        history_limited: false,
      });
    },
});

export const fetchMessage = endpoint({
  method: "get",
  at: "/messages/{message_id}",
  caller: "spectator",
  summary: "One message",
  path: { message_id: required(nat) },
  params: { apply_markdown: withDefault(bool, true), allow_empty_topic_name: withDefault(bool, false) },
  response: { message: { type: "object" }, raw_content: { type: "string" } },
  run:
    (app, { realm, signedIn }, given) =>
    async () => {
      const outcome = await (signedIn
        ? app.messages.fetchOne(signedIn.caller, given.message_id)
        : app.messages.fetchOnePublic(realm.id, given.message_id))();
      if (isLeft(outcome)) return outcome;
      const options = {
        reader: { user: signedIn?.user, realm, clientGravatar: false },
        applyMarkdown: given.apply_markdown,
        allowEmptyTopic: given.allow_empty_topic_name,
      };
      const state = await app.directory.of(realm.id);
      return right({
        message: encodeFlagged(options, state)(outcome.right),
        raw_content: outcome.right.message.content,
      });
    },
});

export const deleteMessage = endpoint({
  method: "delete",
  at: "/messages/{message_id}",
  section: "4.18",
  caller: "user",
  summary: "Delete a message for everyone",
  path: { message_id: required(nat) },
  params: {},
  response: {},
  run: (app, { caller }, { message_id }) => map(() => ({}))(app.messages.delete(caller, message_id)),
});

export const changeFlags = endpoint({
  method: "post",
  at: "/messages/flags",
  caller: "user",
  summary: "Add a flag to messages, or remove it",
  path: {},
  params: {
    messages: required(json(t.array(natural))),
    op: required(text),
    flag: required(text),
  },
  response: {
    messages: { type: "array", items: { type: "integer" } },
    ignored_because_not_subscribed_channels: { type: "array", items: { type: "integer" } },
  },
  run: (app, { caller }, { messages, op, flag }) =>
    op === "add" || op === "remove"
      ? map(({ messageIds, ignoredChannelIds }: FlagsChanged) => ({
          messages: messageIds,
          ignored_because_not_subscribed_channels: ignoredChannelIds,
        }))(app.messages.changeFlags(caller, { messageIds: messages, op, flag }))
      : async () => left(badRequest(`Invalid message flag operation: '${op}'`)),
});
