import * as t from "io-ts";
import type { By, NamedKind, Naming } from "./named";
import { integer } from "./numbers";
import { int, json, nat, rawText, text, textUpTo, type WireType, withForm } from "./wire-type";

const by =
  (kind: NamedKind, way: By) =>
  (write: Naming["write"] = String): Naming => ({ kind, by: way, write });

/** Ways to name things. `write` turns an id, name or address into the parameter's text; by default it is the text. */
export const names = {
  user: by("user", "id"),
  userAddress: by("user", "address"),
  channel: by("channel", "id"),
  channelName: by("channel", "name"),
  message: by("message", "id"),
  file: by("file", "id"),
};

/**
 * Declares that a parameter may name things hidden from the caller. A test checks for each such parameter that hidden
 * and missing things get the same answer.
 */
export const naming = <A>(type: WireType<A>, ...namings: readonly Naming[]): WireType<A> =>
  withForm(type, { names: namings });

const inList = (value: string | number): string => JSON.stringify([value]);

/** Ids may be negative, as in Zulip; a negative id matches nothing. */
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

/** Markdown text, which may mention people and link to channels. */
export const markdown = naming(
  rawText,
  names.user((id) => `see @_**|${id}** there`),
  names.channelName((name) => `see #**${name}** there`),
);

/** The id of something that belongs to one user. */
const ownedId = (kind: NamedKind): WireType<number> => naming(nat, by(kind, "id")());

export const invitationId = ownedId("invitation");
export const draftId = ownedId("draft");
export const snippetId = ownedId("snippet");
export const scheduledMessageId = ownedId("scheduled message");
export const reminderId = ownedId("reminder");
export const sessionId = naming(textUpTo(64), by("session", "id")());
