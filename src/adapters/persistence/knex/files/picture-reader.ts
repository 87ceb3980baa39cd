import type { PictureReader } from "../../../../application/ports/pictures/picture-reader";
import { avatarFileEndings } from "../../../../domain/users/user";
import { query, type Sql } from "../database/rows";

export const knexPictureReader = (sql: Sql): PictureReader => ({
  amongNames: async (realmId, names) => {
    if (names.length === 0) return [];
    const rows = await query<{ name: string }>(
      sql,
      `SELECT DISTINCT name FROM (
         SELECT (avatar ->> 'file') || ending AS name
         FROM users CROSS JOIN unnest(:endings::text[]) ending WHERE realm_id = :realmId AND avatar ->> 'file' IS NOT NULL
         UNION ALL
         SELECT unnest(ARRAY[image, still_image]) FROM realm_emoji WHERE realm_id = :realmId
         UNION ALL
         SELECT picture ->> 'file' FROM realms CROSS JOIN jsonb_each(pictures) p (kind, picture)
         WHERE id = :realmId
       ) shown WHERE name = ANY(:names)`,
      { realmId, names: [...names], endings: [...avatarFileEndings] },
    );
    return rows.map(({ name }) => name);
  },
});
