import { allows, type Role } from "./role";
import type { User } from "./user";
import type { EmailVisibility } from "./user-settings";

const needed: Readonly<Record<Exclude<EmailVisibility, "everyone" | "nobody">, Role>> = {
  members: "member",
  moderators: "moderator",
  administrators: "administrator",
};

/**
 * Whether a reader may see the user's real address; undefined is somebody without an account. Bots' addresses
 * are open. API §2.2, §4.4.
 */
export const canSeeEmail = (reader: User | undefined, user: User): boolean => {
  if (user.bot !== null) return true;
  if (reader === undefined) return false;
  if (reader.id === user.id) return true;
  const visibility = user.settings.emailAddressVisibility;
  if (visibility === "everyone" || visibility === "nobody") return visibility === "everyone";
  return allows(reader.role, needed[visibility]);
};

/** One local part, one `@`, a domain with labels: what mail can be sent to, give or take the server's say. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>()[\]\\,;:"]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text);
