import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { addPlayground } from "../../../../application/playgrounds/add-playground";
import { removePlayground } from "../../../../application/playgrounds/remove-playground";
import { playgroundId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { text } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";

const addPlaygroundEndpoint = endpoint({
  method: "post",
  at: "/realm/playgrounds",
  caller: "user",
  summary: "Add a code playground. Administrators only",
  path: {},
  params: { name: required(text), pygments_language: required(text), url_template: required(text) },
  response: { id: { type: "integer" } },
  use: addPlayground,
  run: (addPlayground, { caller }, { name, pygments_language, url_template }) =>
    pipe(
      addPlayground(caller, { name, pygmentsLanguage: pygments_language, urlTemplate: url_template }),
      TE.map((id) => ({ id })),
    ),
});

const removePlaygroundEndpoint = endpoint({
  method: "delete",
  at: "/realm/playgrounds/{playground_id}",
  caller: "user",
  summary: "Remove a code playground. Administrators only",
  path: { playground_id: required(playgroundId) },
  params: {},
  response: {},
  use: removePlayground,
  run: (removePlayground, { caller }, { playground_id }) => done(removePlayground(caller, playground_id)),
});

export const playgroundEndpoints = [addPlaygroundEndpoint, removePlaygroundEndpoint];
