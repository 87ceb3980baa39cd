import { tooLong } from "../input-refusals";
import { badRequest, type RefusalIn, refusal } from "../refusal";
import { realmLimits } from "./realm";
import type { VideoChatProvider } from "./realm-choices";

export type RealmError = RefusalIn<typeof import("./refusals")>;

export const realmNameTooLong = (limit: number) => tooLong("name", limit);
export const blankRealmName = badRequest("blankRealmName", "name cannot be blank.");
export const invalidRealmNameCharacters = badRequest(
  "invalidRealmNameCharacters",
  "Invalid characters in organization name!",
);
export const invalidNewRealmName = badRequest(
  "invalidNewRealmName",
  `An organization's name must have 1 to ${realmLimits.nameLength} characters`,
);
export const invalidSubdomain = badRequest(
  "invalidSubdomain",
  "A subdomain has lowercase letters, digits and inner hyphens, 40 at most",
);
export const subdomainTaken = (subdomain: string) =>
  badRequest("subdomainTaken", `Subdomain '${subdomain}' is in use`);
export const noSuchRealm = refusal("noSuchRealm", "NONEXISTENT_SUBDOMAIN", "Invalid subdomain");
export const realmNotDeactivated = badRequest("realmNotDeactivated", "The organization isn't deactivated");

export const invalidLanguage = (code: string) => badRequest("invalidLanguage", `Invalid language '${code}'`);
/** The operator set up no account at the provider. */
export const callProviderNotOffered = (provider: VideoChatProvider) => ({
  ...refusal(
    "callProviderNotOffered",
    "CHOICE_NOT_OFFERED",
    `The server has no account for video calls by ${provider}`,
  ),
  setting: "videoChatProvider",
  choice: provider,
});
export const welcomeMessageTooLong = (limit: number) => tooLong("welcome_message_custom_text", limit);
export const secondFactorRequiredFirst = badRequest(
  "secondFactorRequiredFirst",
  "Set up a second factor for yourself first.",
);
export const invalidLoginMethod = (name: string, offered: readonly string[]) => {
  const valid = offered.toSorted().map((method) => `'${method}'`);
  return badRequest(
    "invalidLoginMethod",
    `Invalid authentication method: ${name}. Valid methods are: [${valid.join(", ")}]`,
  );
};
export const noLoginMethodLeft = badRequest(
  "noLoginMethodLeft",
  "At least one authentication method must be enabled.",
);
export const callerNotLinked = badRequest(
  "callerNotLinked",
  "Log in with that service yourself first. Once passwords are off, it's your only way back in.",
);
