import { map } from "fp-ts/TaskEither";
import { addDomain } from "../../../application/domains/add-domain";
import { changeDomain } from "../../../application/domains/change-domain";
import { listDomains } from "../../../application/domains/list-domains";
import { removeDomain } from "../../../application/domains/remove-domain";
import type { AllowedDomain } from "../../../domain/allowed-domain";
import { domainName } from "../codecs/domain-name";
import { required } from "../codecs/parameter";
import { bool } from "../codecs/wire-type";
import { encodeDomain } from "../encode/realm";
import { done, endpoint } from "../endpoint";

const listDomainsEndpoint = endpoint({
  method: "get",
  at: "/realm/domains",
  section: "2.8",
  caller: "user",
  summary: "The mail domains whose addresses may join",
  path: {},
  params: {},
  response: { domains: { type: "array", items: { type: "object" } } },
  use: listDomains,
  run: (listDomains, { caller }) =>
    map((domains: readonly AllowedDomain[]) => ({ domains: domains.map(encodeDomain) }))(listDomains(caller)),
});

const addDomainEndpoint = endpoint({
  method: "post",
  at: "/realm/domains",
  section: "4.15",
  caller: "user",
  forAtLeast: "owner",
  summary: "Add a mail domain whose addresses may join. Owners only",
  path: {},
  params: { domain: required(domainName), allow_subdomains: required(bool) },
  response: { new_domain: { type: "array" } },
  use: addDomain,
  run: (addDomain, { caller }, given) =>
    map(({ id, domain }: AllowedDomain) => ({ new_domain: [id, domain] }))(
      addDomain(caller, { domain: given.domain, allowSubdomains: given.allow_subdomains }),
    ),
});

const changeDomainEndpoint = endpoint({
  method: "patch",
  at: "/realm/domains/{domain}",
  section: "2.8",
  caller: "user",
  forAtLeast: "owner",
  summary: "Let addresses below a domain in, or no longer. Owners only",
  path: { domain: required(domainName) },
  params: { allow_subdomains: required(bool) },
  response: {},
  use: changeDomain,
  run: (changeDomain, { caller }, given) =>
    done(changeDomain(caller, { domain: given.domain, allowSubdomains: given.allow_subdomains })),
});

const removeDomainEndpoint = endpoint({
  method: "delete",
  at: "/realm/domains/{domain}",
  section: "2.8",
  caller: "user",
  forAtLeast: "owner",
  summary: "Remove a mail domain. Owners only",
  path: { domain: required(domainName) },
  params: {},
  response: {},
  use: removeDomain,
  run: (removeDomain, { caller }, given) => done(removeDomain(caller, given.domain)),
});

export const domainEndpoints = [
  listDomainsEndpoint,
  addDomainEndpoint,
  changeDomainEndpoint,
  removeDomainEndpoint,
];
