import { addEmoji } from "../../../src/application/emoji/add-emoji";
import { deactivateEmoji } from "../../../src/application/emoji/deactivate-emoji";
import { listEmoji } from "../../../src/application/emoji/list-emoji";
import { emojiRealm, picture } from "../../support/application/emoji-realm";
import { aMoment } from "../../support/application/fakes";
import { keysIn } from "../../support/application/uploads";
import { systemGroup } from "../../support/builders/groups";

test("a new emoji has a normalized name, its author and its picture; an animated one also gets a still image", async () => {
  const { ben, eventsOf } = await emojiRealm();
  const [event] = await eventsOf(async () =>
    expect(await ben.does(addEmoji, " party parrot ", picture)).toBe(1),
  );
  const emoji = { id: 1, name: "party_parrot", authorId: ben.id, stillImage: null, isDeactivated: false };
  expect(event).toMatchObject({ type: "emoji_added", emoji: { ...emoji, createdAt: aMoment } });
  const { emoji: all } = await ben.does(listEmoji);
  expect(all.get(1)?.image).toMatch(/^emoji\/images\/[0-9a-f-]{36}\.png$/);
  await ben.does(addEmoji, "dance", Buffer.from("gif:dance"));
  const dance = (await ben.does(listEmoji)).emoji.get(2);
  expect(dance?.stillImage).toMatch(/^emoji\/images\/still\/[0-9a-f-]{36}\.png$/);
});

test("a name is free again once its emoji is deactivated", async () => {
  const { ben } = await emojiRealm();
  await ben.does(addEmoji, "parrot", picture);
  expect(await ben.isRefused(addEmoji, "parrot", picture)).toBe(
    "A custom emoji with this name already exists.",
  );
  await ben.does(deactivateEmoji, "parrot");
  expect(await ben.does(addEmoji, "parrot", picture)).toBe(2);
  const { emoji } = await ben.does(listEmoji);
  expect([...emoji.values()].map(({ isDeactivated }) => isDeactivated)).toEqual([true, false]);
});

test("only administrators can reuse the name of a Unicode emoji", async () => {
  const { ada, ben } = await emojiRealm();
  expect(await ben.isRefused(addEmoji, "car", picture)).toBe(
    "Only administrators can override default emoji.",
  );
  await ada.does(addEmoji, "car", picture);
});

test("refuses invalid names, files that aren't pictures, and users without permission", async () => {
  const { ben, gina, allow } = await emojiRealm();
  expect(await ben.isRefused(addEmoji, "parrot", undefined)).toBe("You must upload exactly one file.");
  expect(await ben.isRefused(addEmoji, "Parrot!", picture)).toMatch(/^Emoji names must/);
  expect(await ben.isRefused(addEmoji, "parrot", Buffer.from("text"))).toBe(
    "Could not decode image; did you upload an image file?",
  );
  expect(await gina.isRefused(addEmoji, "parrot", picture)).toBe("Not allowed for guest users");
  await allow("canAddCustomEmojiGroup", systemGroup.moderators);
  expect(await ben.isRefused(addEmoji, "parrot", picture)).toBe("Insufficient permission");
});

test("when several emoji are added with one name at once, the refused ones leave no picture", async () => {
  const { ben, services } = await emojiRealm();
  const gif = Buffer.from("gif:dance");
  const outcomes = await Promise.all([1, 2, 3].map(() => addEmoji(services)(ben, "dance", gif)()));
  expect(outcomes.filter(({ _tag }) => _tag === "Right")).toHaveLength(1);
  expect(await keysIn(services.files)).toHaveLength(2);
});
