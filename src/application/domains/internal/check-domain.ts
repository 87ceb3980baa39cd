import * as E from "fp-ts/Either";
import { type DomainError, invalidDomain } from "../../../domain/domains/refusals";

const longestDomain = 255;

const domainProblem = (domain: string): string | undefined => {
  if (domain === "") return "Domain can't be empty.";
  if (!domain.includes(".")) return "Domain must have at least one dot (.)";
  if (domain.length > longestDomain) return "Domain is too long";
  if (domain.startsWith(".") || domain.endsWith(".")) return "Domain cannot start or end with a dot (.)";
  const labels = domain.split(".");
  if (labels.includes("")) return "Consecutive '.' are not allowed.";
  if (labels.some((label) => label.startsWith("-") || label.endsWith("-")))
    return "Subdomains cannot start or end with a '-'.";
  return labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label))
    ? undefined
    : "Domain can only have letters, numbers, '.' and '-'s.";
};

/** A valid mail domain. Expects lower-case ASCII. API §4.15. */
export const checkDomain = (domain: string): E.Either<DomainError, string> => {
  const problem = domainProblem(domain);
  return problem === undefined ? E.right(domain) : E.left(invalidDomain(problem));
};
