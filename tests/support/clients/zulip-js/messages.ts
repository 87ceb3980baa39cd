import { type ClientCall, eventsDuring, messageOf, namesIn, send, success } from "./place";

const thumb = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

export const messages: readonly ClientCall[] = [
  {
    call: "messages.send",
    request: "POST /messages",
    answers: "The message's id; its recipients get it",
    prove: async ({ owner, ben, benId }) => {
      const events = await eventsDuring(ben, ["message"], async () => {
        await owner.messages.send({ type: "stream", to: "general", subject: "old name", content: "to all" });
        await owner.messages.send({ type: "private", to: "ben@example.com", content: "by address" });
        await owner.messages.send({ type: "direct", to: [benId], content: "by id" });
      });
      expect(events).toMatchObject([
        { message: { content: "to all", display_recipient: "general", subject: "old name" } },
        { message: { content: "by address", type: "private" } },
        { message: { content: "by id", sender_email: "owner@example.com" } },
      ]);
    },
  },
  {
    call: "messages.retrieve",
    request: "GET /messages",
    answers: "The messages around an anchor, in a narrow given as a list",
    prove: async (place) => {
      const ids = [await send(place, "one", "found"), await send(place, "two", "found")];
      const narrow = [
        { operator: "stream", operand: "general" },
        { operator: "topic", operand: "found" },
      ];
      const answer = await place.ben.messages.retrieve({
        anchor: 1_000_000_000,
        num_before: 100,
        num_after: 0,
        narrow,
      });
      expect(namesIn(answer.messages, "id")).toEqual(ids);
      expect(answer).toMatchObject({ found_newest: true, found_oldest: true });
    },
  },
  {
    call: "messages.render",
    request: "POST /messages/render",
    answers: "The HTML of Markdown, given as text or `{ content }`",
    prove: async ({ owner }) => {
      const rendered = "<p><strong>very</strong></p>";
      expect(await owner.messages.render("**very**")).toMatchObject({ rendered });
      expect(await owner.messages.render({ content: "**very**" })).toMatchObject({ rendered });
    },
  },
  {
    call: "messages.update",
    request: "PATCH /messages/{message_id}",
    answers: "Edits or moves; the parameters travel in the query",
    prove: async (place) => {
      const id = await send(place, "befor");
      const change = { message_id: id, content: "before", topic: "elsewhere" };
      expect(await place.owner.messages.update(change)).toEqual(success);
      expect(await messageOf(place.ben, id)).toMatchObject({ content: "before", subject: "elsewhere" });
    },
  },
  {
    call: "messages.flags.add",
    request: "POST /messages/flags",
    answers: "The ids of the messages that gained the flag",
    prove: async (place) => {
      const id = await send(place, "a star");
      expect(await place.ben.messages.flags.add({ messages: [id], flag: "starred" })).toMatchObject({
        messages: [id],
      });
      expect((await messageOf(place.ben, id)).flags).toContain("starred");
    },
  },
  {
    call: "messages.flags.remove",
    request: "POST /messages/flags",
    answers: "The ids of the messages that lost the flag",
    prove: async (place) => {
      const id = await send(place, "read and unread");
      await place.ben.messages.flags.add({ messages: [id], flag: "read" });
      expect(await place.ben.messages.flags.remove({ messages: [id], flag: "read" })).toMatchObject({
        messages: [id],
      });
      expect((await messageOf(place.ben, id)).flags).not.toContain("read");
    },
  },
  {
    call: "messages.getById",
    request: "GET /messages/{message_id}",
    answers: "One message",
    prove: async (place) => {
      const id = await send(place, "**one**");
      expect(await place.ben.messages.getById({ message_id: id })).toMatchObject({
        raw_content: "**one**",
        message: { id, content: "<p><strong>one</strong></p>" },
      });
    },
  },
  {
    call: "messages.getHistoryById",
    request: "GET /messages/{message_id}/history",
    answers: "The versions of a message, oldest first",
    prove: async (place) => {
      const id = await send(place, "first");
      await place.owner.messages.update({ message_id: id, content: "second" });
      const { message_history } = await place.ben.messages.getHistoryById({ message_id: id });
      expect(message_history).toMatchObject([{ content: "first" }, { content: "second", user_id: 1 }]);
    },
  },
  {
    call: "messages.deleteReactionById",
    request: "DELETE /messages/{message_id}/reactions",
    answers: "Removes an emoji",
    prove: async (place) => {
      const id = await send(place, "x");
      await place.ben.reactions.add({ message_id: id, ...thumb });
      expect(await place.ben.messages.deleteReactionById({ message_id: id, ...thumb })).toEqual(success);
      expect((await messageOf(place.owner, id)).reactions).toEqual([]);
    },
  },
  {
    call: "messages.deleteById",
    request: "DELETE /messages/{message_id}",
    answers: "Deletes the message",
    prove: async (place) => {
      const id = await send(place, "not for long");
      expect(await place.owner.messages.deleteById({ message_id: id })).toEqual(success);
      expect(await place.ben.messages.getById({ message_id: id })).toMatchObject({
        result: "error",
        msg: "Invalid message(s)",
      });
    },
  },
  {
    call: "reactions.add",
    request: "POST /messages/{message_id}/reactions",
    answers: "Adds an emoji; a name is enough",
    prove: async (place) => {
      const id = await send(place, "x");
      expect(await place.ben.reactions.add({ message_id: id, emoji_name: "tada" })).toEqual(success);
      const { reactions } = await messageOf(place.owner, id);
      expect(reactions).toMatchObject([{ emoji_code: "1f389", user_id: place.benId }]);
    },
  },
  {
    call: "reactions.remove",
    request: "DELETE /messages/{message_id}/reactions",
    answers: "Removes an emoji",
    prove: async (place) => {
      const id = await send(place, "x");
      await place.ben.reactions.add({ message_id: id, ...thumb });
      expect(await place.ben.reactions.remove({ message_id: id, emoji_name: "+1" })).toEqual(success);
      expect((await messageOf(place.owner, id)).reactions).toEqual([]);
    },
  },
  {
    call: "typing.send",
    request: "POST /typing",
    answers: "Notifies the recipients, one or several, given by id",
    prove: async ({ owner, ben, benId }) => {
      const events = await eventsDuring(ben, ["typing"], async () => {
        expect(await owner.typing.send({ to: [benId], op: "start" })).toEqual(success);
        expect(await owner.typing.send({ to: [1, benId], op: "stop" })).toEqual(success);
      });
      const sender = { user_id: 1, email: "owner@example.com" };
      expect(events).toMatchObject([
        { op: "start", sender },
        { op: "stop", sender },
      ]);
    },
  },
];
