import { allows, type Role } from "./role";
import type { User } from "./user";
import type { EmailVisibility } from "./user-settings";

const needed: Readonly<Record<Exclude<EmailVisibility, "everyone" | "nobody">, Role>> = {
  members: "member",
  moderators: "moderator",
  administrators: "administrator",
};

/** Whether the user shows the real address to others of this role. Bots show theirs to everyone. */
export const showsEmailTo = (role: Role, user: User): boolean => {
  if (user.bot !== null) return true;
  const visibility = user.settings.emailAddressVisibility;
  if (visibility === "everyone" || visibility === "nobody") return visibility === "everyone";
  return allows(role, needed[visibility]);
};

/**
 * Whether a reader may see the user's real address; an undefined reader has no account. Everyone may see bots'
 * addresses. API §2.2, §4.4.
 */
export const canSeeEmail = (reader: User | undefined, user: User): boolean => {
  if (reader === undefined) return user.bot !== null;
  return reader.id === user.id || showsEmailTo(reader.role, user);
};

/** Whether the text has a local part, one `@` and a domain of labels. The receiving server has the last word. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  // Databases and mail servers refuse these, and without `u` the pattern can't tell halves of characters.
  !/[\p{Cc}\p{Cs}]/u.test(text) &&
  /^[^\s@<>()[\]\\,;:"]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text);

/**
 * The form of an address by which its account is found and its attempts are counted. Only the case of ASCII letters doesn't
 * matter: other letters that fold to the same one may belong to another mailbox.
 */
export const addressKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Whether two addresses belong to the same account. */
export const isSameAddress = (one: string, other: string): boolean => addressKey(one) === addressKey(other);
