import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { DisposableDomains } from "../../application/ports/mail/disposable-domains";

let listed: ReadonlySet<string> | undefined;

/** The public list of disposable domains, as of the package's release. */
export const listedDisposableDomains: DisposableDomains = {
  has: (domain) => {
    // The package builds a new set on every call, so keep it.
    listed ??= disposableEmailBlocklistSet();
    const labels = domain.toLowerCase().split(".");
    return labels.some((_, index) => listed?.has(labels.slice(index).join(".")));
  },
};
