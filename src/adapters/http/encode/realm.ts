import type { Realm } from "../../../domain/realm";
import { encodePermissions } from "./group-setting";
import { withSnakeCase } from "./snake-case";

/** Names that the wire has other words for. */
const renamed: Readonly<Record<string, string>> = {
  new_stream_announcements_channel_id: "new_stream_announcements_stream_id",
  signup_announcements_channel_id: "signup_announcements_stream_id",
};

/** Ids that the wire writes as -1 where there is none. */
const orMinusOne = (value: unknown): unknown => value ?? -1;

/** The realm's settings and permissions, each behind a prefix. */
export const encodeRealm = (realm: Realm, prefix: string): Record<string, unknown> => {
  const settings = Object.fromEntries(
    Object.entries(withSnakeCase(realm.settings))
      .filter(([name]) => name !== "gravatar_enabled")
      .map(([name, value]) => {
        const wire = renamed[name];
        return [`${prefix}${wire ?? name}`, wire ? orMinusOne(value) : value];
      }),
  );
  return {
    ...settings,
    ...encodePermissions(realm.permissions, prefix),
    [`${prefix}name`]: realm.name,
    [`${prefix}description`]: realm.description,
  };
};
