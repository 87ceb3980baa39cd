import { type ApiError, badRequest, tooLong } from "../errors";
import { realmLimits } from "./realm";
import type { VideoChatProvider } from "./realm-choices";

export const blankRealmName = badRequest("name cannot be blank.");
export const invalidRealmNameCharacters = badRequest("Invalid characters in organization name!");
export const invalidNewRealmName = badRequest(
  `An organization's name must have 1 to ${realmLimits.nameLength} characters`,
);
export const invalidSubdomain = badRequest(
  "A subdomain has lowercase letters, digits and inner hyphens, 40 at most",
);
export const subdomainTaken = (subdomain: string) => badRequest(`Subdomain '${subdomain}' is in use`);
export const realmNotDeactivated = badRequest("The organization isn't deactivated");

export const invalidLanguage = (code: string) => badRequest(`Invalid language '${code}'`);
/** The operator set up no account at the provider. */
export const callProviderNotOffered = (provider: VideoChatProvider) =>
  ({
    code: "CHOICE_NOT_OFFERED",
    message: `The server has no account for video calls by ${provider}`,
    setting: "videoChatProvider",
    choice: provider,
  }) as const satisfies ApiError;
export const welcomeMessageTooLong = tooLong("welcome_message_custom_text", realmLimits.welcomeLength);
export const emptyWelcomeMessage = badRequest("Message must not be empty");
export const secondFactorRequiredFirst = badRequest("Set up a second factor for yourself first.");
export const invalidLoginMethod = (name: string, offered: readonly string[]) => {
  const valid = offered.toSorted().map((method) => `'${method}'`);
  return badRequest(`Invalid authentication method: ${name}. Valid methods are: [${valid.join(", ")}]`);
};
export const noLoginMethodLeft = badRequest("At least one authentication method must be enabled.");
export const callerNotLinked = badRequest(
  "Log in with the other service yourself first: without passwords, it is the only way back for you.",
);

export const invalidDomain = (problem: string) => badRequest(`Invalid domain: ${problem}`);
export const domainAlreadyAllowed = (domain: string) =>
  badRequest(`The domain ${domain} is already a part of your organization.`);
export const noSuchDomain = (domain: string) => badRequest(`No entry found for domain ${domain}.`);

export const noSuchLinkifier = badRequest("Linkifier not found.");
export const duplicatedLinkifiers = badRequest("The ordered list must not contain duplicated linkifiers");
export const incompleteLinkifierOrder = badRequest(
  "The ordered list must enumerate all existing linkifiers exactly once",
);

export const noSuchPlayground = badRequest("Invalid playground");
export const invalidPlaygroundName = badRequest("Invalid characters in name!");
export const playgroundLanguageTooLong = (limit: number) => tooLong("pygments_language", limit);
export const invalidPlaygroundLanguage = badRequest("Invalid characters in pygments language");
