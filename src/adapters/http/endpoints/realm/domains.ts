import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { addDomain } from "../../../../application/domains/add-domain";
import { changeDomain } from "../../../../application/domains/change-domain";
import { listDomains } from "../../../../application/domains/list-domains";
import { removeDomain } from "../../../../application/domains/remove-domain";
import { domainName } from "../../../zulip-wire/codecs/domain-name";
import { required } from "../../../zulip-wire/codecs/parameter";
import { bool } from "../../../zulip-wire/codecs/wire-type";
import { encodeDomain } from "../../../zulip-wire/encode/realm";
import { done, endpoint } from "../../declaration/endpoint";

const listDomainsEndpoint = endpoint({
  method: "get",
  at: "/realm/domains",
  section: "2.8",
  caller: "user",
  summary: "List the mail domains whose users may join",
  path: {},
  params: {},
  response: { domains: { type: "array", items: { type: "object" } } },
  use: listDomains,
  run: (listDomains, { caller }) =>
    pipe(
      listDomains(caller),
      TE.map((domains) => ({ domains: domains.map(encodeDomain) })),
    ),
});

const addDomainEndpoint = endpoint({
  method: "post",
  at: "/realm/domains",
  section: "4.15",
  caller: "user",
  forAtLeast: "owner",
  summary: "Add a mail domain whose users may join. Owners only",
  path: {},
  params: { domain: required(domainName), allow_subdomains: required(bool) },
  response: { new_domain: { type: "array" } },
  use: addDomain,
  run: (addDomain, { caller }, input) =>
    pipe(
      addDomain(caller, { domain: input.domain, allowSubdomains: input.allow_subdomains }),
      TE.map(({ id, domain }) => ({ new_domain: [id, domain] })),
    ),
});

const changeDomainEndpoint = endpoint({
  method: "patch",
  at: "/realm/domains/{domain}",
  section: "2.8",
  caller: "user",
  forAtLeast: "owner",
  summary: "Change whether users of a domain's subdomains may join. Owners only",
  path: { domain: required(domainName) },
  params: { allow_subdomains: required(bool) },
  response: {},
  use: changeDomain,
  run: (changeDomain, { caller }, input) =>
    done(changeDomain(caller, { domain: input.domain, allowSubdomains: input.allow_subdomains })),
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
  run: (removeDomain, { caller }, input) => done(removeDomain(caller, input.domain)),
});

export const domainEndpoints = [
  listDomainsEndpoint,
  addDomainEndpoint,
  changeDomainEndpoint,
  removeDomainEndpoint,
];
