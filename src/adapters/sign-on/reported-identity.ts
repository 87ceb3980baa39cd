import type { Identity } from "../../application/ports/login/sign-on-provider";

/** OpenID Connect Core 1.0, section 2: a `sub` has at most 255 characters. */
const longestSubject = 255;

type Claims = Readonly<Record<string, unknown>>;

/** Databases refuse halves of characters, which JSON may hold. */
const isText = (value: unknown): value is string => typeof value === "string" && value.isWellFormed();

/** The email address in a document that also confirms it. A confirmation in another document doesn't count. */
const verifiedEmail = ({ email, email_verified: isVerified }: Claims): string | undefined =>
  isText(email) && (isVerified === true || isVerified === "true") ? email : undefined;

/** The identity that the service reports: the subject of the ID token, with more from the user-info endpoint. */
export const reportedIdentity = (idToken: Claims, userInfo: Claims): Identity | undefined => {
  const { iss: provider, sub: subject } = idToken;
  if (!isText(provider) || !isText(subject) || subject.length > longestSubject) return undefined;
  const emailFrom = typeof userInfo.email === "string" ? userInfo : idToken;
  const name = userInfo.name ?? idToken.name;
  return {
    provider,
    subject,
    email: verifiedEmail(emailFrom),
    fullName: typeof name === "string" ? name.toWellFormed() : "",
  };
};
