import { map } from "fp-ts/TaskEither";
import { largestPictureMib } from "../../../domain/realm";
import type { RealmState } from "../../../domain/realm-state";
import { required } from "../codecs/parameter";
import { text } from "../codecs/wire-type";
import { encodeRealmEmoji } from "../encode/realm-emoji";
import { done, endpoint } from "../endpoint";

const emojiName = { emoji_name: required(text) };

const listEmoji = endpoint({
  method: "get",
  at: "/realm/emoji",
  caller: "user",
  summary: "The organization's own emoji, those out of use among them",
  path: {},
  params: {},
  response: { emoji: { type: "object" } },
  run: (app, { caller }) =>
    map((state: Pick<RealmState, "realm" | "emoji">) => ({ emoji: encodeRealmEmoji(state) }))(
      app.emoji.list(caller),
    ),
});

const addEmoji = endpoint({
  method: "post",
  at: "/realm/emoji/{emoji_name}",
  caller: "user",
  takesFile: { to: "memory", mostMib: largestPictureMib, whenNotOne: "You must upload exactly one file." },
  summary: "Add an emoji of the organization's own",
  path: emojiName,
  params: {},
  response: {},
  run: (app, { caller, files }, { emoji_name }) => done(app.emoji.add(caller, emoji_name, files.read[0])),
});

const deactivateEmoji = endpoint({
  method: "delete",
  at: "/realm/emoji/{emoji_name}",
  caller: "user",
  summary: "Take an emoji of the organization's own out of use",
  path: emojiName,
  params: {},
  response: {},
  run: (app, { caller }, { emoji_name }) => done(app.emoji.deactivate(caller, emoji_name)),
});

export const emojiEndpoints = [listEmoji, addEmoji, deactivateEmoji];
