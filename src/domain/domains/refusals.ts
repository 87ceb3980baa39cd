import { badRequest, type RefusalIn } from "../refusal";

export type DomainError = RefusalIn<typeof import("./refusals")>;

export const invalidDomain = (problem: string) => badRequest("invalidDomain", `Invalid domain: ${problem}`);
export const domainAlreadyAllowed = (domain: string) =>
  badRequest("domainAlreadyAllowed", `The domain ${domain} is already a part of your organization.`);
export const noSuchDomain = (domain: string) =>
  badRequest("noSuchDomain", `No entry found for domain ${domain}.`);
