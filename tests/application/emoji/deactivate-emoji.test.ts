import { addEmoji } from "../../../src/application/emoji/add-emoji";
import { deactivateEmoji } from "../../../src/application/emoji/deactivate-emoji";
import { emojiRealm, picture } from "../../support/application/emoji-realm";

test("the author and administrators deactivate an emoji", async () => {
  const { ada, ben, cleo, gina, eventsOf } = await emojiRealm();
  for (const name of ["one", "two"]) await ben.does(addEmoji, name, picture);
  expect(await cleo.isRefused(deactivateEmoji, "one")).toBe(
    "Must be an organization administrator or emoji author",
  );
  expect(await gina.isRefused(deactivateEmoji, "one")).toBe("Not allowed for guest users");
  expect(await eventsOf(() => ben.does(deactivateEmoji, "one"))).toEqual([
    { type: "emoji_deactivated", emojiId: 1 },
  ]);
  await ada.does(deactivateEmoji, "two");
  for (const name of ["two", "nonesuch"])
    expect(await ada.isRefused(deactivateEmoji, name)).toBe(`Emoji '${name}' does not exist`);
});
