import { addEmoji } from "../../../src/application/emoji/add-emoji";
import { deactivateEmoji } from "../../../src/application/emoji/deactivate-emoji";
import { listEmoji } from "../../../src/application/emoji/list-emoji";
import { emojiRealm, picture } from "../../support/application/emoji-realm";

test("lists all emoji, deactivated ones too", async () => {
  const { gina, ben } = await emojiRealm();
  for (const name of ["one", "two"]) await ben.does(addEmoji, name, picture);
  await ben.does(deactivateEmoji, "one");
  expect([...(await gina.does(listEmoji)).emoji.values()]).toMatchObject([
    { id: 1, name: "one", isDeactivated: true },
    { id: 2, name: "two", isDeactivated: false },
  ]);
});
