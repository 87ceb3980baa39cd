import type { NewJob } from "../../domain/jobs/job";
import type { SecondFactorChange } from "../../domain/mail/mail";
import type { Realm } from "../../domain/realm/realm";
import type { User } from "../../domain/users/user";
import { type LinkPorts, linkTo } from "../links/realm-links";
import { twoFactorsPath } from "../links/two-factors-path";
import { mailJob } from "./mail-payload";

/** A mail that notifies a user of a change of their second factors. */
export const secondFactorMail = (
  ports: Pick<LinkPorts, "siteUrl">,
  realm: Realm,
  { email }: User,
  change: SecondFactorChange,
  now: number,
): NewJob => {
  const link = linkTo(ports, realm, twoFactorsPath);
  return mailJob(
    { to: email, letter: { kind: "second_factors", realmName: realm.name, news: change, link } },
    now,
  );
};
