import * as t from "io-ts";
import type { By, NamedKind, Naming } from "./named";
import { integer } from "./numbers";
import { int, json, nat, rawText, text, textUpTo, type WireType } from "./wire-type";

const by =
  (kind: NamedKind, way: By) =>
  (write: Naming["write"] = String): Naming => ({ kind, by: way, write });

/** The ways to name things, each with how its value is written; plain by default. */
export const names = {
  user: by("user", "id"),
  userAddress: by("user", "address"),
  channel: by("channel", "id"),
  channelName: by("channel", "name"),
  message: by("message", "id"),
  file: by("file", "id"),
};

/**
 * A parameter that names what the caller may not know of: what is hidden from them and what isn't there are then
 * answered alike, which a test asks of every parameter declared so.
 */
export const naming = <A>(type: WireType<A>, ...namings: readonly Naming[]): WireType<A> => ({
  ...type,
  names: namings,
});

const inList = (value: string | number): string => JSON.stringify([value]);

/** An id may be any whole number: a negative one is the id of nothing, as at Zulip. */
const id = int;
const ids = json(t.array(integer));

export const userId = naming(id, names.user());
export const userIds = naming(ids, names.user(inList));
export const userAddress = naming(
  text,
  names.userAddress(),
  names.user((id) => `user${id}@chat.example.com`),
);
export const channelId = naming(id, names.channel());
export const channelIds = naming(ids, names.channel(inList));
export const channelName = naming(text, names.channelName());
export const messageId = naming(id, names.message());
export const messageIds = naming(ids, names.message(inList));

/** Text in Markdown, which mentions people and links to channels. */
export const markdown = naming(
  rawText,
  names.user((id) => `see @_**|${id}** there`),
  names.channelName((name) => `see #**${name}** there`),
);

/** By its id, something that belongs to somebody. */
const ownedId = (kind: NamedKind): WireType<number> => naming(nat, by(kind, "id")());

export const invitationId = ownedId("invitation");
export const draftId = ownedId("draft");
export const snippetId = ownedId("snippet");
export const scheduledMessageId = ownedId("scheduled message");
export const reminderId = ownedId("reminder");
export const sessionId = naming(textUpTo(64), by("session", "id")());
