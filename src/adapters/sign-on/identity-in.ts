import type { Identity } from "../../application/ports/sign-on-provider";

/** OpenID Connect Core 1.0, section 2: a `sub` has at most 255 characters. */
const longestSubject = 255;

type Claims = Readonly<Record<string, unknown>>;

/** The address in a document that says itself that it is theirs: another document's word is about another address. */
const verifiedEmail = ({ email, email_verified: isVerified }: Claims): string | undefined =>
  typeof email === "string" && (isVerified === true || isVerified === "true") ? email : undefined;

/** What the service says of somebody: by its ID token, whose subject counts, and when it was asked for more. */
export const identityIn = (idToken: Claims, userInfo: Claims): Identity | undefined => {
  const { iss: provider, sub: subject } = idToken;
  if (typeof provider !== "string" || typeof subject !== "string" || subject.length > longestSubject)
    return undefined;
  const emailFrom = typeof userInfo.email === "string" ? userInfo : idToken;
  const name = userInfo.name ?? idToken.name;
  return {
    provider,
    subject,
    email: verifiedEmail(emailFrom),
    fullName: typeof name === "string" ? name : "",
  };
};
