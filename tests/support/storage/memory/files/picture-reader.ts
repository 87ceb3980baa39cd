import type { PictureReader } from "../../../../../src/application/ports/pictures/picture-reader";
import { avatarFileEndings } from "../../../../../src/domain/users/user";
import type { MemoryStorage } from "../storage";

export const memoryPictureReader = (storage: MemoryStorage): PictureReader => ({
  amongNames: async (realmId, names) => {
    const tables = storage.realms.get(realmId);
    if (tables === undefined) return [];
    const { users, emoji, realm } = tables.state;
    const shown = new Set([
      ...[...users.values()].flatMap(({ avatar: { file } }) =>
        file === undefined ? [] : avatarFileEndings.map((ending) => `${file}${ending}`),
      ),
      ...[...emoji.values()].flatMap(({ image, stillImage }) => [image, stillImage]),
      ...Object.values(realm.pictures).map(({ file }) => file),
    ]);
    return [...new Set(names)].filter((name) => shown.has(name));
  },
});
