import type { DisposableDomains } from "../../../src/application/ports/mail/disposable-domains";

/** @param listed a disposable domain */
export const disposableDomainsContract = (domains: DisposableDomains, listed: string): void => {
  test("recognizes disposable domains and their subdomains, in any case", () => {
    for (const domain of [listed, listed.toUpperCase(), `a.b.${listed}`])
      expect([domain, domains.has(domain)]).toEqual([domain, true]);
  });

  test("takes no other domain for a disposable one", () => {
    for (const domain of ["example.com", "com", `surely-not-${listed}`, `${listed}.example.com`, ""])
      expect([domain, domains.has(domain)]).toEqual([domain, false]);
  });
};
