import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { type Linkifier, linkifierLimits } from "../../../domain/linkifier";
import { optional, required } from "../codecs/parameter";
import { json, nat, natural, textUpTo } from "../codecs/wire-type";
import { encodeLinkifier } from "../encode/linkifier";
import { done, endpoint } from "../endpoint";

const listLinkifiers = endpoint({
  method: "get",
  at: "/realm/linkifiers",
  section: "4.17",
  caller: "user",
  summary: "The linkifiers, in the order in which they apply",
  path: {},
  params: {},
  response: { linkifiers: { type: "array", items: { type: "object" } } },
  run: (app, { caller }) =>
    map((linkifiers: readonly Linkifier[]) => ({ linkifiers: linkifiers.map(encodeLinkifier) }))(
      app.linkifiers.list(caller),
    ),
});

const params = {
  pattern: required(textUpTo(linkifierLimits.patternLength)),
  url_template: required(textUpTo(linkifierLimits.templateLength)),
  example_input: optional(textUpTo(linkifierLimits.exampleLength)),
  reverse_template: optional(textUpTo(linkifierLimits.templateLength)),
  alternative_url_templates: optional(json(t.array(t.string))),
};

const addLinkifier = endpoint({
  method: "post",
  at: "/realm/filters",
  section: "2.7",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Make text of a pattern a link wherever it is written. Administrators only",
  path: {},
  params,
  response: { id: { type: "integer" } },
  run: (app, { caller }, given) =>
    map((id: number) => ({ id }))(
      app.linkifiers.add(caller, {
        ...{ pattern: given.pattern, urlTemplate: given.url_template },
        exampleInput: given.example_input ?? null,
        reverseTemplate: given.reverse_template ?? null,
        alternativeUrlTemplates: given.alternative_url_templates ?? [],
      }),
    ),
});

const filterId = { filter_id: required(nat) };

const updateLinkifier = endpoint({
  method: "patch",
  at: "/realm/filters/{filter_id}",
  section: "2.7",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Change a linkifier. Administrators only",
  path: filterId,
  params,
  response: {},
  run: (app, { caller }, given) =>
    done(
      app.linkifiers.update(caller, given.filter_id, {
        ...{ pattern: given.pattern, urlTemplate: given.url_template },
        ...{ exampleInput: given.example_input, reverseTemplate: given.reverse_template },
        alternativeUrlTemplates: given.alternative_url_templates,
      }),
    ),
});

const removeLinkifier = endpoint({
  method: "delete",
  at: "/realm/filters/{filter_id}",
  section: "2.7",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Remove a linkifier. Administrators only",
  path: filterId,
  params: {},
  response: {},
  run: (app, { caller }, { filter_id }) => done(app.linkifiers.remove(caller, filter_id)),
});

const reorderLinkifiers = endpoint({
  method: "patch",
  at: "/realm/linkifiers",
  section: "4.17",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Put the linkifiers into another order. Administrators only",
  path: {},
  params: { ordered_linkifier_ids: required(json(t.array(natural))) },
  response: {},
  run: (app, { caller }, { ordered_linkifier_ids }) =>
    done(app.linkifiers.reorder(caller, ordered_linkifier_ids)),
});

export const linkifierEndpoints = [
  listLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
];
