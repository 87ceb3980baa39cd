import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { addLinkifier } from "../../../../application/linkifiers/add-linkifier";
import { listLinkifiers } from "../../../../application/linkifiers/list-linkifiers";
import { removeLinkifier } from "../../../../application/linkifiers/remove-linkifier";
import { reorderLinkifiers } from "../../../../application/linkifiers/reorder-linkifiers";
import { updateLinkifier } from "../../../../application/linkifiers/update-linkifier";
import { linkifierLimits } from "../../../../domain/linkifiers/linkifier";
import { linkifierId, linkifierIds } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { json, textUpTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeLinkifier } from "../../../zulip-wire/encode/linkifier";
import { done, endpoint } from "../../declaration/endpoint";

const listLinkifiersEndpoint = endpoint({
  method: "get",
  at: "/realm/linkifiers",
  section: "4.17",
  caller: "user",
  summary: "List the linkifiers in the order they apply",
  path: {},
  params: {},
  response: { linkifiers: { type: "array", items: { type: "object" } } },
  use: listLinkifiers,
  run: (listLinkifiers, { caller }) =>
    pipe(
      listLinkifiers(caller),
      TE.map((linkifiers) => ({ linkifiers: linkifiers.map(encodeLinkifier) })),
    ),
});

const params = {
  pattern: required(textUpTo(linkifierLimits.patternLength)),
  url_template: required(textUpTo(linkifierLimits.templateLength)),
  example_input: optional(textUpTo(linkifierLimits.exampleLength)),
  reverse_template: optional(textUpTo(linkifierLimits.templateLength)),
  alternative_url_templates: optional(json(t.array(t.string))),
};

const addLinkifierEndpoint = endpoint({
  method: "post",
  at: "/realm/filters",
  section: "2.7",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Add a linkifier, which turns text matching a pattern into links. Administrators only",
  path: {},
  params,
  response: { id: { type: "integer" } },
  use: addLinkifier,
  run: (addLinkifier, { caller }, input) =>
    pipe(
      addLinkifier(caller, {
        pattern: input.pattern,
        urlTemplate: input.url_template,
        exampleInput: input.example_input ?? null,
        reverseTemplate: input.reverse_template ?? null,
        alternativeUrlTemplates: input.alternative_url_templates ?? [],
      }),
      TE.map((id) => ({ id })),
    ),
});

const filterId = { filter_id: required(linkifierId) };

const updateLinkifierEndpoint = endpoint({
  method: "patch",
  at: "/realm/filters/{filter_id}",
  section: "2.7",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Change a linkifier. Administrators only",
  path: filterId,
  params,
  response: {},
  use: updateLinkifier,
  run: (updateLinkifier, { caller }, input) =>
    done(
      updateLinkifier(caller, input.filter_id, {
        pattern: input.pattern,
        urlTemplate: input.url_template,
        exampleInput: input.example_input,
        reverseTemplate: input.reverse_template,
        alternativeUrlTemplates: input.alternative_url_templates,
      }),
    ),
});

const removeLinkifierEndpoint = endpoint({
  method: "delete",
  at: "/realm/filters/{filter_id}",
  section: "2.7",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Remove a linkifier. Administrators only",
  path: filterId,
  params: {},
  response: {},
  use: removeLinkifier,
  run: (removeLinkifier, { caller }, { filter_id }) => done(removeLinkifier(caller, filter_id)),
});

const reorderLinkifiersEndpoint = endpoint({
  method: "patch",
  at: "/realm/linkifiers",
  section: "4.17",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Reorder the linkifiers. Administrators only",
  path: {},
  params: { ordered_linkifier_ids: required(linkifierIds) },
  response: {},
  use: reorderLinkifiers,
  run: (reorderLinkifiers, { caller }, { ordered_linkifier_ids }) =>
    done(reorderLinkifiers(caller, ordered_linkifier_ids)),
});

export const linkifierEndpoints = [
  listLinkifiersEndpoint,
  addLinkifierEndpoint,
  updateLinkifierEndpoint,
  removeLinkifierEndpoint,
  reorderLinkifiersEndpoint,
];
