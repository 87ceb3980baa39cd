import { aRealmEmoji, aUser } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const pictureReaderContract = (open: OpenPersistence): void => {
  test("lists avatars in both sizes, emoji and the realm's pictures, in that realm only", async () => {
    const { eventStore, pictures } = open();
    const avatar = { source: "upload", version: 2, file: "ben" } as const;
    const { id } = await createRealm(eventStore, [
      { type: "user_created", user: aUser({ id: 1, avatar }) },
      { type: "user_created", user: aUser({ id: 2 }) },
      { type: "emoji_added", emoji: aRealmEmoji({ image: "emoji/a.gif", stillImage: "emoji/a-still.png" }) },
      { type: "emoji_added", emoji: aRealmEmoji({ id: 2, name: "owl", image: "emoji/b.png" }) },
      {
        type: "realm_changed",
        change: {
          pictures: {
            icon: { file: "icon.png", version: 2 },
            logo: { file: null, version: 1 },
            nightLogo: { file: null, version: 1 },
          },
        },
      },
    ]);
    const other = await createRealm(eventStore);
    const shown = [
      "ben.png",
      "ben-medium.png",
      "emoji/a.gif",
      "emoji/a-still.png",
      "emoji/b.png",
      "icon.png",
    ];
    const asked = [...shown, "ben", "ben-large.png", "other.png", "emoji/c.png", "icon"];
    expect((await pictures.amongNames(id, asked)).toSorted()).toEqual(shown.toSorted());
    expect(await pictures.amongNames(id, ["icon.png"])).toEqual(["icon.png"]);
    expect(await pictures.amongNames(id, [])).toEqual([]);
    expect(await pictures.amongNames(other.id, asked)).toEqual([]);
  });
};
