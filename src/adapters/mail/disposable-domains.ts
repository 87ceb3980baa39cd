import { isDisposableEmailDomain } from "disposable-email-domains-js";
import type { DisposableDomains } from "../../application/ports/disposable-domains";

/** The list that the field keeps together, as of the package's release. */
export const listedDisposableDomains: DisposableDomains = {
  has: (domain) => {
    const labels = domain.toLowerCase().split(".");
    return labels.some((_, index) => isDisposableEmailDomain(labels.slice(index).join(".")));
  },
};
