import type Package from "disposable-email-domains-js";
import type { DisposableDomains } from "../../application/ports/mail/disposable-domains";

let listed: ReadonlySet<string> | undefined;

/** Loaded when an address is first compared with it: the list takes 2 MB, and again as much as a set, which the package rebuilds on each call. */
const loadList = (): ReadonlySet<string> => {
  const { disposableEmailBlocklistSet }: typeof Package = require("disposable-email-domains-js");
  return disposableEmailBlocklistSet();
};

/** The public list of disposable domains, as of the package's release. */
export const listedDisposableDomains: DisposableDomains = {
  has: (domain) => {
    listed ??= loadList();
    const labels = domain.toLowerCase().split(".");
    return labels.some((_, index) => listed?.has(labels.slice(index).join(".")));
  },
};
