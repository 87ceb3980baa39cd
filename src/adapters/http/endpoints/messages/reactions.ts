import { addReaction } from "../../../../application/messages/add-reaction";
import { removeReaction } from "../../../../application/messages/remove-reaction";
import { emojiKinds } from "../../../../domain/emoji/emoji";
import { messageId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { oneOf, text } from "../../../zulip-wire/codecs/wire-type";
import { reactionTypes } from "../../../zulip-wire/encode/user-status";
import { done, endpoint } from "../../declaration/endpoint";

const messagePath = { message_id: required(messageId) };

const emojiParams = {
  emoji_code: optional(text),
  reaction_type: optional(oneOf(...Object.values(reactionTypes))),
};
const kindOf = (type: string | undefined) => emojiKinds.find((kind) => reactionTypes[kind] === type);

const addReactionEndpoint = endpoint({
  method: "post",
  at: "/messages/{message_id}/reactions",
  caller: "user",
  summary: "Add an emoji reaction to a message",
  path: messagePath,
  params: { emoji_name: required(text), ...emojiParams },
  response: {},
  use: addReaction,
  run: (addReaction, { caller }, input) =>
    done(
      addReaction(caller, {
        messageId: input.message_id,
        name: input.emoji_name,
        code: input.emoji_code,
        kind: kindOf(input.reaction_type),
      }),
    ),
});

const removeReactionEndpoint = endpoint({
  method: "delete",
  at: "/messages/{message_id}/reactions",
  caller: "user",
  summary: "Remove an emoji reaction from a message",
  path: messagePath,
  params: { emoji_name: optional(text), ...emojiParams },
  response: {},
  use: removeReaction,
  run: (removeReaction, { caller }, input) =>
    done(
      removeReaction(caller, {
        messageId: input.message_id,
        name: input.emoji_name,
        code: input.emoji_code,
        kind: kindOf(input.reaction_type),
      }),
    ),
});

export const reactionEndpoints = [addReactionEndpoint, removeReactionEndpoint];
