import { map } from "fp-ts/TaskEither";
import type { AllowedDomain } from "../../../domain/allowed-domain";
import { domainName } from "../codecs/domain-name";
import { required } from "../codecs/parameter";
import { bool } from "../codecs/wire-type";
import { encodeDomain } from "../encode/realm";
import { done, endpoint } from "../endpoint";

const listDomains = endpoint({
  method: "get",
  at: "/realm/domains",
  section: "2.8",
  caller: "user",
  summary: "The mail domains whose addresses may join",
  path: {},
  params: {},
  response: { domains: { type: "array", items: { type: "object" } } },
  run: (app, { caller }) =>
    map((domains: readonly AllowedDomain[]) => ({ domains: domains.map(encodeDomain) }))(
      app.domains.list(caller),
    ),
});

const addDomain = endpoint({
  method: "post",
  at: "/realm/domains",
  section: "4.15",
  caller: "user",
  forAtLeast: "owner",
  summary: "Add a mail domain whose addresses may join. Owners only",
  path: {},
  params: { domain: required(domainName), allow_subdomains: required(bool) },
  response: { new_domain: { type: "array" } },
  run: (app, { caller }, given) =>
    map(({ id, domain }: AllowedDomain) => ({ new_domain: [id, domain] }))(
      app.domains.add(caller, { domain: given.domain, allowSubdomains: given.allow_subdomains }),
    ),
});

const changeDomain = endpoint({
  method: "patch",
  at: "/realm/domains/{domain}",
  section: "2.8",
  caller: "user",
  forAtLeast: "owner",
  summary: "Let addresses below a domain in, or no longer. Owners only",
  path: { domain: required(domainName) },
  params: { allow_subdomains: required(bool) },
  response: {},
  run: (app, { caller }, given) =>
    done(app.domains.change(caller, { domain: given.domain, allowSubdomains: given.allow_subdomains })),
});

const removeDomain = endpoint({
  method: "delete",
  at: "/realm/domains/{domain}",
  section: "2.8",
  caller: "user",
  forAtLeast: "owner",
  summary: "Remove a mail domain. Owners only",
  path: { domain: required(domainName) },
  params: {},
  response: {},
  run: (app, { caller }, given) => done(app.domains.remove(caller, given.domain)),
});

export const domainEndpoints = [listDomains, addDomain, changeDomain, removeDomain];
