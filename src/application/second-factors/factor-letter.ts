import type { NewJob } from "../../domain/job";
import type { SecondFactorNews } from "../../domain/letter";
import type { Realm } from "../../domain/realm";
import type { User } from "../../domain/user";
import { mailJob } from "../jobs/mail-payload";
import { type LinkPorts, linkTo } from "../realm-links";

/** Where people look after their second factors. */
export const twoFactorsPath = "/account/two-factors";

/** A mail to somebody about what became of their second factors. */
export const factorLetter = (
  ports: Pick<LinkPorts, "siteUrl">,
  realm: Realm,
  { email }: User,
  news: SecondFactorNews,
  now: number,
): NewJob => {
  const link = linkTo(ports, realm, twoFactorsPath);
  return mailJob({ to: email, letter: { kind: "second_factors", realmName: realm.name, news, link } }, now);
};
