import { map } from "fp-ts/TaskEither";
import { addEmoji } from "../../../application/emoji/add-emoji";
import { deactivateEmoji } from "../../../application/emoji/deactivate-emoji";
import { listEmoji } from "../../../application/emoji/list-emoji";
import { largestPictureMib } from "../../../domain/realm";
import type { RealmState } from "../../../domain/realm-state";
import { required } from "../codecs/parameter";
import { text } from "../codecs/wire-type";
import { encodeRealmEmoji } from "../encode/realm-emoji";
import { done, endpoint } from "../endpoint";

const emojiName = { emoji_name: required(text) };

const listEmojiEndpoint = endpoint({
  method: "get",
  at: "/realm/emoji",
  caller: "user",
  summary: "The organization's own emoji, those out of use among them",
  path: {},
  params: {},
  response: { emoji: { type: "object" } },
  use: listEmoji,
  run: (listEmoji, { caller }) =>
    map((state: Pick<RealmState, "realm" | "emoji">) => ({ emoji: encodeRealmEmoji(state) }))(
      listEmoji(caller),
    ),
});

const addEmojiEndpoint = endpoint({
  method: "post",
  at: "/realm/emoji/{emoji_name}",
  caller: "user",
  takesFile: { to: "memory", mostMib: largestPictureMib, whenNotOne: "You must upload exactly one file." },
  summary: "Add an emoji of the organization's own",
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
  summary: "Take an emoji of the organization's own out of use",
  path: emojiName,
  params: {},
  response: {},
  use: deactivateEmoji,
  run: (deactivateEmoji, { caller }, { emoji_name }) => done(deactivateEmoji(caller, emoji_name)),
});

export const emojiEndpoints = [listEmojiEndpoint, addEmojiEndpoint, deactivateEmojiEndpoint];
