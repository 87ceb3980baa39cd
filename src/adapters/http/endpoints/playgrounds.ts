import { map } from "fp-ts/TaskEither";
import { addPlayground } from "../../../application/playgrounds/add-playground";
import { removePlayground } from "../../../application/playgrounds/remove-playground";
import { required } from "../codecs/parameter";
import { nat, text } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

const addPlaygroundEndpoint = endpoint({
  method: "post",
  at: "/realm/playgrounds",
  caller: "user",
  summary: "Add a place where code of a language can be run. Administrators only",
  path: {},
  params: { name: required(text), pygments_language: required(text), url_template: required(text) },
  response: { id: { type: "integer" } },
  use: addPlayground,
  run: (addPlayground, { caller }, { name, pygments_language, url_template }) =>
    map((id: number) => ({ id }))(
      addPlayground(caller, { name, pygmentsLanguage: pygments_language, urlTemplate: url_template }),
    ),
});

const removePlaygroundEndpoint = endpoint({
  method: "delete",
  at: "/realm/playgrounds/{playground_id}",
  caller: "user",
  summary: "Remove a place where code can be run. Administrators only",
  path: { playground_id: required(nat) },
  params: {},
  response: {},
  use: removePlayground,
  run: (removePlayground, { caller }, { playground_id }) => done(removePlayground(caller, playground_id)),
});

export const playgroundEndpoints = [addPlaygroundEndpoint, removePlaygroundEndpoint];
