import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { addEmoji } from "../../../../application/emoji/add-emoji";
import { deactivateEmoji } from "../../../../application/emoji/deactivate-emoji";
import { listEmoji } from "../../../../application/emoji/list-emoji";
import { largestPictureMib } from "../../../../domain/realm/realm";
import { required } from "../../../zulip-wire/codecs/parameter";
import { text } from "../../../zulip-wire/codecs/wire-type";
import { encodeRealmEmoji } from "../../../zulip-wire/encode/realm-emoji";
import { done, endpoint } from "../../declaration/endpoint";

const emojiName = { emoji_name: required(text) };

const listEmojiEndpoint = endpoint({
  method: "get",
  at: "/realm/emoji",
  caller: "user",
  summary: "List the custom emoji, deactivated ones included",
  path: {},
  params: {},
  response: { emoji: { type: "object" } },
  use: listEmoji,
  run: (listEmoji, { caller }) =>
    pipe(
      listEmoji(caller),
      TE.map((state) => ({ emoji: encodeRealmEmoji(state) })),
    ),
});

const addEmojiEndpoint = endpoint({
  method: "post",
  at: "/realm/emoji/{emoji_name}",
  caller: "user",
  takesFile: { to: "memory", mostMib: largestPictureMib, whenNotOne: "You must upload exactly one file." },
  summary: "Add a custom emoji",
  path: emojiName,
  params: {},
  response: {},
  use: addEmoji,
  run: (addEmoji, { caller, files }, { emoji_name }) => done(addEmoji(caller, emoji_name, files.read[0])),
});

const deactivateEmojiEndpoint = endpoint({
  method: "delete",
  at: "/realm/emoji/{emoji_name}",
  caller: "user",
  summary: "Deactivate a custom emoji",
  path: emojiName,
  params: {},
  response: {},
  use: deactivateEmoji,
  run: (deactivateEmoji, { caller }, { emoji_name }) => done(deactivateEmoji(caller, emoji_name)),
});

export const emojiEndpoints = [listEmojiEndpoint, addEmojiEndpoint, deactivateEmojiEndpoint];
