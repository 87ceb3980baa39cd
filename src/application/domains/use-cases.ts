import type { Workings } from "../workings";
import { addDomain } from "./add-domain";
import { changeDomain } from "./change-domain";
import { listDomains } from "./list-domains";
import { removeDomain } from "./remove-domain";

/** Domains whose addresses may join the realm. */
export const domainUseCases = (workings: Workings) => ({
  add: addDomain(workings),
  change: changeDomain(workings),
  list: listDomains(workings),
  remove: removeDomain(workings),
});
